import type { WordList, WordListFile } from "./word-lists.ts";
import type { PythonRandom } from "../random/python.ts";

/** A change to an instance's text that should not change its answer (helm/benchmark/augmentations/perturbation.py). */
export interface Perturbation {
  /** HELM's name, e.g. "lowercase". It identifies the perturbation in stats and instances. */
  readonly name: string;
  readonly robustness: boolean;
  readonly fairness: boolean;
  /** The additional fields of HELM's description, in HELM's order, e.g. {prob: 0.1}. */
  readonly parameters: Readonly<Record<string, string | number>>;
  /** The list that the user gives for it; absent: it needs none. */
  readonly wordList?: WordListFile;
  /** The prompt's instructions change, to the paraphrase of this number; absent: the text changes. Without `wordList` it is from our own list. */
  readonly paraphrase?: number;
  /** `random` is seeded with the instance's id, so that every run changes a text in the same way. `words`: of `wordList`. */
  apply(text: string, random: PythonRandom, words?: WordList): string;
}

/** The flags of a perturbation that tests robustness and has no parameters. */
export const forRobustness = { robustness: true, fairness: false, parameters: {} } as const;
