import { z } from "zod";
import type { DataSource } from "../run/benchmark.ts";
import { jsonOrUndefined } from "../text/json-or-undefined.ts";
import { UserError } from "../user-error.ts";

/** The words that may replace a word, in the order of the file: the random choice depends on it. */
export type WordList = ReadonlyMap<string, readonly [string, ...string[]]>;

/** A list that the user gives, below the folder of --data-dir. */
export interface WordListFile {
  readonly path: string;
  /** continues the sentence "it needs ..." */
  readonly holds: string;
}

/** HELM's own file of its installed package, helm/benchmark/augmentations/correct_to_misspelling.json. */
export const MISSPELLINGS: WordListFile = {
  path: "perturbations/correct_to_misspelling.json",
  holds:
    'HELM\'s list of misspellings as JSON, {"word": ["misspelling", ...]}, from the folder helm/benchmark/augmentations of its package',
};
/** HELM has its fillers in its code (filler_words_perturbation.py). */
export const FILLERS: WordListFile = {
  path: "perturbations/filler_words.json",
  holds:
    'a list of fillers as JSON, {"fillers": ["maybe", ...]}; for HELM\'s results, its uncertain phrases and then its filler phrases',
};
export const SYNONYMS: WordListFile = {
  path: "perturbations/synonyms.json",
  holds: 'a list of synonyms as JSON, {"word": ["synonym", ...]}',
};

export const PARAPHRASES: WordListFile = {
  path: "perturbations/instructions.json",
  holds: 'paraphrases of instructions as JSON, {"the instructions of a prompt": ["a paraphrase", ...]}',
};

const Lists = z.record(z.string().min(1), z.tuple([z.string()], z.string()));

/** @throws UserError with the place of a file that is absent, and for a file of another layout */
export async function readWordList(data: DataSource | undefined, { path, holds }: WordListFile): Promise<WordList> {
  const opened = await data?.open({ path });
  const file = await opened?.read();
  if (file === undefined)
    throw new UserError(`data_augmentation: there is no ${path} in the folder of --data-dir; it needs ${holds}`);
  const parsed = Lists.safeParse(jsonOrUndefined(new TextDecoder().decode(file.bytes)));
  if (!parsed.success || Object.keys(parsed.data).length === 0)
    throw new UserError(`${file.label}: this is not the list that data_augmentation needs; it needs ${holds}`);
  return new Map(Object.entries(parsed.data));
}
