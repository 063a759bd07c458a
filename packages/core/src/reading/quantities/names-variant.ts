import type { AskedFor } from "./asked-for.ts";

/** Whether the words before a value name a variant of the quantity that the question does not ask for. */
export const namesVariant = (before: string, asked: AskedFor): boolean =>
  isLongerName(before, asked) || isOtherHorizon(before, asked) || isByOther(before, asked);

const isKnown = (word: string, { words, anchors }: AskedFor): boolean =>
  words.includes(word.toLowerCase()) || anchors.has(word.toLowerCase());

/** "MELD-Na" for MELD, "qSOFA" for SOFA */
function isLongerName(before: string, asked: AskedFor): boolean {
  const [, short = ""] = PREFIXED.exec(before) ?? [];
  const [, name = "", suffix = ""] = LONGER_NAME.exec(before) ?? [];
  return isKnown(short, asked) || (isKnown(name, asked) && !isKnown(suffix, asked) && !OF_NAME.test(suffix));
}

/** "the lifetime risk" for the risk of ten years */
function isOtherHorizon(before: string, { horizon }: AskedFor): boolean {
  const [, years = horizon] = HORIZON.exec(before) ?? [];
  return horizon !== undefined && years?.toLowerCase() !== horizon;
}

/** "By Fridericia" for Bazett's formula */
function isByOther(before: string, asked: AskedFor): boolean {
  const [, author = ""] = BY_AUTHOR.exec(before) ?? [];
  return asked.methods.size > 0 && author !== "" && !asked.methods.has(author.toLowerCase()) && !isKnown(author, asked);
}

const PREFIXED = /(?<![\p{L}\d])[qm](\p{Lu}{3,8})(?!\p{L})[^,;.]{0,12}$/u;
const LONGER_NAME =
  /(?<![\p{L}\d-])(\p{Lu}[\p{L}\d]*\p{Lu})-(\p{L}{2,8})(?![\p{L}-])(?:\s?(?:score|is|was|of|:|=|\s)){0,3}\s?$/u;
const OF_NAME =
  /^(?:score|wert|index|value|points?|total|punkte|skala|scale|test|stufe|grad|criteria|kriterien|formel|risiko|risk)$/iu;
const HORIZON =
  /(?<!\p{L})(lifetime|\d{1,2}(?=[- ]year))(?:[- ]years?)?(?:\s\p{L}+){0,3}\s(?:risk|mortality|survival|probability)\s?(?:is|was|of|:|=)?\s?(?:about\s|approximately\s)?$/iu;
const BY_AUTHOR =
  /(?:^|[\s,;(])(?:[Bb]y|[Pp]er|[Uu]sing|[Nn]ach|[Ss]elon|[Ss]egún|[Mm]it|[Ww]ith)\s(?:the\s)?(\p{Lu}\p{Ll}{3,})(?:'s)?(?:\s(?:formula|equation|method|correction|formel))?[,:]?\s?(?:(?:it|this)\s)?(?:is\s|gives\s)?$/u;
