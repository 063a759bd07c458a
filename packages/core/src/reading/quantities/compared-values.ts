import { lazyPattern } from "../../text/lazy-pattern.ts";
import type { AskedFor } from "./asked-for.ts";
import { words } from "../text/pattern.ts";

const { raw } = String;

/** A number of a person is an age or a weight: "he is 67". */
const OF_PERSON = /(?<!\p{L})(?:male|female|man|woman|patient|he|she)(?:'s|\s(?:is|was))\s(?:an?\s)?$/iu;
const NORMAL = "normal(?:e[rsn]?|es|werte?|ly)?|normwerte?|reference|ref|range";
const BORDERS = "thresholds?|cut-?offs?|cut-?points?|goals?|targets?|limits?";
const BORDERS_ABROAD = "grenzwert|umbral|seuil|soglia|limiar|objetivo|objectif|obiettivo|zielwert|normbereich|límite";
const CLASSES = "healthy|overweight|obese|obesity|underweight|expected|average|typical|mortality|risk|rate";
const MEASURED = "measured|reported|documented";
const EXTREMES =
  "(?:maximum|maximal|max|minimum|(?:highest|lowest|best|worst) possible)(?: possible)? (?:score|points?|value|total)";
const COMPARED =
  "versus|compared (?:with|to)|rounded from|from(?! (?:[\\p{L}-]+ ){1,4}(?:is|was|it is) )|(?:full )?term (?:is|would be|begins|starts)|(?:target|normal) (?:is|of)";
/** A value to compare with. */
export const REFERENCE_BEFORE = lazyPattern(
  words(NORMAL, BORDERS, BORDERS_ABROAD, CLASSES, MEASURED, EXTREMES, COMPARED) +
    raw`(?:(?!,\s(?:so|thus|therefore|hence)\s)[^.;:\n=]){0,30}$`,
  "iu",
);
/** "a score of 0-1 means" is about all patients. */
const INDEFINITE = lazyPattern(
  raw`(?:^|[;:.]\s?)[^\p{L}]*(?:an?|any)\s(?:[\p{L}\d-]+\s){1,3}(?:of|between|from|above|below|over|under|exceeding)\s(?:[<>≥≤]=?\s?)?$`,
  "iu",
);
const MEANS_AFTER =
  /^[^.;,\n]{0,40}(?<!\p{L})(?:means?|meant|indicates?|suggests?|implies|corresponds?|carries|defines?|is|are|would|could|can|may|should|or)(?!\p{L})/iu;
export const REFERENCE_AFTER = lazyPattern(
  raw`^\s?(?:[^\s,;:.()]{1,12}\s)?(?:expected|predicted|tall|old|of age|each|apiece)(?!\p{L})|^\s?of (?:the )?(?:normal|patients|baseline)|^[^.;,\n\d]{0,24}(?<!\p{L})(?:threshold|target|goal|cut-?off|upper limit|lower limit|on arrival|before term|until term|remaining|ago|left|in the past|initially|at first)(?!\p{L})`,
  "iu",
);

/** "above the cutoff of 2.67 (or 3.25 in HCV)", "the thresholds of 2 (men) or 3": another one of several values to compare with. */
const BETWEEN = raw`(?:(?![.;]\s)[^\n=;→⇒]){0,60}`;
const NEXT_REFERENCE = raw`(?:(?<!\p{L})(?:or|and|versus|vs\.?|oder|und|o|ou|y|e|et)\s|[(:]\s?|,\s)(?:(?!(?:is|was|so|thus|therefore|but|the|score|total|result|answer)\s)[\p{L}-]+,?\s){0,6}$`;
const REFERENCES_BEFORE = lazyPattern(
  raw`${words(BORDERS, "normal|reference|grenzwerte?|umbral|seuil|soglia|limiar")}${BETWEEN}\d${BETWEEN}${NEXT_REFERENCE}`,
  "iu",
);
/** Whether a value is one of several values to compare with, which the words before them name. */
export const isOfReferences = (head: string): boolean => REFERENCES_BEFORE.test(head);

/** "Daily maximum: " */
const MAXIMUM_BEFORE = /(?<!\p{L})max(?:imum)?(?:\sdaily)?(?:\sdose|\srate)?\s?:\s?$/iu;

/** Whether a value is of something else: an input, or a value to compare with. */
export function isAside(before: string, after: string, asked: AskedFor): boolean {
  if (/(?<!\p{L})capped (?:at|to)(?!\p{L})[^.;\d]*$/iu.test(before)) return false;
  if (MAXIMUM_BEFORE.test(before)) return true;
  if (REFERENCE_AFTER.test(after) || (OF_PERSON.test(before) && !asked.words.includes("age"))) return true;
  if ((INDEFINITE.test(before) || /[<>≥≤]=?\s?$/.test(before)) && MEANS_AFTER.test(after)) return true;
  const reference = REFERENCE_BEFORE.exec(before)?.[0].split(" ", 1)[0];
  return reference !== undefined && !asked.words.includes(reference.toLowerCase());
}
