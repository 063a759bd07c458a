import type { PythonRandom } from "../random/python.ts";
import { contraction } from "./contractions.ts";
import { forRobustness, type Perturbation } from "./perturbation.ts";
import { space } from "./spacing.ts";
import { FILLERS, MISSPELLINGS, SYNONYMS, type WordList, type WordListFile } from "./word-lists.ts";

const chosen = <T>(items: readonly [T, ...T[]], random: PythonRandom): T =>
  items[random.randrange(items.length)] ?? items[0];

/** The pattern of each list. A list has thousands of words, and a run changes thousands of texts by it. */
const patterns = new WeakMap<WordList, RegExp>();

/** Matches the listed words as whole words, an earlier word first, as Python's \b(a|b)\b. */
function patternOf(words: WordList): RegExp {
  const known = patterns.get(words);
  if (known !== undefined) return known;
  const any = [...words.keys()].map((word) => word.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`)).join("|");
  const pattern = new RegExp(String.raw`(?<![\p{L}\p{N}_])(?:${any})(?![\p{L}\p{N}_])`, "gu");
  patterns.set(words, pattern);
  return pattern;
}

/** HELM's match_case (helm/common/general.py). */
function inCaseOf(word: string, other: string): string {
  const letters = Array.from(word);
  if (letters.every((letter) => letter !== letter.toUpperCase())) return other.toLowerCase();
  if (letters.every((letter) => letter !== letter.toLowerCase())) return other.toUpperCase();
  const [first = ""] = letters;
  if (first === first.toLowerCase()) return other;
  return other.slice(0, 1).toUpperCase() + other.slice(1).toLowerCase();
}

function replaced(text: string, random: PythonRandom, words: WordList | undefined, prob: number): string {
  if (words === undefined) throw new Error("the list of words was not read");
  return text.replace(patternOf(words), (word) => {
    if (random.random() >= prob) return word;
    const others = words.get(word);
    return others === undefined ? word : inCaseOf(word, chosen(others, random));
  });
}

const replacing = (name: string, wordList: WordListFile, prob: number): Perturbation => ({
  ...forRobustness,
  name,
  parameters: { prob },
  wordList,
  apply: (text, random, words) => replaced(text, random, words, prob),
});

/** Replaces listed words by misspellings (misspelling_perturbation.py). */
export const misspellings = (prob: number): Perturbation => replacing("misspellings", MISSPELLINGS, prob);

/** Replaces listed words by synonyms of the user's list. HELM's needs a part-of-speech tagger, so that this one has another name. */
export const givenSynonyms = (prob: number): Perturbation => replacing("given_synonym", SYNONYMS, prob);

/** Puts fillers before words (filler_words_perturbation.py). */
export const fillerWords = (prob: number): Perturbation => ({
  ...forRobustness,
  name: "filler_words",
  parameters: { insert_prob: prob },
  wordList: FILLERS,
  apply(text, random, words) {
    const fillers = words?.get("fillers");
    if (fillers === undefined) return text;
    return text
      .split(" ")
      .flatMap((word) => (random.random() <= prob ? [chosen(fillers, random), word] : [word]))
      .join(" ");
  },
});

const MIXED = 0.1;

/** Lower case, contractions, misspellings and spaces, in this order (mild_mix_perturbation.py). */
export const mildMix: Perturbation = {
  ...forRobustness,
  name: "mild_mix",
  wordList: MISSPELLINGS,
  apply(text, random, words) {
    const contracted = contraction.apply(text.toLowerCase(), random, words);
    return space(3).apply(replaced(contracted, random, words, MIXED), random, words);
  },
};
