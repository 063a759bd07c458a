import { counted } from "../../text/counted.ts";
import type { BenchmarkSize } from "../../money/benchmark-size.ts";

/** A run that a complete suite has for each model. */
export interface ExpectedRun {
  /** the card's name */
  readonly benchmark: string;
  /** the run's name without its model, e.g. "clear:condition=x" */
  readonly base: string;
  /** the run entry without its model */
  readonly entry: string;
  readonly size?: BenchmarkSize | undefined;
}

/** A run folder. Without `counts` another tool wrote it, and its requests are not counted. */
export interface PresentRun {
  readonly base: string;
  readonly model: string;
  readonly isFinished: boolean;
  /** the `-m` of the run; absent: the whole split */
  readonly limit?: number | undefined;
  readonly counts?: {
    readonly instances: number;
    readonly failed: number;
    readonly verdictsAsked: number;
    readonly verdictsScored: number;
  };
}

/** `missing`: no folder. `partial`: not sealed, or without some answers or verdicts. `capped`: fewer instances than the benchmark has. */
export type RunState = "complete" | "missing" | "partial" | "capped";

export interface RunCompleteness {
  readonly benchmark: string;
  readonly model: string;
  readonly entry: string;
  readonly state: RunState;
  /** the numbers behind the state; absent for a complete or a missing run */
  readonly detail?: string;
}

/** Returns the state of each expected run of each model, in the order of the expected runs. */
export function completeness(
  expected: readonly ExpectedRun[],
  models: readonly string[],
  present: readonly PresentRun[],
): RunCompleteness[] {
  return models.flatMap((model) =>
    expected.map((run) => {
      const states = present
        .filter((one) => one.model === model && one.base === run.base)
        .map((one) => stateOf(run, one))
        .toSorted((a, b) => ORDER.indexOf(a.state) - ORDER.indexOf(b.state));
      return { benchmark: run.benchmark, model, entry: run.entry, ...(states[0] ?? { state: "missing" }) };
    }),
  );
}

/** Of several runs of one entry, such as two suites', the best one counts. */
const ORDER: readonly RunState[] = ["complete", "capped", "partial", "missing"];

function stateOf({ size }: ExpectedRun, run: PresentRun): Pick<RunCompleteness, "state" | "detail"> {
  const { counts, limit } = run;
  if (!run.isFinished) return { state: "partial", detail: "it has not ended" };
  const gaps = counts === undefined ? [] : gapsOf(counts);
  if (gaps.length > 0) return { state: "partial", detail: gaps.join(", ") };
  const low = size?.instances?.low;
  const isCut = limit !== undefined && (counts === undefined || counts.instances >= limit);
  if (!isCut || (low !== undefined && limit >= low)) return { state: "complete" };
  return { state: "capped", detail: `${limit} of ${low === undefined ? "an unknown number of" : low} instances` };
}

const gapsOf = ({ failed, verdictsAsked, verdictsScored }: NonNullable<PresentRun["counts"]>): string[] => [
  ...(failed > 0 ? [`${counted(failed, "request")} failed`] : []),
  ...(verdictsScored < verdictsAsked
    ? [`${verdictsAsked - verdictsScored} of ${verdictsAsked} verdicts are missing`]
    : []),
];
