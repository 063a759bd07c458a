import { AdapterSpec } from "../../helm/run-spec.ts";

interface Wording {
  /** A line break is appended, so that an empty line follows in the prompt. */
  readonly instructions?: string;
  /** The word before the question: "Question" gives "Question: ". Absent: no prefix. */
  readonly inputNoun?: string;
  readonly maxTokens?: number;
  /** Maximum number of examples in the prompt. 0 is zero-shot. */
  readonly maxTrainInstances?: number;
  readonly stopSequences?: readonly string[];
  readonly temperature?: number;
  readonly numOutputs?: number;
  /** False: the prompt has the first examples instead of a sample. */
  readonly sampleTrain?: boolean;
  /** True: the answer of an example lists all its correct references. */
  readonly multiLabel?: boolean;
}

export interface GenerationWording extends Wording {
  readonly outputNoun?: string;
  /** True: "Question:\n" instead of "Question: ". */
  readonly newlineAfterInputNoun?: boolean;
  readonly newlineAfterOutputNoun?: boolean;
}

export interface MultipleChoiceWording extends Wording {
  readonly outputNoun: string;
  /** A regular expression that extracts the letter from a reply. */
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
 * Returns the adapter spec for free text. Without nouns and instructions, the prompt is the instance's text and a line break.
 * Source: get_generation_adapter_spec (helm/benchmark/adaptation/common_adapter_specs.py). The defaults are HELM's: five examples,
 * five tokens, stop at a line break.
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
 * Returns the adapter spec for a choice from lettered references. Source: get_multiple_choice_adapter_spec (same file) with method
 * "multiple_choice_joint". The defaults are HELM's: five examples, one token. There is always one completion; `numOutputs` becomes
 * HELM's top_k_per_token.
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

/** Returns the adapter spec for conversations, which are sent unchanged. It sets only `maxTokens` and temperature 0. */
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
