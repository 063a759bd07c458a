import { counted } from "@medhelm/core/text/counted";
import type { ModelFailure } from "@medhelm/core/ports";

/** Counts of failed requests by reason, with the last message of each. */
export type FailureCounts = Map<ModelFailure["reason"], Failed>;
export type FailuresByReason = ReadonlyMap<ModelFailure["reason"], Failed>;

interface Failed {
  readonly count: number;
  readonly message: string;
}

export function addFailure(
  failures: FailureCounts,
  { reason, message }: Pick<ModelFailure, "reason" | "message">,
): void {
  failures.set(reason, { count: (failures.get(reason)?.count ?? 0) + 1, message });
}

/** Counts the failed requests without those that a content filter refused. */
export function countedFailures(failures: FailuresByReason): number {
  let count = 0;
  for (const [reason, failed] of failures) if (reason !== "content_filter") count += failed.count;
  return count;
}

/** The reasons; the most frequent reason first, e.g. `HTTP 400, the server refuses the request (18 times); no answer within 60 s (twice)`. */
export function reasonsText(failures: FailuresByReason): string {
  const shown = [...failures].filter(([reason]) => reason !== "content_filter").map(([, failed]) => failed);
  if (shown.length === 1) return shown[0]?.message ?? "";
  return shown
    .toSorted((a, b) => b.count - a.count)
    .map(({ count, message }) => `${message} (${counted(count, "request")})`)
    .join("; ");
}
