import type { RunSpec } from "../helm/run-spec.ts";
import type { Spill } from "../ports.ts";
import type { DataSource } from "../run/benchmark.ts";
import { packInstances } from "../run/requests/instance-list.ts";
import type { SelectedInstances } from "../run/requests/sample.ts";

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
  const { augmentAll, listed } = await import("./perturbed-instances.ts");
  const perturbations = await listed(spec.perturbation_specs, adapter.instructions, data);
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
