import { decideGate } from "@medhelm/core/gate/decide-gate";
import { boundedDifference, type ItemPair } from "@medhelm/core/gate/one-sided-bounds";
import { type NextUniform, uniformStream } from "./data-sets.ts";

interface GateSetting {
  readonly n: number;
  /** the share of items whose answers differ */
  readonly differing: number;
  readonly difference: number;
}

/** The first settings have a difference of exactly the margin, where a gate that passes or fails is wrong. */
const SETTINGS: readonly GateSetting[] = [
  ...[60, 300, 1000].flatMap((n) => [0.08, 0.2, 0.3].map((differing) => ({ n, differing, difference: -0.05 }))),
  { n: 500, differing: 0.2, difference: 0 },
];
const MARGIN = 0.05;
/** Nominally 5 %; few items whose answers differ make it 7.5 %. */
const MOST_WRONG = 0.08;

export interface GateError extends GateSetting {
  readonly passed: number;
  readonly failed: number;
  readonly dataSets: number;
}

/** Counts the gates that pass and fail among simulated pairs of runs with answers that are right or wrong. */
export const gateErrors = (seed: number, dataSets: number): GateError[] =>
  SETTINGS.map((setting, stream) => {
    const next = uniformStream(seed, stream);
    let [passed, failed] = [0, 0];
    for (let i = 0; i < dataSets; i++) {
      const bounded = boundedDifference(drawPairs(setting, next), { min: 0, max: 1 });
      const outcome = bounded && decideGate(bounded, -MARGIN).outcome;
      if (outcome === "passed") passed++;
      if (outcome === "failed") failed++;
    }
    return { ...setting, passed, failed, dataSets };
  });

function drawPairs({ n, differing, difference }: GateSetting, next: NextUniform): ItemPair[] {
  const better = (differing + difference) / 2;
  return Array.from({ length: n }, (_, i) => {
    const draw = next();
    const isBetter = draw < better;
    const isWorse = !isBetter && draw < differing;
    return { now: { id: String(i), value: isWorse ? 0 : 1 }, before: { id: String(i), value: isBetter ? 0 : 1 } };
  });
}

export const gateMisses = (table: readonly GateError[]): string[] =>
  table
    .filter(
      ({ difference, passed, failed, dataSets }) =>
        difference !== 0 && Math.max(passed, failed) > MOST_WRONG * dataSets,
    )
    .map(({ n, differing }) => `n ${n}, ${differing} differing: too many wrong decisions`);

export const gateMarkdown = (table: readonly GateError[]): string =>
  [
    "| items | share of items that differ | true difference | passed, % | failed, % |",
    "|---|---|---|---|---|",
    ...table.map(
      ({ n, differing, difference, passed, failed, dataSets }) =>
        `| ${n} | ${differing} | ${difference} | ${percent(passed, dataSets)} | ${percent(failed, dataSets)} |`,
    ),
    "",
  ].join("\n");

const percent = (count: number, all: number): string => ((100 * count) / all).toFixed(1);
