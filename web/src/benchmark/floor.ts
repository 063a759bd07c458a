import type { LeaderboardRun } from "@medhelm/core/release/leaderboard/leaderboard";
import type { Site } from "../release/site.ts";
import { median, score } from "../text/numbers.ts";

/** The score of answers that need no reading. */
export interface Floor {
  readonly value: number;
  /** "always giving the most common answer" */
  readonly what: string;
  /** "most common answer 0.55" */
  readonly label: string;
  /** one sentence */
  readonly note: string;
}

const KINDS = {
  majority: { what: "always giving the most common answer", label: "most common answer" },
  chance: { what: "guessing", label: "guessing" },
  nothing: { what: "always answering nothing", label: "answering nothing" },
} as const;

/**
 * Returns the floor of a benchmark: that of the runs' own questions and profile, or else that of its card, which counts the whole data. The
 * middle of several runs.
 */
export function floorOf(site: Site, benchmark: string): Floor | undefined {
  const runs = site.runsOf(benchmark);
  const found = computed(runs, "majority") ?? computed(runs, "uniform");
  if (found !== undefined) {
    const { kind, value } = found;
    const { what, label } = KINDS[kind];
    return {
      value,
      what,
      label: `${label} ${score(value)}`,
      note: `On these questions ${what} scores ${score(value)}.`,
    };
  }
  const known = site.group(benchmark)?.benchmark?.floor;
  if (known === undefined) return undefined;
  const { what, label } = KINDS[known.kind];
  return { value: known.value, what, label: `${label} ${score(known.value)}`, note: known.note };
}

function computed(runs: readonly LeaderboardRun[], name: "majority" | "uniform") {
  const value = median(runs.flatMap(({ baselines }) => baselines?.[name] ?? []));
  return value === undefined ? undefined : ({ kind: name === "majority" ? "majority" : "chance", value } as const);
}
