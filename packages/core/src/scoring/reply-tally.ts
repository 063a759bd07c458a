import { z } from "zod";
import type { RequestState } from "../helm/scenario-state.ts";
import { completionsOf } from "../metrics/general-stats.ts";
import { isToolCall } from "../models/finish-reasons.ts";
import { isFilterText } from "../text/filter-text.ts";
import { isEmptyText } from "../text/is-empty-text.ts";
import { withoutPlaces } from "../reading/thinking/thinking-places.ts";
import type { PageReading } from "../release/pages/page.ts";

/** How the candidate replied. Each count is of the run's requests; a request may be in several. */
export const ReplyCounts = z.object({
  /** replies that ended at max_tokens */
  cut: z.int(),
  /** replies without text, apart from thinking */
  empty: z.int(),
  /** empty replies with thinking text */
  onlyThinking: z.int(),
  /** empty replies that call tools; absent: none, or an older run */
  onlyToolCalls: z.int().exactOptional(),
  /** replies with thinking, apart from the text or in it; absent: none, or an older run */
  withThinking: z.int().exactOptional(),
  /** replies with thinking in their text, which HELM scoring reads as the answer; absent: none, or an older run */
  thinkingInText: z.int().exactOptional(),
  /** requests that the provider's content filter refused */
  filtered: z.int(),
  /** replies that decline, silent and filtered ones included; absent if no metric measures it */
  refused: z.int().exactOptional(),
  /** replies that neither refuse nor say something of substance, e.g. "ask your doctor"; absent as `refused`, and in an older run */
  deflected: z.int().exactOptional(),
  /** replies in which the benchmark's reader found no answer; absent if the benchmark has no reader */
  unread: z.int().exactOptional(),
  /** cut replies that are empty or unread: a larger max_tokens may help */
  lostByCut: z.int(),
  /** replies that are empty, or were cut before an answer could be read; absent: none, or an older run */
  withoutAnswer: z.int().exactOptional(),
});
export type ReplyCounts = z.infer<typeof ReplyCounts>;

type Reading = Pick<PageReading, "reader" | "value">;

interface HowRead {
  /** how the benchmark's readers read the reply */
  readonly readings: readonly Reading[];
  /** stretches of the reply's text that are thinking */
  readonly thinkingAt: readonly (readonly [start: number, end: number])[];
}

/** Counts kinds of replies while the requests of a run are scored. */
export function replyTally() {
  const counts = { cut: 0, empty: 0, onlyThinking: 0, filtered: 0, lostByCut: 0 };
  const optional = { onlyToolCalls: 0, withThinking: 0, thinkingInText: 0, withoutAnswer: 0 };
  let refused: number | undefined;
  let deflected = 0;
  let unread: number | undefined;
  return {
    /** `corrected`: metric -> value of this request under profile corrected. */
    add(state: RequestState, corrected: Readonly<Record<string, number>>, read: HowRead): void {
      const refusal = corrected["refusal"];
      if (refusal !== undefined) refused = (refused ?? 0) + Number(refusal > 0);
      if (refusal === 0) deflected += Number(read.readings.some(isDeflection));
      if (state.result?.success !== true) {
        counts.filtered += Number(isFilterText(state.result?.error ?? ""));
        return;
      }
      const reply = kindOf(state, read);
      if (reply.isUnread !== undefined) unread = (unread ?? 0) + Number(reply.isUnread);
      counts.empty += Number(reply.isEmpty);
      optional.onlyToolCalls += Number(reply.isEmpty && reply.callsTools);
      optional.withThinking += Number(reply.hasThinking);
      optional.thinkingInText += Number(read.thinkingAt.length > 0);
      counts.onlyThinking += Number(reply.isEmpty && reply.hasThinking);
      counts.cut += Number(reply.isCut);
      counts.lostByCut += Number(reply.isLostByCut);
      optional.withoutAnswer += Number(reply.isEmpty || reply.isLostByCut);
    },
    counts: (): ReplyCounts => ({
      ...counts,
      ...positive(optional),
      ...(refused === undefined ? {} : { refused, deflected }),
      ...(unread === undefined ? {} : { unread }),
    }),
  };
}

const isDeflection = ({ reader, value }: Reading): boolean => reader === "refusal" && value === "deflected";

const positive = <Counts extends Readonly<Record<string, number>>>(counts: Counts): Partial<Counts> => {
  const kept: Partial<Counts> = {};
  for (const name in counts) if (counts[name] !== 0) kept[name] = counts[name];
  return kept;
};

function kindOf(state: RequestState, { readings, thinkingAt }: HowRead) {
  const [{ text, finish_reason, thinking }] = completionsOf(state);
  const answers = readings.filter(({ reader }) => reader !== "refusal");
  /** undefined: the benchmark has no reader */
  const isUnread = answers.length === 0 ? undefined : answers.every(({ value }) => value === undefined);
  const isCut = finish_reason?.reason === "length";
  const isEmpty = isEmptyText(withoutPlaces(text, thinkingAt));
  return {
    callsTools: isToolCall(finish_reason?.reason),
    isCut,
    isEmpty,
    isLostByCut: isCut && (isEmpty || isUnread === true),
    hasThinking: thinkingAt.length > 0 || !isEmptyText(thinking?.text ?? ""),
    isUnread,
  };
}
