import { recallOf } from "../../text/recall.ts";
import type { AskedFor } from "./asked-for.ts";
import { GENERIC } from "./generic-words.ts";
import { namedIn } from "./named-in.ts";
import { quantitiesIn } from "./quantities.ts";
import { withoutNeeded } from "./without-needed.ts";

/** Half of the words name a quantity. */
export const NAMED = 0.5;

/** Whether a label has a word for a quantity, but none for that of the question. */
export const namesNothingAsked = recallOf((label, asked: AskedFor): boolean => {
  const words = (label.match(LABEL_WORD) ?? []).filter((word) => isContent(word, asked));
  if (namesAsked(label, asked)) return false;
  if (words.length === 0 || (OF_AMOUNT.test(label) && words.every((word) => word.toLowerCase() === asked.words[0])))
    return false;
  const { share } = namedIn(label, asked);
  return share === 0 || (share < NAMED && words.some((word) => namedIn(word, withoutNeeded(asked)).end === 0));
});

/** "QTcF" for the corrected QT; "eGFR" for a question in other words that requests its unit. */
function namesAsked(label: string, { quantities, unit, methods }: AskedFor): boolean {
  const isOtherMethod = (label.match(METHOD_NAME) ?? []).some((name) => !methods.has(name.toLowerCase()));
  if (isOtherMethod && methods.size > 0) return false;
  const named = quantitiesIn(label);
  if (named.length === 0 || named.some(({ isInput }) => isInput)) return false;
  return named.every((one) =>
    quantities.size > 0 ? quantities.has(one.name) : unit !== undefined && one.unit === unit,
  );
}
/** "Fridericia" */
const METHOD_NAME = /(?<=\()\p{Lu}\p{Ll}{4,}/gu;
/** "Total maintenance rate" of "maintenance fluids" */
const OF_AMOUNT = /(?<!\p{L})(?:rate|requirements?|needs?|volume|amount)\s*(?:is|was|of|:|=)?\s*$/iu;

/** Whether a word names a quantity. "Ca" is calcium, "ca" is about; "ga" is of the estimated gestational age. */
const isContent = (word: string, asked: AskedFor): boolean =>
  word.length > 1 &&
  !isLikeInitials(word, asked) &&
  !asked.initials.endsWith(word.toLowerCase()) &&
  !asked.context.has(word.toLowerCase()) &&
  (word === "Ca" || !(GENERIC.has(word.toLowerCase()) || asked.methods.has(word.toLowerCase())));

/** "FENa" and "GBS" may be of "fractional excretion of sodium" and "Glasgow-Blatchford bleeding score". */
const isLikeInitials = (word: string, { initials, words }: AskedFor): boolean =>
  word.length > 2 &&
  initials.slice(1).includes(word.charAt(1).toLowerCase()) &&
  !words.includes(word.toLowerCase()) &&
  /^\p{Lu}.*\p{Lu}/u.test(word) &&
  word.charAt(0).toLowerCase() === initials.charAt(0);

const LABEL_WORD = /[\p{L}\d]*\p{L}[\p{L}\d]*/gu;
