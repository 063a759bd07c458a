import { z } from "zod";
import type { RequestState } from "../helm/scenario-state.ts";
import { completionsOf } from "../metrics/general-stats.ts";
import { strip } from "../metrics/python-text.ts";
import { isFilterText } from "../metrics/refusal.ts";
import type { PageReading } from "../release/page.ts";

/** How the candidate replied. Each count is of the run's requests; a request may be in several. */
export const ReplyCounts = z.object({
  /** replies that ended at max_tokens */
  cut: z.int(),
  /** replies without text */
  empty: z.int(),
  /** empty replies with thinking text */
  onlyThinking: z.int(),
  /** requests that the provider's content filter refused */
  filtered: z.int(),
  /** replies that decline, silent and filtered ones included; absent if no metric measures it */
  refused: z.int().exactOptional(),
  /** replies in which the benchmark's reader found no answer; absent if the benchmark has no reader */
  unread: z.int().exactOptional(),
  /** cut replies that are empty or unread: a larger max_tokens may help */
  lostByCut: z.int(),
});
export type ReplyCounts = z.infer<typeof ReplyCounts>;

/** Counts kinds of replies while the requests of a run are scored. */
export function replyTally() {
  const counts = { cut: 0, empty: 0, onlyThinking: 0, filtered: 0, lostByCut: 0 };
  let refused: number | undefined;
  let unread: number | undefined;
  return {
    /** `corrected`: metric -> value of this request under profile corrected; `readings`: how its readers read the reply. */
    add(
      state: RequestState,
      corrected: Readonly<Record<string, number>>,
      readings: readonly Pick<PageReading, "reader" | "value">[],
    ): void {
      const refusal = corrected["refusal"];
      if (refusal !== undefined) refused = (refused ?? 0) + refusal;
      if (state.result?.success !== true) {
        if (isFilterText(state.result?.error ?? "")) counts.filtered++;
        return;
      }
      const [{ text, finish_reason, thinking }] = completionsOf(state);
      const answers = readings.filter(({ reader }) => reader !== "refusal");
      const isUnread = answers.length > 0 && answers.every(({ value }) => value === undefined);
      if (answers.length > 0) unread = (unread ?? 0) + (isUnread ? 1 : 0);
      const isEmpty = strip(text) === "";
      const isCut = finish_reason?.reason === "length";
      if (isEmpty) counts.empty++;
      if (isEmpty && thinking !== undefined && strip(thinking.text ?? "") !== "") counts.onlyThinking++;
      if (isCut) counts.cut++;
      if (isCut && (isEmpty || isUnread)) counts.lostByCut++;
    },
    counts: (): ReplyCounts => ({
      ...counts,
      ...(refused === undefined ? {} : { refused }),
      ...(unread === undefined ? {} : { unread }),
    }),
  };
}
