import type { Instance } from "../helm/instance.ts";
import { imagesIn } from "../helm/media.ts";
import type { RunSpec } from "../helm/run-spec.ts";
import type { Spill } from "../ports.ts";
import { pythonRandom } from "../random/python.ts";
import type { DataSource } from "../run/benchmark.ts";
import { packInstances } from "../run/instance-list.ts";
import type { SelectedInstances } from "../run/sample.ts";
import { UserError } from "../user-error.ts";
import { createPerturbation } from "./create-perturbation.ts";
import { paraphraseOf, withInstructions } from "./paraphrase.ts";
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

function* augmentAll(
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

/** Reads the lists. A paraphrase beyond the end of its list is left out. */
async function listed(
  perturbations: readonly Perturbation[],
  instructions: string,
  data: DataSource | undefined,
): Promise<readonly Listed[]> {
  const all: Listed[] = [];
  for (const perturbation of perturbations) {
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

type AugmentSpec = Pick<RunSpec, "data_augmenter_spec"> & {
  readonly adapter_spec: Pick<RunSpec["adapter_spec"], "instructions">;
};

/**
 * Adds perturbed copies to the selected instances of a run, each after its original. max_eval_instances therefore counts originals.
 * `spill` keeps many copies outside of memory (packInstances), and `data` has the word lists that the user gives.
 * Source: helm/benchmark/data_preprocessor.py, augmentations/data_augmenter.py.
 * @throws UserError for a perturbation that is not supported or lacks its word list, and for conversations
 */
export async function augmentInstances(
  { train, evaluation }: SelectedInstances,
  { data_augmenter_spec: spec, adapter_spec: adapter }: AugmentSpec,
  { data, spill }: { readonly data?: DataSource; readonly spill?: Spill | undefined } = {},
): Promise<SelectedInstances> {
  if (!spec.should_augment_train_instances && !spec.should_augment_eval_instances) return { train, evaluation };
  const perturbations = await listed(spec.perturbation_specs.map(createPerturbation), adapter.instructions, data);
  const seeds = spec.seeds_per_instance;
  return {
    train: spec.should_augment_train_instances
      ? await packInstances(
          augmentAll(train, perturbations, {
            includeOriginal: spec.should_include_original_train,
            skipUnchanged: spec.should_skip_unchanged_train,
            seeds,
          }),
          spill,
        )
      : train,
    evaluation: spec.should_augment_eval_instances
      ? await packInstances(
          augmentAll(evaluation, perturbations, {
            includeOriginal: spec.should_include_original_eval,
            skipUnchanged: spec.should_skip_unchanged_eval,
            seeds,
          }),
          spill,
        )
      : evaluation,
  };
}
