import { lazyPattern } from "@medhelm/core/text/lazy-pattern";

/** ICD-10-CM with its dot: a letter, a digit, a digit, A or B, then up to four more. */
const DOTTED = /[A-Za-z]\d[\dA-Ca-c]\.[\dA-Za-z]{1,4}/.source;
/** ICD-10-CM without its dot. After A or B comes a digit (C7A010), which excludes stages such as T2AN1M0. */
const PLAIN = /[A-Za-z]\d(?:\d[\dA-Za-z]{0,4}|[ABab](?:\d[\dA-Za-z]{0,3})?)/.source;
/**
 * The first three characters of ICD-10-PCS: section, body system, and the operation or root type. The last is a digit in all sections but medical and
 * surgical, rehabilitation, mental health and new technology.
 */
const SECTIONS =
  "0[\\dB-DF-HJ-NP-Y][\\dB-HJ-NP-Y]|10[\\dADEHJP-UY]|2[WY][0-6]|3[0CE][0-2]|4[AB][01]|5A[0-2]|6A[\\dB]|7W0|8[CE]0|9WB|B[\\dB-Y][0-5]|C[\\dB-W][1-7]|D[\\dB-Y][\\dY]|F[01][\\dB-F]|GZ[\\dB-J]|HZ[2-9]|X[\\dA-Z][\\dA-HJ-NP-Z]";
/** ICD-10-PCS: seven digits and letters without I and O. */
const PROCEDURE = `(?:${SECTIONS}|${SECTIONS.toLowerCase().replaceAll("\\D", "\\d")})[\\dA-HJ-NP-Za-hj-np-z]{4}`;

/** The form of a code. No letter, digit or dot is directly around it. */
const FORM = String.raw`(?<![\p{sc=Latin}\p{sc=Greek}\p{sc=Cyrillic}\p{N}_.])(?<!\p{Lu}{2}-)(?:(?<dotted>${DOTTED})|(?<procedure>${PROCEDURE})|(?<plain>${PLAIN}))(?![\p{sc=Latin}\p{sc=Greek}\p{sc=Cyrillic}\p{N}_])(?!\.[\dA-Za-z*-])`;
const FORMS = new RegExp(FORM, "gu");
const SOME_FORM = lazyPattern(FORM, "u");

/** Whether a part of a text has the form of a code. */
export const hasCode = (text: string): boolean => SOME_FORM.test(text);

/** Blocks of three characters that ICD-10-CM leaves out, among them vitamin B12 and the vertebrae T10 to T12. */
const NO_CATEGORY = /^(?:A1[0-4]|B1[1-4]|T0[89]|T1[0-3])$/;
/** Names without a dot: mutations (V600E), infusions (D10W), intervals (Q12H), serotypes (O157). */
const OTHER_KIND = /^(?:[A-Z]\d{3,4}[A-WYZ]|[A-Z]\d{2}[C-WYZ]|O157)$/;
/** Codes of drugs (ATC: C09AA05) and headings (MeSH: D003924). */
const OTHER_SYSTEM = /^(?:[A-Z]\d{2}[A-Z]{2}\d{2}|[CD]\d{6})$/;

type FormKind = "dotted" | "plain" | "procedure";
const KINDS: readonly FormKind[] = ["dotted", "plain", "procedure"];

/** A part of a text with the form of a code: text[from] to text[to - 1]. */
export interface CodeForm {
  readonly code: string;
  readonly kind: FormKind;
  readonly from: number;
  readonly to: number;
}

const ONLY_SIGNS = /^[\s\d.,;:#*'"()[\]{}|/&-]*(?:(?:and|or)[\s\d.,;:#*'"()[\]{}|/&-]*)*$/i;
/** A label of the answer at the start of a line: the list begins after it. */
const LABEL = lazyPattern(
  String.raw`^[^\p{L}\p{N}]*(?:(?:(?:the|my|final)\s){0,2}(?:answer|response|output|result|codes?)\s?[:：]\s*)+`,
  "iu",
);
/** The start of a line: bullets, quotes, a number. */
const LINE_START = /^[^\p{L}\p{N}]*(?:\d{1,3}[.):]\s*)?[^\p{L}\p{N}]*$/u;
const ITEM_END = /^["')\]]*\s?(?:[:=|–—-]|$)/u;

const labelLength = (sentence: string): number => LABEL.exec(sentence)?.[0].length ?? 0;

/** Returns the codes that a sentence names. `isFirst`: it begins its line. */
export function formsOf(sentence: string, isFirst: boolean): CodeForm[] {
  if (!hasCode(sentence)) return [];
  const found: CodeForm[] = [];
  const label = isFirst ? labelLength(sentence) : 0;
  const hasOnlyCodes = ONLY_SIGNS.test(sentence.slice(label).replace(FORMS, ""));
  for (const match of sentence.matchAll(FORMS)) {
    const [form] = match;
    const from = match.index;
    const to = from + form.length;
    const kind = KINDS.find((one) => match.groups?.[one] !== undefined) ?? "plain";
    const isStart = isFirst && from < label + 40 && LINE_START.test(sentence.slice(label, from));
    const isItem = isStart && ITEM_END.test(sentence.slice(to));
    const isAlone = hasOnlyCodes || isItem;
    if ((isAlone || isSure(form, kind)) && canBeCode(form, kind))
      found.push({ code: form.replace(".", "").toUpperCase(), kind, from, to });
  }
  return found;
}

/** A word in small letters and a number of seven digits are codes only where a list has them. */
const isSure = (form: string, kind: FormKind): boolean =>
  kind === "dotted" || (form === form.toUpperCase() && /\p{L}/u.test(form));

/** Whether a part of a text with the form of a code can be one. An x at its end names a group of codes. */
function canBeCode(form: string, kind: FormKind): boolean {
  const code = form.toUpperCase();
  if (kind === "dotted") return !code.endsWith("X");
  if (OTHER_SYSTEM.test(code)) return false;
  return kind === "procedure" || (!NO_CATEGORY.test(code) && !OTHER_KIND.test(code));
}
