import {
  allowedFailures,
  DEFAULT_MAX_FAILURES,
  type MaxFailures,
  maxFailuresText,
} from "@medhelm/core/run/max-failures";
import { RunStopped } from "@medhelm/core/run/asking/run-stopped";
import type { AnswerCounts } from "../answers/answer-all.ts";

/** The missing verdicts before the first readable one at which a run over its limit stops at once. */
const ENOUGH_WITHOUT_A_VERDICT = 10;

/**
 * Stops a run in which no verdict could be read, or more verdicts are missing than the limit allows. HELM scoring would give the default score to
 * unjudged answers, and corrected scoring would have too few answers.
 * @param most the number of verdicts if every request is answered
 */
export function limitVerdicts(most: number, max: MaxFailures = DEFAULT_MAX_FAILURES) {
  const stop = ({ verdictsAsked, verdictsScored, unscored }: AnswerCounts): never => {
    const cure = unscored.isMostlyFailedRequests()
      ? "remove the cause, then run the same command again; it asks only for what is missing"
      : "choose other judges with --judges NAMES, or ask again with --fresh";
    const accept =
      verdictsScored === 0
        ? ""
        : `; at most ${maxFailuresText(max, "verdicts")} may be missing, and --max-failures 100% accepts all failures`;
    throw new RunStopped(
      "too_many_failures",
      `the judges gave ${verdictsScored} of ${verdictsAsked} verdicts: ${unscored.text()}; ${cure}; all answers of the candidate are kept${accept}`,
    );
  };
  return {
    /** Saves the other requests if no verdict can be read. @throws RunStopped */
    duringRun(counts: AnswerCounts): void {
      const missing = counts.verdictsAsked - counts.verdictsScored;
      const isEnough = missing >= ENOUGH_WITHOUT_A_VERDICT && missing > allowedFailures(max, most);
      if (counts.verdictsScored === 0 && isEnough) stop(counts);
    },
    /** @throws RunStopped */
    atEnd(counts: AnswerCounts): void {
      const missing = counts.verdictsAsked - counts.verdictsScored;
      if (missing > 0 && (counts.verdictsScored === 0 || missing > allowedFailures(max, counts.verdictsAsked)))
        stop(counts);
    },
  };
}
