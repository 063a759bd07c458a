import { lazyPattern } from "../../text/lazy-pattern.ts";
import type { Place } from "./places.ts";

/** A group of patients other than the one that the question asks about: "for women", "in smokers". */
const CASE = String.raw`(?:for|in|among|amongst|with|within|at|under|during)\s(?!(?:(?:the |an? )?(?:exam|test|boards?|practice|reality|real life)|this|these|that|our|my|your|short|general|conclusion|summary|fact|sum|sure|example|instance|my|light|view)(?!\p{L})(?!\s(?:term|run)))[\p{L}\d]`;
const CASE_AFTER = lazyPattern(String.raw`^["')\]*]*,?\s${CASE}`, "iu");
const CASE_BEFORE = lazyPattern(
  String.raw`(?:^|[,;.]\s?)[^\p{L}\p{N}]*(?:and\s|but\s|while\s)?${CASE}[^,.;:]{1,60}?,?\s(?:(?:the\s)?(?:\p{L}+\s)?(?:answer|it|this|that)\s(?:is|remains)\s)?["'([*]*$`,
  "iu",
);
/** Whether two neighbours answer two cases differently: "yes for men and no for women". */
export const isByCase = <T>(one: Place<T>, next: Place<T>): boolean =>
  valueOf(one) !== valueOf(next) &&
  one.group.mentions.length === 1 &&
  next.group.mentions.length === 1 &&
  hasCase(one) &&
  hasCase(next) &&
  next.group.from - one.group.to < 120;

/** "It is A if ferritin is low and B if it is normal": the second answer is left out because of its condition, but the first has a condition, too. */
export const isByCondition = <T>(one: Place<T>, next: Place<T>): boolean =>
  one.sentence === next.sentence &&
  valueOf(one) !== valueOf(next) &&
  IF_AFTER.test(one.after) &&
  IF_AFTER.test(next.after);
const IF_AFTER =
  /^["')\]*]*,?\s(?:if|when|in case|provided|as long as)(?!\p{L})(?! (?:i|we) (?:have|had) to|\s(?:forced|so|correct|pressed))/iu;

const valueOf = <T>({ group }: Place<T>): T | undefined => group.mentions[0]?.value;
const hasCase = <T>({ before, after }: Place<T>): boolean => CASE_AFTER.test(after) || CASE_BEFORE.test(before);
