import type { SchemaField } from "../schema/release-schema.ts";

const DESCRIPTIONS: readonly (readonly [string, string])[] = [
  ["method", "The method that makes a prompt from an instance, e.g. generation or multiple_choice_joint."],
  ["global_prefix", "Text before the whole prompt."],
  ["global_suffix", "Text after the whole prompt."],
  ["instructions", "Instructions to the model at the start of the prompt."],
  ["input_prefix", "Text before each input."],
  ["input_suffix", "Text after each input."],
  ["reference_prefix", "Text before each option. Its letter advances with each option."],
  ["reference_prefix_characters", "The letters of the options if they are not consecutive."],
  ["reference_suffix", "Text after each option."],
  ["chain_of_thought_prefix", "Text before each chain of thought."],
  ["chain_of_thought_suffix", "Text after each chain of thought."],
  ["output_prefix", "Text before each answer."],
  ["output_suffix", "Text after each answer."],
  ["instance_prefix", "Text between the instructions, the examples and the instance."],
  ["substitutions", "Regular expressions and replacements, applied to the finished prompt."],
  ["max_train_instances", "Maximum number of examples in the prompt. Fewer are used if they do not fit."],
  ["max_eval_instances", "Maximum number of instances to evaluate. If it is absent, all are evaluated."],
  ["num_outputs", "Number of completions per request."],
  ["num_train_trials", "Number of times that the examples are sampled."],
  ["num_trials", "Number of times that each request is sent."],
  ["sample_train", "Whether the examples are sampled. Otherwise they are used in order."],
  ["model_deployment", "The deployment that serves the model."],
  ["model", "The model."],
  ["temperature", "Sampling temperature."],
  ["max_tokens", "Maximum number of tokens in a completion."],
  ["stop_sequences", "Texts that end a completion."],
  ["random", "A value that distinguishes otherwise equal requests."],
  ["multi_label", "Whether an instance may have several correct references."],
  ["image_generation_parameters", "Parameters for models that generate images."],
  ["reeval_parameters", "Parameters for adaptive evaluation."],
  ["eval_splits", "The splits whose instances are evaluated. If it is absent, test and valid are used."],
  ["output_mapping_pattern", "A regular expression that finds the option in a completion."],
];

/** The `adapter` field of schema.json. HELM generates it from comments in its source. Names and order are HELM's, the wording is ours. */
export const ADAPTER_FIELDS: readonly SchemaField[] = DESCRIPTIONS.map(([name, description]) => ({
  name,
  description,
}));
