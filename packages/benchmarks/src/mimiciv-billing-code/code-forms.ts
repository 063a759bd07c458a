/** ICD-10-CM with its dot: a letter, a digit, a digit, A or B, then up to four more. */
const DOTTED = /[A-Za-z]\d[\dA-Ca-c]\.[\dA-Za-z]{1,4}/.source;
/** ICD-10-CM without its dot. */
const PLAIN = /[A-Za-z]\d[\dABab][\dA-Za-z]{0,4}/.source;
/** ICD-10-PCS: seven digits and letters without I and O, which begin with a section and a body system of it. */
const PROCEDURE =
  /(?:0[\dB-DF-HJ-NP-Yb-df-hj-np-y]|10|2[WYwy]|3[0CEce]|4[ABab]|[56][Aa]|7[Ww]|8[CEce]|9[Ww]|[Bb][\dB-Yb-y]|[Cc][\dB-Wb-w]|[DdFf][\dB-Yb-y]|[GgHh][Zz]|[Xx][\dA-Za-z])[\dA-HJ-NP-Za-hj-np-z]{5}/
    .source;

/** Finds every part of a text that has the form of a code. No letter, digit or dot is directly around it. */
export const codeForms = (): RegExp =>
  new RegExp(
    String.raw`(?<![\p{sc=Latin}\p{sc=Greek}\p{sc=Cyrillic}\p{N}_.])(?<!\p{Lu}{2}-)(?:(?<dotted>${DOTTED})|(?<procedure>${PROCEDURE})|(?<plain>${PLAIN}))(?![\p{sc=Latin}\p{sc=Greek}\p{sc=Cyrillic}\p{N}_])(?!\.[\dA-Za-z*-])`,
    "gu",
  );

/** Blocks of three characters that ICD-10-CM leaves out, among them vitamin B12 and the vertebrae T10 to T12. */
const NO_CATEGORY = /^(?:A1[0-4]|B1[1-4]|T0[89]|T1[0-3])$/;
/** Names without a dot: mutations (V600E), infusions (D10W), intervals (Q12H), serotypes (O157). */
const OTHER_KIND = /^(?:[A-Z]\d{3,4}[A-WYZ]|[A-Z]\d{2}[C-WYZ]|[A-Z]\d[AB][A-Z]+|O157)$/;
/** Codes of drugs (ATC: C09AA05) and headings (MeSH: D003924). */
const OTHER_SYSTEM = /^(?:[A-Z]\d{2}[A-Z]{2}\d{2}|[CD]\d{6})$/;
/** Whether a part of a text with the form of a code can be one. An x at its end names a group of codes. */
export function canBeCode(form: string, kind: "dotted" | "plain" | "procedure"): boolean {
  const code = form.toUpperCase();
  if (kind === "dotted") return !code.endsWith("X");
  if (OTHER_SYSTEM.test(code)) return false;
  return kind === "procedure" || (!NO_CATEGORY.test(code) && !OTHER_KIND.test(code));
}
