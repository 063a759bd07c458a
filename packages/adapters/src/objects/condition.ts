import type { Condition } from "@medhelm/core/ports";

/** True if the condition allows a write or delete of the object `current`. Like S3, every store refuses `ifMatch` on a missing key. */
export function meetsCondition(
  current: { readonly etag: string } | undefined,
  condition: Condition | undefined,
): boolean {
  if (condition === undefined) return true;
  return "ifAbsent" in condition ? current === undefined : current?.etag === condition.ifMatch;
}
