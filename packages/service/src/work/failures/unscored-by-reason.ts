import { counted } from "@medhelm/core/text/counted";
import type { Verdict } from "@medhelm/core/judge/verdict";
import { withoutItem } from "@medhelm/core/judge/item-reason";

/** A verdict without a score. */
export type Unscored = Pick<Extract<Verdict, { kind: "unscored" }>, "judge" | "reason" | "message">;

export interface UnscoredByReason {
  /** The reasons, the most frequent first, e.g. `the reply is no JSON object (6 of gpt and llama)`. Three at most. */
  text(): string;
  /** Whether most of the judges' requests failed, so that a repetition may help. */
  isMostlyFailedRequests(): boolean;
}

const SHOWN = 3;

/** Counts verdicts without a score by reason. The result does not depend on the order of the verdicts. */
export function unscoredByReason(): UnscoredByReason & { add(verdict: Unscored): void } {
  const reasons = new Map<string, { count: number; readonly judges: Set<string> }>();
  let all = 0;
  let failedRequests = 0;
  return {
    add({ judge, reason, message }) {
      all++;
      failedRequests += Number(reason === "judge_failed");
      const text = withoutItem(message);
      const found = reasons.get(text) ?? { count: 0, judges: new Set() };
      reasons.set(text, found);
      found.count++;
      found.judges.add(judge);
    },
    text() {
      const sorted = [...reasons].toSorted(([a, x], [b, y]) => y.count - x.count || (a < b ? -1 : 1));
      const shown = sorted
        .slice(0, SHOWN)
        .map(([reason, { count, judges }]) => `${reason} (${count} of ${named([...judges].toSorted())})`);
      const others = sorted.length - shown.length;
      return [...shown, ...(others > 0 ? [`and ${counted(others, "other reason")}`] : [])].join("; ");
    },
    isMostlyFailedRequests: () => failedRequests * 2 > all,
  };
}

const named = (names: readonly string[]): string =>
  names.length < 2 ? names.join() : `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;
