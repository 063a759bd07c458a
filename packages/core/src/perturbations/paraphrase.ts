import { UserError } from "../user-error.ts";
import { OWN_PARAPHRASES } from "./own-paraphrases.ts";
import { forRobustness, type Perturbation } from "./perturbation.ts";
import { PARAPHRASES, type WordList } from "./word-lists.ts";

/** Replaces the prompt's instructions by a paraphrase of the user's list; the question stays. `number` is its place in the list, from 1. */
export const paraphrase = (number: number): Perturbation => ({
  ...forRobustness,
  name: `instructions_${number}`,
  wordList: PARAPHRASES,
  paraphrase: number,
  apply: (text) => text,
});

/** As `paraphrase`, from our list. */
export const ownParaphrase = (number: number): Perturbation => ({
  ...forRobustness,
  name: `instructions_${number}`,
  paraphrase: number,
  apply: (text) => text,
});

/** The paraphrase of these instructions, with their end of line; undefined if the list has fewer. @throws UserError if it has none */
export function paraphraseOf(instructions: string, words: WordList | undefined, number: number): string | undefined {
  const plain = instructions.trim();
  if (plain === "")
    throw new UserError(
      "data_augmentation=paraphrases: the prompt of this benchmark has no instructions; remove data_augmentation from the run entry",
    );
  const others = (words ?? OWN_PARAPHRASES).get(plain);
  if (others === undefined)
    throw new UserError(
      words === undefined
        ? `data_augmentation=own_paraphrases: there are paraphrases of our instructions for closed answers only, and the prompt's are others; give yours with data_augmentation=paraphrases and ${PARAPHRASES.path}`
        : `data_augmentation=paraphrases: ${PARAPHRASES.path} has no paraphrases of the prompt's instructions; add them under ${JSON.stringify(plain)}`,
    );
  const other = others[number - 1];
  return other === undefined ? undefined : `${other}${instructions.slice(instructions.trimEnd().length)}`;
}
