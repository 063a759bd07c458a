import { lazyPattern } from "../../text/lazy-pattern.ts";
import { recallOf } from "../../text/recall.ts";
import { takesBack } from "../corrections/taken-back.ts";
import { withoutMoments } from "../values/value-moment.ts";
import type { AskedFor } from "./asked-for.ts";
import { namesInput } from "./input-units.ts";
import { labelOf } from "./label-of.ts";
import { namedIn } from "./named-in.ts";
import { namesNothingAsked } from "./names-nothing-asked.ts";
import { namesVariant } from "./names-variant.ts";
import { withoutNeeded } from "./without-needed.ts";

/** Whether the words directly before a value name another quantity than that of the question: "PaO2 is ", "Height: ", "she weighs ". */
export const namesAnother = recallOf((before, asked: AskedFor): boolean => {
  if (namesVariant(before, asked)) return true;
  const [, apposed = ""] = APPOSITION.exec(before) ?? [];
  if (namesNothingAsked(apposed, asked)) return true;
  const label = labelOf(withoutMoments(before).replace(MEASURED, " "));
  if (label === undefined || takesBack(before) || OTHER_LANGUAGE.test(label)) return false;
  if (lacksWord(label, asked)) return true;
  // "E3 V4 M6" are the parts of a score
  return (
    !/(?<![\p{L}\d])(?:\p{L}{1,2}\d\s?){2,}(?![\p{L}\d])/iu.test(label) &&
    (!/(?<!\p{L})score\s*(?:is|of|was)?\s*$/iu.test(label) || OF_PART.test(label)) &&
    namesNothingAsked(label, asked)
  );
});

/** "The MELD score" where the MELD-Na score is requested, "the QT interval" where it is the corrected one. */
const lacksWord = (label: string, asked: AskedFor): boolean =>
  asked.needed.size > 0 && namedIn(label, asked).share === 0 && namedIn(label, withoutNeeded(asked)).share > 0;

/** "The verbal score is": a part of a score, but "the total score is" and "Her HEART score is". */
const OF_PART = lazyPattern(
  String.raw`(?<!\p{L})(?!(?:a|an|the|this|that|his|her|their|its|total|final|overall|risk|clinical|severity|calculated|resulting)\s)\p{Ll}{3,}\sscore\s*(?:is|of|was)?\s*$`,
  "u",
);

/** "only the weight, 72 kg" */
const APPOSITION = lazyPattern(
  String.raw`(?<!(?<!\p{L})(?:using|for|with|by|in|from|of)\s)(?<!\p{L})(?:the|his|her|their)\s((?:[\p{L}-]+\s?){1,3}),\s$`,
  "iu",
);

/** Whether arithmetic is that of another quantity, which an abbreviation before it names: "PAO2 = 0.21 × 713 - 50 = 99.7". */
export function computesAnother(head: string, asked: AskedFor): boolean {
  const [, name = ""] = /(?:^|[;:.]\s)([^\s=;:]*(?:\p{Lu}[^\s=;:]*){2})\s?=[^;]*$/u.exec(head) ?? [];
  const [all = "", said = ""] = COMPUTED.exec(head) ?? [];
  // "DBP 76 + 50/3 = " is named by its first operand
  const words = /(?:=|is|equals)\s\(?\d/iu.test(all) || !namesInput(said) ? said : "";
  return namesNothingAsked(name, asked) || namesNothingAsked(words, asked);
}

/** "RR interval = 60 / 75 = ", "The denominator is 72 × 1.8 = " */
const COMPUTED = lazyPattern(
  String.raw`^[^\p{L}]*((?:[\p{L}-]+\s){1,4}?)(?:(?:=|is|equals)\s)?\(?\d[^;:,=\p{L}]*=\s?$`,
  "u",
);

/** A unit, after a number or at the start. */
const MEASURED =
  /(?:^|\d)\s?(?:[µμ]?\p{L}{1,4}(?:\/[µμ]?\p{L}{1,4}\d?){1,2}|[cdkmnµμ]?[gLlm]|mmHg|mEq|ms|msec|lbs?|mmol|%)(?![\p{L}\d])/gu;

/** These rules know only English words. */
const OTHER_LANGUAGE = lazyPattern(
  String.raw`(?<!\p{L})(?:ist|beträgt|lautet|der|die|das|es de|es|est|é|è|sería|vaut|del|el|la|le|les|los)(?!\p{L})|[^\p{Script=Latin}\p{Script=Greek}\p{N}\p{P}\p{S}\p{Z}\s]`,
  "iu",
);
