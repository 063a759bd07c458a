import { forRobustness, type Perturbation } from "./perturbation.ts";

/** Pairs each of the words, with a contracted ending such as "'ll", with its full form. */
const pairs = (words: string, ending: string, full: string): [string, string][] =>
  words.split(" ").map((word) => [`${word}${ending}`, `${word}${full}`]);

/**
 * HELM's contractions (contraction_expansion_perturbation.py), except for can't've, he'd've and you'd've: a shorter contraction of
 * the list always matches before these.
 */
const SHORT_TO_FULL = new Map([
  ["can't", "cannot"],
  ["shan't", "shall not"],
  ["won't", "will not"],
  ["ma'am", "madam"],
  ...pairs("are could did does do had has have is might must need ought should was were would", "n't", " not"),
  ...pairs("could might must should would I i they we where who you", "'ve", " have"),
  ...pairs("he I i it she that there they we you", "'d", " would"),
  ...pairs("how where", "'d", " did"),
  ...pairs("he how I i it she they we who you", "'ll", " will"),
  ...pairs("he how it she that there what when where who why", "'s", " is"),
  ...pairs("I i", "'m", " am"),
  ...pairs("they we what you", "'re", " are"),
]);
/** HELM: "ain't" is only expanded. "how'd'y" is never expanded, because "how'd" matches first. */
const EXPANSIONS = new Map([["ain't", "is not"], ...SHORT_TO_FULL]);
const CONTRACTIONS = new Map([
  ["how do you", "how'd'y"],
  ...[...SHORT_TO_FULL].map(([short, full]): [string, string] => [full, short]),
]);

/** A word character of Python's \b, which is Unicode-aware. JavaScript's \b supports ASCII only. */
const WORD = String.raw`[\p{L}\p{N}_]`;
const wholeWords = (words: Iterable<string>, after = "") =>
  new RegExp(`(?<!${WORD})(${[...words].join("|")})(?!${WORD})${after}`, "giu");

const EXPANDABLE = wholeWords(EXPANSIONS.keys());
const CONTRACTIBLE = wholeWords(CONTRACTIONS.keys(), " ");

const hasOnly = (word: string, pattern: RegExp): boolean => Array.from(word).every((letter) => pattern.test(letter));

/** HELM: spaces and apostrophes have no case. Only a text that consists of letters counts as lower or upper case (general.py match_case). */
function matchCase(source: string, target: string): string {
  if (hasOnly(source, /^\p{Lowercase}$/u)) return target.toLowerCase();
  if (hasOnly(source, /^\p{Uppercase}$/u)) return target.toUpperCase();
  if (/^\p{Uppercase}/u.test(source)) return `${target.charAt(0).toUpperCase()}${target.slice(1).toLowerCase()}`;
  return target;
}

const replaceMatch = (table: ReadonlyMap<string, string>, found: string): string => {
  const target = table.get(found) ?? table.get(found.toLowerCase());
  return target === undefined ? found : matchCase(found, target);
};

/** "she is ill" becomes "she's ill". It requires a following space, so that no sentence ends with a contraction. */
export const contraction: Perturbation = {
  ...forRobustness,
  name: "contraction",
  apply: (text) => text.replaceAll(CONTRACTIBLE, (_all, found: string) => `${replaceMatch(CONTRACTIONS, found)} `),
};

/** "she's ill" becomes "she is ill". */
export const expansion: Perturbation = {
  ...forRobustness,
  name: "expansion",
  apply: (text) => text.replaceAll(EXPANDABLE, (found) => replaceMatch(EXPANSIONS, found)),
};
