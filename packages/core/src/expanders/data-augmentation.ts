import { DataAugmenterSpec } from "../helm/run-spec.ts";
import { perturbationPreset } from "../perturbations/presets.ts";
import { type Expander, withCommaArgument } from "./expander.ts";

/** Adds perturbed copies of the evaluation instances after their originals. Copies with unchanged text are left out. */
export const dataAugmentation: Expander = {
  apply(draft, value, key) {
    const { shown, perturbations } = perturbationPreset(value);
    const dataAugmenterSpec = DataAugmenterSpec.parse({
      perturbation_specs: perturbations,
      // HELM: it sets both flags for train instances too, although it never perturbs them.
      should_include_original_train: true,
      should_skip_unchanged_train: true,
      should_augment_eval_instances: true,
      should_include_original_eval: true,
      should_skip_unchanged_eval: true,
    });
    return withCommaArgument({ ...draft, dataAugmenterSpec }, key, shown);
  },
};
