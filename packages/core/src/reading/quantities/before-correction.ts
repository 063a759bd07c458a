import { lazyPattern } from "../../text/lazy-pattern.ts";
import type { AskedFor } from "./asked-for.ts";

/** "The correction term is", "with the other factor of", "the albumin correction adds 0.8 × 1.5 =" */
const OF_FORMULA = lazyPattern(
  String.raw`(?<!\p{L})(?:correction\s|adjustment\s)?(?:term|coefficient|numerator|denominator)\s?(?:is|was|equals|[:=≈])\s?(?:about\s)?$|(?<!\p{L}|(?:clotting|coagulation|rheumatoid|growth)\s)(?:factor|coefficient)\s?(?:,|is|was|of|[:=≈])\s?(?:about\s)?$|(?<!\p{L})(?:correction|adjustment)\sadds\s[^;:.\p{L}]*(?:\.\d[^;:.\p{L}]*){0,6}$`,
  "iu",
);
/** Whether a value is a part of the formula. */
export const isOfFormula = (head: string): boolean => OF_FORMULA.test(head);

/** "Adjusting for the glucose, the sodium is " */
const ADJUSTED = lazyPattern(
  String.raw`(?<!\p{L})(?:correct|adjust)(?:ed|ing|ion|ment|s)?\s(?:for|to|by)\s[^.;:]{1,60}(?:,|\s(?:it|the|this|she|he)\s)`,
  "iu",
);
/** The quantity of a question, without the word "corrected" if the sentence says so before. */
export const askedBehind = (head: string, asked: AskedFor): AskedFor =>
  ADJUSTED.test(head)
    ? { ...asked, needed: new Set([...asked.needed].filter((word) => !/^(?:corrected|adjusted)$/.test(word))) }
    : asked;

/** "Before the correction it is " */
const NOT_YET_BEFORE = lazyPattern(
  String.raw`(?:^|[.,;]\s?)[^\p{L}]*(?:before|prior to|without)\s(?:the |any )?(?:\p{L}+\s)?(?:correction|adjustment|factor|rounding)(?!\p{L})[^.;,\d]{0,40}(?<!\p{L})(?:is|was|=|:)\s$`,
  "iu",
);
export const isNotYet = (head: string): boolean => NOT_YET_BEFORE.test(head);

/** A value that is not corrected yet: "12 uncorrected", "40.5 before the factor for women". */
export const NOT_YET_AFTER = lazyPattern(
  String.raw`^\s?(?:\S{1,12}\s)?(?!\([\p{L} ]{4,20}[:=]?\s?\d)\(?(?:uncorrected|unadjusted|unrounded|before (?:and|(?:the |any )?(?:correction|adjustment|factor|rounding|multiplying|multiplication)))(?!\p{L})`,
  "iu",
);
