import { plantedLanguageOf } from "./planting/planted-language.ts";
import { plantError } from "./planting/plant-error.ts";

/** The alterations of a reference answer in a check of a jury. */
export const ALTERATIONS = ["gold", "shuffled", "empty", "truncated", "padded", "planted"] as const;
export type Alteration = (typeof ALTERATIONS)[number];

/**
 * Alters the reference answers of a benchmark. `gold`: as they are. `shuffled`: the next different answer, so that each question has the answer of another one.
 * `empty`: no text. `truncated`: the first half of the words. `padded`: as many words again that say nothing. `planted`: one dangerous error.
 * @returns one text per answer; undefined where this alteration is not possible
 */
export function alterAnswers(golds: readonly string[], alteration: Alteration): (string | undefined)[] {
  return golds.map((gold, i) => {
    if (gold.trim() === "") return undefined;
    switch (alteration) {
      case "gold":
        return gold;
      case "shuffled":
        return [...golds.slice(i + 1), ...golds.slice(0, i)].find((other) => other.trim() !== "" && other !== gold);
      case "empty":
        return "";
      case "truncated":
        return firstHalf(gold);
      case "padded":
        return `${gold}\n\n${padding(wordsOf(gold).length)}`;
      case "planted":
        return plantError(gold)?.text;
      default:
        return alteration satisfies never;
    }
  });
}

/** Chinese has no spaces, so each of its characters counts as a word. */
const wordsOf = (text: string): RegExpExecArray[] => [
  ...text.matchAll(plantedLanguageOf(text) === "Chinese" ? /\S/gu : /\S+/g),
];

/** The text up to the middle word, with its line breaks; undefined for one word. */
function firstHalf(text: string): string | undefined {
  const words = wordsOf(text);
  const last = words[Math.floor(words.length / 2) - 1];
  return last === undefined ? undefined : text.slice(0, last.index + last[0].length);
}

/** Sentences without content; they claim nothing about the patient or about their own quality. */
const FILLER =
  "This text follows the question above. The points are given in the order in which they came up. Further points can be added at another time. The words used here have their usual meaning.".split(
    " ",
  );

const padding = (count: number): string => Array.from({ length: count }, (_, i) => FILLER[i % FILLER.length]).join(" ");
