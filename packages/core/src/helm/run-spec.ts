import { z } from "zod";
import { JsonValue } from "./json-value.ts";

/** HELM's run_spec.json. The field order is HELM's (helm/benchmark/run_spec.py, adaptation/adapter_spec.py). */
export const ObjectSpec = z.object({ class_name: z.string(), args: z.record(z.string(), JsonValue).default({}) });
export type ObjectSpec = z.infer<typeof ObjectSpec>;

export const Substitution = z.tuple([z.string(), z.string()]);

export const AdapterSpec = z.object({
  method: z.string().default(""),
  global_prefix: z.string().default(""),
  global_suffix: z.string().default(""),
  instructions: z.string().default(""),
  input_prefix: z.string().default("Input: "),
  input_suffix: z.string().default("\n"),
  reference_prefix: z.string().default("A. "),
  reference_prefix_characters: z.array(z.string()).optional(),
  reference_suffix: z.string().default("\n"),
  chain_of_thought_prefix: z.string().default(""),
  chain_of_thought_suffix: z.string().default("\n"),
  output_prefix: z.string().default("Output: "),
  output_suffix: z.string().default("\n"),
  instance_prefix: z.string().default("\n"),
  substitutions: z.array(Substitution).default([]),
  max_train_instances: z.int().default(5),
  max_eval_instances: z.int().optional(),
  num_outputs: z.int().default(5),
  num_train_trials: z.int().default(1),
  num_trials: z.int().default(1),
  sample_train: z.boolean().default(true),
  model_deployment: z.string().default(""),
  model: z.string().default(""),
  temperature: z.number().default(1),
  max_tokens: z.int().default(100),
  stop_sequences: z.array(z.string()).default([]),
  random: z.string().optional(),
  multi_label: z.boolean().default(false),
  image_generation_parameters: JsonValue.optional(),
  reeval_parameters: JsonValue.optional(),
  eval_splits: z.array(z.string()).optional(),
  output_mapping_pattern: z.string().optional(),
});
export type AdapterSpec = z.infer<typeof AdapterSpec>;

export const DataAugmenterSpec = z.object({
  perturbation_specs: z.array(ObjectSpec).default([]),
  should_augment_train_instances: z.boolean().default(false),
  should_include_original_train: z.boolean().default(false),
  should_skip_unchanged_train: z.boolean().default(false),
  should_augment_eval_instances: z.boolean().default(false),
  should_include_original_eval: z.boolean().default(false),
  should_skip_unchanged_eval: z.boolean().default(false),
  seeds_per_instance: z.int().default(1),
});

export const RunSpec = z.object({
  name: z.string(),
  scenario_spec: ObjectSpec,
  adapter_spec: AdapterSpec,
  metric_specs: z.array(ObjectSpec),
  data_augmenter_spec: DataAugmenterSpec.prefault({}),
  groups: z.array(z.string()).default([]),
  annotators: z.array(ObjectSpec).optional(),
});
export type RunSpec = z.infer<typeof RunSpec>;

/** HELM's scenario.json. */
export const Scenario = z.object({
  name: z.string(),
  description: z.string(),
  tags: z.array(z.string()),
  definition_path: z.string().optional(),
});
export type Scenario = z.infer<typeof Scenario>;
