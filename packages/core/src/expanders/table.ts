import { UserError } from "../user-error.ts";
import {
  maxEvalInstances,
  maxTrainInstances,
  numOutputs,
  numOutputTokens,
  numTrainTrials,
  numTrials,
} from "./counts.ts";
import { addToStop, increaseMaxTokens, increaseTemperature, stop, temperature } from "./decoding.ts";
import { dataAugmentation } from "./data-augmentation.ts";
import { evalSplit } from "./eval-split.ts";
import type { Expander } from "./expander.ts";
import { followFormatInstructions, outputFormatInstructions } from "./format-instructions.ts";
import { model, modelDeployment } from "./model.ts";
import { formatPrompt, globalPrefix, instructions, newline, prompt } from "./prompt-format.ts";
import { processOutput } from "./process-output.ts";

const refusedArgument = (reason: string): Expander => ({
  apply(_draft, value, key) {
    throw new UserError(`${key}=${value} ${reason}; leave it out of the run entry`);
  },
});
const syntheticOnly = refusedArgument(
  "applies to HELM's synthetic efficiency scenario only, which is not a medical benchmark",
);

/** All of HELM's expanders by argument name, and repeats=, our name of num_trials=. An argument with such a name is never passed to a benchmark. */
export const expanders: ReadonlyMap<string, Expander> = new Map([
  ["model", model],
  ["model_deployment", modelDeployment],
  ["max_train_instances", maxTrainInstances],
  ["max_eval_instances", maxEvalInstances],
  ["num_train_trials", numTrainTrials],
  ["num_trials", numTrials],
  ["repeats", numTrials],
  ["num_outputs", numOutputs],
  ["num_output_tokens", numOutputTokens],
  ["temperature", temperature],
  ["increase_temperature", increaseTemperature],
  ["increase_max_tokens", increaseMaxTokens],
  ["stop", stop],
  ["add_to_stop", addToStop],
  ["instructions", instructions],
  ["prompt", prompt],
  ["newline", newline],
  ["format_prompt", formatPrompt],
  ["global_prefix", globalPrefix],
  ["eval_split", evalSplit],
  ["process_output", processOutput],
  ["data_augmentation", dataAugmentation],
  ["output_format_instructions", outputFormatInstructions],
  ["follow_format_instructions", followFormatInstructions],
  ["chatml", refusedArgument("has no value in HELM: it applies to models with the tag CHATML_MODEL_TAG")],
  ["tokenizer", syntheticOnly],
  ["num_prompt_tokens", syntheticOnly],
]);
