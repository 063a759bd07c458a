import type { AdapterSpec } from "../helm/run-spec.ts";
import { UserError } from "../user-error.ts";
import { asExpert } from "./format-instructions.ts";
import { type Expander, oneOf, withAdapter, withCommaArgument } from "./expander.ts";

/** Sets adapter fields to a preset and adds the preset to the run name. */
const preset = (presets: Readonly<Record<string, Partial<AdapterSpec>>>): Expander => ({
  apply: (draft, value, key) => withCommaArgument(withAdapter(draft, oneOf(presets, value, key)), key, value),
});

export const instructions: Expander = {
  apply(draft, value, key) {
    if (value === "expert") return withCommaArgument(asExpert(draft), key, value);
    return preset({ none: { instructions: "" } }).apply(draft, value, key);
  },
};

export const prompt: Expander = {
  apply(draft, value, key) {
    if (value === "human_assistant") {
      // HELM wraps each question in its own sentence. Other words would be another format.
      throw new UserError(
        "prompt=human_assistant needs HELM's own sentence, which is not part of this program; take the prompt from a HELM run with --spec-from",
      );
    }
    return preset({
      question_answer: { input_prefix: "Question: ", output_prefix: "Answer: " },
      qa: { input_prefix: "Q: ", output_prefix: "A: " },
      input_output: { input_prefix: "Input: ", output_prefix: "Output: " },
      i_o: { input_prefix: "I: ", output_prefix: "O: " },
      input_output_html: {
        input_prefix: "<input>",
        input_suffix: "</input>\n",
        output_prefix: "<output>",
        output_suffix: "</output>\n",
      },
    }).apply(draft, value, key);
  },
};

/** Puts a mark before each line break of the prompt. */
export const newline = preset({
  semicolon: { substitutions: [["\n", ";\n"]] },
  br: { substitutions: [["\n", "<br>\n"]] },
});

export const globalPrefix = preset({ nlg: { global_prefix: "[NLG]" } });

/** HELM: the value replaces the input prefix, and the output prefix becomes empty. The run name does not show it. */
export const formatPrompt: Expander = {
  apply: (draft, value) => withAdapter(draft, { input_prefix: String(value), output_prefix: "" }),
};
