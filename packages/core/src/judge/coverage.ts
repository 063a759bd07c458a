import type { RequestState } from "../helm/scenario-state.ts";
import { verdictsIn } from "./verdict.ts";

export interface JudgeCoverage {
  /** answers that the judge was asked to grade */
  readonly asked: number;
  /** answers that the judge scored */
  readonly scored: number;
}

/** Counts verdicts by judge over a stream of states. Empty answers have no verdict. */
export function judgeTally() {
  const counts = new Map<string, { asked: number; scored: number }>();
  return {
    add(state: RequestState): void {
      const verdicts = verdictsIn(state.annotations) ?? {};
      for (const { judge, kind } of Object.values(verdicts).flat()) {
        const count = counts.get(judge) ?? { asked: 0, scored: 0 };
        counts.set(judge, count);
        count.asked++;
        if (kind === "scored") count.scored++;
      }
    },
    of: (judge: string): JudgeCoverage => counts.get(judge) ?? { asked: 0, scored: 0 },
  };
}
