import { AdapterSpec } from "../helm/run-spec.ts";

interface Wording {
  /** A line break is added, so that an empty line follows in the prompt. */
  readonly instructions?: string;
  /** Word before the question, e.g. "Question" gives "Question: "; absent = none. */
  readonly inputNoun?: string;
  readonly maxTokens?: number;
  /** Examples in the prompt at most; 0 = zero-shot. */
  readonly maxTrainInstances?: number;
  readonly stopSequences?: readonly string[];
  readonly temperature?: number;
  readonly numOutputs?: number;
  /** false = the first examples instead of drawn ones */
  readonly sampleTrain?: boolean;
  /** true = an example's answer names all its right references */
  readonly multiLabel?: boolean;
}

export interface GenerationWording extends Wording {
  readonly outputNoun?: string;
  /** "Question:\n" instead of "Question: " */
  readonly newlineAfterInputNoun?: boolean;
  readonly newlineAfterOutputNoun?: boolean;
}

export interface MultipleChoiceWording extends Wording {
  readonly outputNoun: string;
  /** A regular expression that finds the letter in a reply. */
  readonly outputMappingPattern?: string;
}

const withLineBreak = (instructions = "") => (instructions === "" ? "" : `${instructions}\n`);

const prefix = (noun: string | undefined, newline = false) =>
  noun === undefined ? "" : `${noun}:${newline ? "\n" : " "}`;

const common = (wording: Wording) => ({
  instructions: withLineBreak(wording.instructions),
  max_train_instances: wording.maxTrainInstances ?? 5,
  temperature: wording.temperature ?? 0,
  stop_sequences: [...(wording.stopSequences ?? ["\n"])],
  sample_train: wording.sampleTrain ?? true,
  multi_label: wording.multiLabel ?? false,
});

/**
 * The model writes free text. Without nouns and instructions the prompt is the instance's text and a line break.
 * Source: get_generation_adapter_spec (helm/benchmark/adaptation/common_adapter_specs.py), its defaults too: five examples,
 * 5 tokens, stop at a line break.
 */
export function generation(wording: GenerationWording = {}): AdapterSpec {
  return AdapterSpec.parse({
    ...common(wording),
    method: "generation",
    input_prefix: prefix(wording.inputNoun, wording.newlineAfterInputNoun),
    output_prefix: prefix(wording.outputNoun, wording.newlineAfterOutputNoun),
    num_outputs: wording.numOutputs ?? 1,
    max_tokens: wording.maxTokens ?? 5,
  });
}

/**
 * The model picks a letter from a list of the references. Source: get_multiple_choice_adapter_spec (ibid.) with method
 * "multiple_choice_joint", its defaults too: five examples, one token. `numOutputs` is HELM's top_k_per_token here:
 * there is always one completion.
 */
export function multipleChoiceJoint(wording: MultipleChoiceWording): AdapterSpec {
  const { inputNoun, outputNoun, outputMappingPattern } = wording;
  return AdapterSpec.parse({
    ...common(wording),
    method: "multiple_choice_joint",
    input_prefix: prefix(inputNoun),
    input_suffix: inputNoun === undefined ? "" : "\n",
    output_prefix: prefix(outputNoun),
    num_outputs: wording.numOutputs ?? 5,
    max_tokens: wording.maxTokens ?? 1,
    ...(outputMappingPattern === undefined ? {} : { output_mapping_pattern: outputMappingPattern }),
  });
}

/** A conversation is sent as it stands in the instance. `maxTokens` and temperature 0 are all that the adapter says. */
export const chat = ({ maxTokens }: { readonly maxTokens: number }): AdapterSpec =>
  AdapterSpec.parse({
    method: "chat",
    input_prefix: "",
    input_suffix: "",
    output_prefix: "",
    output_suffix: "",
    instance_prefix: "",
    max_train_instances: 0,
    num_outputs: 1,
    temperature: 0,
    max_tokens: maxTokens,
  });
