import { lazyPattern } from "../../text/lazy-pattern.ts";
import { recallOf } from "../../text/recall.ts";
import type { AskedFor } from "./asked-for.ts";
import { namesNothingAsked } from "./names-nothing-asked.ts";
import { quantitiesIn } from "./quantities.ts";
import { withoutNeeded } from "./without-needed.ts";

/** Whether the words before a value name a variant of the quantity that the question does not ask for. */
export const namesVariant: (before: string, asked: AskedFor) => boolean = recallOf(
  (before, asked) =>
    isOtherResult(before, asked) ||
    isOtherScore(before, asked) ||
    isLongerName(before, asked) ||
    isOtherHorizon(before, asked) ||
    isByOther(before, asked) ||
    isWithout(before, asked),
);

const isKnown = (word: string, { words, anchors }: AskedFor): boolean =>
  words.includes(word.toLowerCase()) || anchors.has(word.toLowerCase());

/** "an osmolal gap of " for the osmolality: a known result of another calculation. */
function isOtherResult(before: string, { quantities }: AskedFor): boolean {
  const label = RESULT_LABEL.exec(before)?.[1] ?? "";
  const last = quantities.size === 0 ? undefined : quantitiesIn(label).at(-1);
  return last !== undefined && !last.isInput && !quantities.has(last.name);
}
const RESULT_LABEL = lazyPattern(
  String.raw`(?<!\p{L})(?<!(?:with|using|by|from|for|of|to|adjusted|per|and)\s(?:the\s|an?\s|his\s|her\s)?)(?:(?:an?|the|his|her|its)\s)?((?:(?!(?:it|this|that|which|with|using|by|from|for|the|so|and|but|i|we|is|was)\s)[\p{L}-]+\s){1,4}?)(?:of|is|was|=|:)\s?(?:about\s|approximately\s)?$`,
  "iu",
);

/** "The CHA2DS2-VASc score is " for HAS-BLED */
function isOtherScore(before: string, asked: AskedFor): boolean {
  const [, name = ""] = SCORE_LABEL.exec(before) ?? [];
  return name !== "" && asked.anchors.size > 0 && namesNothingAsked(name, withoutNeeded(asked));
}
const SCORE_LABEL = lazyPattern(
  String.raw`(?<![\p{L}\d-])(\p{Lu}[\p{L}\d-]*\p{Lu}[\p{L}\d-]*)\s(?:score|index|scale)\s?(?:is|was|of|:|=)?\s?$`,
  "u",
);

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

/** "MELD without sodium" for MELD-Na */
function isWithout(before: string, asked: AskedFor): boolean {
  const [, part = ""] = WITHOUT.exec(before) ?? [];
  const symbol = SYMBOLS[part.toLowerCase()];
  return part !== "" && (isKnown(part, asked) || (symbol !== undefined && isKnown(symbol, asked)));
}
const SYMBOLS: Readonly<Record<string, string>> = { sodium: "na", potassium: "k", calcium: "ca" };
const WITHOUT = lazyPattern(
  String.raw`(?<!\p{L})(?:without|excluding|ignoring|omitting|leaving out|before|ohne|sans|sin|sem)\s(?:the\s|its\s|any\s|adding\s)*(\p{L}{2,20})(?:\s(?:term|correction|adjustment|part|component|points?)){0,2},?\s?(?:(?:it|this|(?:the|that)\s\p{L}+)\s)?(?:(?:is|was|would be|of|at|=|:)\s?)?$`,
  "iu",
);

const PREFIXED = lazyPattern(String.raw`(?<![\p{L}\d])[qm](\p{Lu}{3,8})(?!\p{L})[^,;.]{0,12}$`, "u");
const LONGER_NAME = lazyPattern(
  String.raw`(?<![\p{L}\d-])(\p{Lu}[\p{L}\d]*\p{Lu})-(\p{L}{2,8})(?![\p{L}-])(?:\s?(?:score|is|was|of|:|=|\s)){0,3}\s?$`,
  "u",
);
const OF_NAME =
  /^(?:score|wert|index|value|points?|total|punkte|skala|scale|test|stufe|grad|criteria|kriterien|formel|risiko|risk)$/iu;
const HORIZON = lazyPattern(
  String.raw`(?<!\p{L})(lifetime|\d{1,2}(?=[- ]year))(?:[- ]years?)?(?:\s\p{L}+){0,3}\s(?:risk|mortality|survival|probability)\s?(?:is|was|of|:|=)?\s?(?:about\s|approximately\s)?$`,
  "iu",
);
const BY_AUTHOR = lazyPattern(
  String.raw`(?:^|[\s,;(])(?:[Bb]y|[Pp]er|[Uu]sing|[Nn]ach|[Ss]elon|[Ss]egún|[Mm]it|[Ww]ith)\s(?:the\s)?(\p{Lu}\p{Ll}{3,})(?:'s)?(?:\s(?:formula|equation|method|correction|formel))?[,:]?\s?(?:(?:it|this)\s)?(?:is\s|gives\s)?$`,
  "u",
);

/** Whether the words behind a value say that it is another known quantity: "61 would be the eGFR". */
export function isOtherBehind(after: string, { quantities }: AskedFor): boolean {
  const [, label = ""] = OTHER_BEHIND.exec(after) ?? [];
  const [first] = quantities.size === 0 ? [] : quantitiesIn(label);
  return first !== undefined && !quantities.has(first.name);
}
const OTHER_BEHIND =
  /^["'\x60*]*\s?(?:[^\s,;:.]{1,14}\s)?(?:is|was|would be)\s(?:only\s|just\s)?(?:the|an?|her|his)\s([^.,;:\d]{2,40})/iu;
