import type { Instance } from "../helm/instance.ts";
import { imagesIn } from "../helm/media.ts";
import type { ObjectSpec } from "../helm/run-spec.ts";
import { pythonRandom } from "../random/python.ts";
import type { DataSource } from "../run/benchmark.ts";
import { UserError } from "../user-error.ts";
import { createPerturbation } from "./create-perturbation.ts";
import { withInstructions } from "./own-instructions.ts";
import { paraphraseOf } from "./paraphrase.ts";
import type { Perturbation } from "./perturbation.ts";
import { readWordList, type WordList } from "./word-lists.ts";

/** Perturbs a copy of an instance. It keeps id and references; contrast_inputs holds the original text. The field order is HELM's. */
function perturbed(instance: Instance, { perturbation, words }: Listed, seed: number | undefined): Instance {
  const { input, references, split, sub_split, id = "", contrast_references, extra_data } = instance;
  if (input.messages !== undefined)
    throw new UserError(
      `instance ${id} is a conversation, and perturbations do not support conversations; remove data_augmentation from the run entry`,
    );
  if (imagesIn(input.multimedia_content).length > 0)
    throw new UserError(
      `instance ${id} has images, and perturbations do not support images; remove data_augmentation from the run entry`,
    );
  const { name, robustness, fairness, parameters } = perturbation;
  const text = perturbation.apply(input.text, pythonRandom(`${seed ?? ""}${id}`), words);
  return {
    input: { text },
    references,
    ...(split === undefined ? {} : { split }),
    ...(sub_split === undefined ? {} : { sub_split }),
    id,
    perturbation: {
      name,
      robustness,
      fairness,
      computed_on: "perturbed",
      ...(seed === undefined ? {} : { seed }),
      ...parameters,
    },
    contrast_inputs: [input],
    ...(contrast_references === undefined ? {} : { contrast_references }),
    ...(extra_data === undefined ? {} : { extra_data }),
  };
}

/** A perturbation with the user's list that it needs, or the instructions that replace the prompt's. */
interface Listed {
  readonly perturbation: Perturbation;
  readonly words: WordList | undefined;
  readonly instructions?: string;
}

interface Options {
  readonly includeOriginal: boolean;
  readonly skipUnchanged: boolean;
  readonly seeds: number;
}

/** Yields the instances with their perturbed copies. */
export function* augmentAll(
  instances: Iterable<Instance>,
  perturbations: readonly Listed[],
  { includeOriginal, skipUnchanged, seeds }: Options,
): Generator<Instance> {
  // HELM: the first copy has no seed, the next ones have the seeds 1, 2, ...
  const draws = Array.from({ length: seeds }, (_, i) => (i === 0 ? undefined : i));
  for (const instance of instances) {
    if (includeOriginal) yield instance;
    for (const one of perturbations)
      for (const seed of draws) {
        const copy = perturbed(instance, one, seed);
        if (one.instructions !== undefined) yield withInstructions(copy, one.instructions);
        else if (!skipUnchanged || copy.input.text !== instance.input.text) yield copy;
      }
  }
}

/** Makes the perturbations and reads their lists. A paraphrase beyond the end of its list is left out. */
export async function listed(
  specs: readonly ObjectSpec[],
  instructions: string,
  data: DataSource | undefined,
): Promise<readonly Listed[]> {
  const all: Listed[] = [];
  for (const spec of specs) {
    const perturbation = createPerturbation(spec);
    const { wordList, paraphrase: number } = perturbation;
    const words = wordList === undefined ? undefined : await readWordList(data, wordList);
    if (number === undefined) {
      all.push({ perturbation, words });
      continue;
    }
    const other = paraphraseOf(instructions, words, number);
    if (other !== undefined) all.push({ perturbation, words, instructions: other });
  }
  return all;
}
