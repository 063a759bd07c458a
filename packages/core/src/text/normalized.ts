/** More marks on one letter than text in any language has; Unicode's own limit for streams is 30 (UAX 15). */
const LONG_ROW = /((?<!\p{M})\p{M}{64})\p{M}+/gu;

/** Leaves out the rest of each row of more than 64 marks on one letter. */
export const withoutLongRows = (text: string): string => text.replace(LONG_ROW, "$1");

/** Returns a Unicode normal form in linear time: the marks on one letter are sorted in quadratic time, so that of a long row 64 stay. */
export const normalized = (text: string, form: "NFC" | "NFD" | "NFKC" | "NFKD"): string =>
  withoutLongRows(text).normalize(form);
