import { z } from "zod";
import type { RequestState } from "../helm/scenario-state.ts";
import { sampleQuantile } from "../statistics/sample-quantile.ts";
import { numberColumn } from "./number-column.ts";

/** How long the candidate took for a whole answer. */
export const Latency = z.object({
  /** the time that half of the answers do not exceed, and the one that 95 % of them do not exceed */
  p50Seconds: z.number(),
  p95Seconds: z.number(),
  /** number of answers with a known time */
  answers: z.int(),
});
export type Latency = z.infer<typeof Latency>;

/** Collects the times of answers. Of a batch only the time of all its answers is known, so that its answers are left out. */
export function latencyTally() {
  const seconds = numberColumn();
  let answers = 0;
  return {
    add({ result }: Pick<RequestState, "result">): void {
      const { success, request_time: time = 0, batch_request_time: batch } = result ?? {};
      if (success === true && batch === undefined && time > 0) seconds.set(answers++, time);
    },
    /** Undefined without a known time. */
    found(): Latency | undefined {
      if (answers === 0) return undefined;
      const sorted = Float64Array.from({ length: answers }, (_, i) => seconds.at(i)).toSorted();
      return {
        p50Seconds: sampleQuantile(sorted, 0.5),
        p95Seconds: sampleQuantile(sorted, 0.95),
        answers,
      };
    },
  };
}
