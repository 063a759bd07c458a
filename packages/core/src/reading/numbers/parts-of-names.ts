import { lazyPattern } from "../../text/lazy-pattern.ts";

/** Letters, digits and signs before a number that make it part of a name, a unit or an exponent. */
const PART_BEFORE =
  /(?:[A-Za-zÀ-ɏ_^]|\^[-+({]{1,2}|\d\.|[A-Za-z]{2,}[-–]|(?<=[\p{L}²³)])\s?\/\s?|[\d.]\/|\d:|₂|(?<!\p{L})per\s(?:day\s)?)$/u;

/** Whether the text before a number makes it a part of a name, a unit or an exponent; "/10" is a maximum. */
export const isAttached = (before: string): boolean => !/\d\s?\/$/.test(before) && PART_BEFORE.test(before);
/** A number after one of these words is a number of something. The "no." of "Wait, no. 19.2" takes an answer back. */
const NUMBER_OF = lazyPattern(
  String.raw`(?<!\p{L})(?:step|stage|class|grade|type|phase|figure|fig\.?|table|equation|version|v|tier|part|section|criterion|option|item|killip|nyha|asa|reference|ref\.?|day|(?<!(?:wait|sorry|oh|hmm|actually)[,.…!]{0,3}\s)no\.?)[ \t#]{1,2}$|#$`,
  "iu",
);
const PART_AFTER = /^(?:st|nd|rd|th)(?!\p{L})|^-\s?(?=\p{L})|^\^|^[²³](?!\d)|^:\d\d|^'\d|^[a-d](?!\p{L}|\d)/u;

/** "in the low 80s" */
const isDecade = (before: string, after: string): boolean =>
  after.startsWith("s") && /(?<!\p{L})the\s(?:(?:low|mid|high|upper|lower)[\s-])?$/iu.test(before);
/** 5'9" */
const FEET_BEFORE = /\d\s?(?:'|ft|feet|foot)\s?$/iu;

/** Whether the text after a number makes it a part of something: "2nd", "24-hour", "5'9", "the 80s". */
export const isFollowed = (before: string, after: string): boolean =>
  PART_AFTER.test(after) || FEET_BEFORE.test(before) || isDecade(before, after);

/** Whether it numbers something, or is the year of an equation or a guideline: "the 2021 CKD-EPI", "CKD-EPI 2021 equation", "by KDIGO 2012". */
export const isOfName = (digits: string, before: string, after: string): boolean =>
  NUMBER_OF.test(before) ||
  isVersion(digits, before, after) ||
  (/^(?:19|20)\d\d$/.test(digits) && (NAME_AFTER.test(after) || NAME_BEFORE.test(before) || VERSION_OF.test(before)));

/** The version of a tool: "MELD 3.0: 21", "by FRAX 2.0", "MELD 3.0 was used". */
const isVersion = (digits: string, before: string, after: string): boolean =>
  /^\d\.\d$/.test(digits) &&
  ((TOOL_BEFORE.test(before) && VERSION_AFTER.test(after)) || (digits.endsWith(".0") && USED_BEFORE.test(before)));
const TOOL_BEFORE = lazyPattern(String.raw`(?<![\p{L}\d])\p{Lu}{3,}(?:-\p{L}+)?\s$`, "u");
const USED_BEFORE = lazyPattern(
  String.raw`(?<!\p{L})(?:[Bb]y|[Pp]er|[Uu]s(?:ing|ed)|[Vv]ia|[Ww]ith)\s(?:the\s)?\p{Lu}{3,}(?:-\p{L}+)?\s$`,
  "u",
);
const VERSION_AFTER =
  /^(?:\s?[:=]\s?\d|\s(?:(?:score|result)\s?[:=]|(?:was|is) used|calculator|tool|model)(?!\p{L}))/iu;
/** "the version of 2010" */
const VERSION_OF = /(?<!\p{L})(?:version|edition|revision|update|guidelines?|consensus|statement)\s(?:of|from)\s$/iu;
const NAME_AFTER =
  /^\)?\s(?:(?!(?:by|with|using|from|in|via|per|is|of|on|and|the|a|for|to)\s)[\p{L}/-]+\s){0,3}(?:equations?|formulas?|formulae|guidelines?|criteria|classification|definition|consensus|statement|standards?|version|revision|edition|update)(?!\p{L})|^\s\p{Lu}{2,}-\p{Lu}{2,}(?!\p{L})/u;
const NAME_BEFORE = lazyPattern(
  String.raw`(?<!\p{L})(?:[Bb]y|[Pp]er|[Uu]sing|[Vv]ia|[Ww]ith|[Bb]ased on|[Aa]ccording to)\s(?:the\s)?\p{Lu}[\p{L}/-]*\p{Lu}[\p{L}/-]*\s\(?$`,
  "u",
);
