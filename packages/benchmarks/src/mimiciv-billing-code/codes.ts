import { WORD_CHARACTER } from "@medhelm/core/metrics/python-text";

// Python's \b and \d for str; a match may end with a full stop only if a word follows
const HELM_CODE = new RegExp(
  `(?<!${WORD_CHARACTER})[A-Z]\\p{Nd}{1,3}(?:\\.\\p{Nd}{1,4})?(?:\\.(?=${WORD_CHARACTER})|(?!${WORD_CHARACTER}))`,
  "gu",
);

/**
 * HELM: extensions are cut off (S72.001A becomes S72). Codes without a dot and procedure codes are not found. Arabic digits are
 * found.
 */
export function helmCodes(text: string): Set<string> {
  const found = text.replaceAll("**", "").match(HELM_CODE) ?? [];
  return new Set(found.map((code) => code.replace(/\.+$/, "")));
}

/**
 * ICD-10-CM: a letter, a digit, a digit or letter, then up to four more after the dot. Without a dot the third is a digit, A or
 * B, which excludes words such as A1C.
 */
const CM = /[A-Z]\d(?:[0-9A-Z]\.[0-9A-Z]{1,4}|[0-9AB](?:[0-9A-Z]{0,4}))/.source;
/** ICD-10-PCS: seven digits and letters without I and O, with at least two digits, which excludes words. */
const PCS = /(?=[A-HJ-NP-Z]*\d[A-HJ-NP-Z]*\d)[0-9A-HJ-NP-Z]{7}/.source;
const CODE = new RegExp(`(?<![\\p{L}\\p{N}_.])(?:${CM}|${PCS})(?![\\p{L}\\p{N}_])(?!\\.[0-9A-Z])`, "gu");

/**
 * Returns the distinct ICD-10 codes of a text without the dot, which is notation: "I25.10" and "I2510" are one code. Profile
 * `corrected` reads gold lists with it, and replies with readCodes().
 */
export function codes(text: string): Set<string> {
  const found = text.replace(/[*`]+/g, "").match(CODE) ?? [];
  return new Set(found.map((code) => code.replace(".", "")));
}
