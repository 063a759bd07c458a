import { counted } from "@medhelm/core/text/counted";
import {
  type MaxFailures,
  DEFAULT_MAX_FAILURES,
  allowedFailures,
  maxFailuresText,
} from "@medhelm/core/run/max-failures";
import { RunStopped } from "@medhelm/core/run/asking/run-stopped";
import type { AnswerCounts } from "../answers/answer-all.ts";
import { countedFailures, reasonsText } from "./failures-by-reason.ts";

/** The failed requests before the first answer at which a run over its limit stops at once. */
const ENOUGH_WITHOUT_AN_ANSWER = 10;

/**
 * Stops a run in which every request fails, or more requests fail than the limit allows. HELM scoring would count the server's fault against the
 * candidate, and corrected scoring would have too few replies. A content filter's refusal is an outcome of the candidate and does not count.
 */
export function failureLimit(deployment: string, total: number, max: MaxFailures = DEFAULT_MAX_FAILURES) {
  const allowed = allowedFailures(max, total);
  const stop = ({ requests, answered, failures }: AnswerCounts): never => {
    const unsent = requests < total ? `, and ${total - requests} more were not sent` : "";
    const accept =
      answered === 0 ? "" : `; at most ${maxFailuresText(max)} may fail, and --max-failures 100% accepts all failures`;
    throw new RunStopped(
      "too_many_failures",
      `${deployment} answered ${answered} of ${counted(requests, "request")}${unsent}: ${reasonsText(failures)}; remove the cause, then run the same command again: it asks only for what is missing${accept}`,
    );
  };
  return {
    /** Saves the rest of the requests if none is ever answered. @throws RunStopped */
    duringRun(counts: AnswerCounts): void {
      const failed = countedFailures(counts.failures);
      if (counts.answered === 0 && failed >= ENOUGH_WITHOUT_AN_ANSWER && failed > allowed) stop(counts);
    },
    /** @throws RunStopped */
    atEnd(counts: AnswerCounts): void {
      const failed = countedFailures(counts.failures);
      if (failed > allowed || (failed > 0 && failed === counts.requests)) stop(counts);
    },
  };
}
