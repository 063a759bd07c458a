import { strip } from "../metrics/python-text.ts";
import { UserError } from "../user-error.ts";
import { type ArgValue, type Draft, type Expander, oneOf, withAdapter } from "./expander.ts";

// The arguments and their positions in the prompt are HELM's; the sentences are our own. Prompts with them therefore differ from HELM's.
// With --spec-from, HELM's sentences replace ours (see ownWordingFields below).

const FOLLOW_BEFORE =
  "First come examples, each with its output. Find out from them what is wanted; only the last one lacks its output.";
const FOLLOW_AFTER = "Write the output of the last one now, in exactly the form that the outputs above have.";

/**
 * Frames the prompt for chat models that would not continue a list of examples.
 * HELM: the run name does not show this argument.
 */
export const followFormatInstructions: Expander = {
  apply(draft, value, key, tags = []) {
    const isForAll = oneOf({ all: true, instruct: false }, value, key);
    const { method, output_prefix } = draft.adapterSpec;
    if (method !== "generation")
      throw new UserError(`${key}=${value} works with free text only, and this benchmark is ${method}`);
    if (!isForAll && !tags.includes("INSTRUCTION_FOLLOWING_MODEL_TAG")) return draft;
    return withAdapter(draft, {
      global_prefix: `${FOLLOW_BEFORE}\n\n`,
      global_suffix: `\n\n${FOLLOW_AFTER}\n${strip(output_prefix)}`,
    });
  },
};

const LETTER = "Reply with one letter and nothing else.";
const LAST_LETTER = "Reply to the last question only, with one letter and nothing else.";

/** Sentences for multiple choice, by HELM's scenario names. HELM: any other name gets the sentence that requests a letter. */
const choiceSentences: Readonly<Record<string, string>> = {
  mmlu_only_last_question: LAST_LETTER,
  mcqa_only_last_question: LAST_LETTER,
  mcqa_no_period: "Reply with one letter and nothing else, without a full stop.",
};

const textSentences: Readonly<Record<string, string>> = {
  narrative_qa: "Reply with a word, a few words or one short sentence, and leave out all that was not asked for.",
  natural_qa: "Reply briefly, or with yes or no.",
  natural_qa_short_answer: "Reply briefly.",
  legalbench_yes_or_no: "Reply with Yes or No and nothing else.",
  math: "Put the final answer into \\boxed{}.",
  wikitq: "Reply to the last question only, briefly, and leave out all that was not asked for.",
};

/** HELM's scenario names that no benchmark of this program corresponds to. */
const unsupportedScenarios = /^(legalbench|wmt_14|numeric_nlg|tab_fact|arabic_mcqa|mmlu_pro|gpqa)/;

function sentenceFor({ adapterSpec: { method } }: Draft, scenario: string, value: ArgValue, key: string): string {
  if (method === "multiple_choice_joint" && scenario !== "arabic_mcqa") return choiceSentences[scenario] ?? LETTER;
  const own = Object.hasOwn(textSentences, scenario) ? textSentences[scenario] : undefined;
  if (method === "generation" && own !== undefined) return own;
  throw new UserError(
    unsupportedScenarios.test(scenario)
      ? `${key}=${value} is for a task that no benchmark of this program has; take the prompt from a HELM run with --spec-from`
      : `${key}=${value} is not known for ${method}; for free text the values are ${Object.keys(textSentences).join(", ")}, each with _no_prefix and _suffix`,
  );
}

/**
 * Adds a sentence that describes the form of the answer: before the instructions, or with `_suffix` after the prompt.
 * HELM: the run name does not show this argument.
 */
export const outputFormatInstructions: Expander = {
  apply(draft, value, key) {
    const text = String(value);
    const isLast = text.endsWith("_suffix");
    const withoutSuffix = isLast ? text.slice(0, -"_suffix".length) : text;
    const forbidsPrefix = withoutSuffix.endsWith("_no_prefix");
    const scenario = forbidsPrefix ? withoutSuffix.slice(0, -"_no_prefix".length) : withoutSuffix;
    const { instructions, global_suffix, output_prefix } = draft.adapterSpec;
    const sentence = sentenceFor(draft, scenario, value, key);
    const all = forbidsPrefix ? `${sentence} Leave '${strip(output_prefix)}' out of the reply.` : sentence;
    if (isLast) return withAdapter(draft, { global_suffix: `${global_suffix}\n\n${all}` });
    return withAdapter(draft, { instructions: instructions === "" ? `${all}\n` : `${all}\n\n${instructions}` });
  },
};

const EXPERT = "You are an expert in what follows and here to help with it.";

/** Puts the expert's sentence and a space before the instructions. */
export const asExpert = (draft: Draft): Draft =>
  withAdapter(draft, { instructions: `${EXPERT} ${draft.adapterSpec.instructions}` });

/** Lists the adapter fields that an argument fills with our own sentences. --spec-from replaces them with HELM's. */
export function ownWordingFields(key: string, value: ArgValue): readonly string[] {
  if (key === "instructions" && value === "expert") return ["instructions"];
  if (key === "follow_format_instructions") return ["global_prefix", "global_suffix"];
  if (key === "output_format_instructions") return ["instructions", "global_suffix"];
  return [];
}
