import { z } from "zod";

/** How many requests may end without an answer, and how many verdicts may be missing: a share of all, or a count. */
export type MaxFailures =
  | { readonly kind: "share"; readonly share: number }
  | { readonly kind: "count"; readonly count: number };

export const DEFAULT_MAX_FAILURES: MaxFailures = { kind: "share", share: 0.05 };

const MAX_FAILURES_FORM = "it must be a share such as 5% or 0.05, or a whole number of requests";

/** Parses `5%`, `0.05` (a share) or `12` (a count); 0 allows no failure. */
export const MaxFailuresText = z.string().transform((text, context): MaxFailures => {
  const parsed = /^(\d+(?:\.\d+)?)(%?)$/.exec(text.trim());
  const value = Number(parsed?.[1]);
  if (parsed?.[2] === "%" && value <= 100) return { kind: "share", share: value / 100 };
  if (parsed?.[2] === "" && value < 1) return { kind: "share", share: value };
  if (parsed?.[2] === "" && Number.isInteger(value)) return { kind: "count", count: value };
  context.addIssue(MAX_FAILURES_FORM);
  return z.NEVER;
});

/** The same text for a request or a file, which keep it unparsed. */
export const MaxFailuresString = z
  .string()
  .max(20)
  .refine((text) => MaxFailuresText.safeParse(text).success, MAX_FAILURES_FORM);

export function allowedFailures(max: MaxFailures, requests: number): number {
  // 0.07 * 100 is 7.000000000000001, so the product is rounded before its fraction is dropped
  return max.kind === "count" ? max.count : Math.floor(Number((max.share * requests).toFixed(9)));
}

export function maxFailuresText(max: MaxFailures, of: "requests" | "verdicts" = "requests"): string {
  return max.kind === "count" ? `${max.count} ${of}` : `${Number((max.share * 100).toFixed(4))} % of the ${of}`;
}
