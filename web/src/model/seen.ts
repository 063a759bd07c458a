/**
 * Whether a model may have seen a test set: its data, or else its answers, were public when the model's knowledge ends. Undefined if one of the
 * days is unknown. Days are compared as far as both are known.
 */
export function mayHaveSeen(
  dates: { readonly firstPublic?: string; readonly answersPublic?: string } | undefined,
  cutoff: string | undefined,
): boolean | undefined {
  const day = dates?.firstPublic ?? dates?.answersPublic;
  if (day === undefined || cutoff === undefined) return undefined;
  const known = Math.min(day.length, cutoff.length);
  return day.slice(0, known) <= cutoff.slice(0, known);
}
