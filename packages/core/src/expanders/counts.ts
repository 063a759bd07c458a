import type { AdapterSpec } from "../helm/run-spec.ts";
import { asInteger, type Expander, withAdapter, withArgument } from "./expander.ts";

type CountField = "max_train_instances" | "max_eval_instances" | "num_train_trials" | "num_trials" | "num_outputs";

/** Sets a count in the adapter spec and adds the argument to the run name. */
const count = (field: CountField, min: number, keywords: Expander["keywords"] = {}): Expander => ({
  keywords,
  apply(draft, value, key) {
    const change: Partial<AdapterSpec> = { [field]: asInteger(value, key, min) };
    return withArgument(withAdapter(draft, change), key, value);
  },
});

export const maxTrainInstances = count("max_train_instances", 0, {
  zero: [0],
  one: [1],
  all: [0, 1, 2, 4, 8, 16],
  big_bench_few_shot_setting: [0, 1, 2, 3],
  vhelm: [0, 1, 2, 4, 8],
  melt: [0, 1, 5],
});
export const maxEvalInstances = count("max_eval_instances", 1, {
  default: [1000],
  heim_default: [100],
  heim_fid: [30_000],
  heim_art_styles: [17],
});
export const numTrainTrials = count("num_train_trials", 1);
export const numTrials = count("num_trials", 1, { heim_efficiency: [5] });
export const numOutputs = count("num_outputs", 1, { default: [1], copyright_sweep: [1, 10] });

/** Reasoning models spend max_tokens on their thinking too. MedHELM therefore sets num_output_tokens=4000 for them. */
export const numOutputTokens: Expander = {
  keywords: { default_sweep: [1, 2, 4, 8, 16, 32, 64] },
  apply: (draft, value, key) => withArgument(withAdapter(draft, { max_tokens: asInteger(value, key, 1) }), key, value),
};
