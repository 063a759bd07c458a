import { codePoints } from "../../text/code-points.ts";
import { CORRECT_TAG, type Instance } from "../../helm/instance.ts";
import type { AdapterSpec } from "../../helm/run-spec.ts";
import { UserError } from "../../user-error.ts";
import type { Window } from "./window.ts";

export interface Prompt {
  readonly text: string;
  readonly numTrainInstances: number;
  readonly truncated: boolean;
}

/** Returns the letter of the reference at `index` and its prefix in the list: with "A. ", index 2 gives "C" and "C. ". */
export function referenceLabel(spec: AdapterSpec, index: number): { readonly letter: string; readonly prefix: string } {
  const first = /[\p{L}\p{N}]/u.exec(spec.reference_prefix)?.[0];
  if (first === undefined) {
    throw new UserError(
      `reference_prefix "${spec.reference_prefix}" has no letter or digit to count from; write a prefix like "A. "`,
    );
  }
  const letter = spec.reference_prefix_characters?.[index] ?? String.fromCodePoint((first.codePointAt(0) ?? 0) + index);
  return { letter, prefix: spec.reference_prefix.replaceAll(first, () => letter) };
}

const isMultipleChoice = (spec: AdapterSpec) => spec.method === "multiple_choice_joint";

/** Returns an example's answer: its first correct reference, or all of them with multi_label. Multiple choice uses letters. */
function goldOutput(instance: Instance, spec: AdapterSpec): string {
  const right = instance.references.flatMap((reference, index) => {
    if (!reference.tags.includes(CORRECT_TAG)) return [];
    return [isMultipleChoice(spec) ? referenceLabel(spec, index).letter : reference.output.text];
  });
  if (right.length === 0) return "n/a";
  return spec.multi_label ? right.join(", ") : (right[0] ?? "");
}

function formatBlock(instance: Instance, spec: AdapterSpec, withOutput: boolean): string {
  const references = isMultipleChoice(spec)
    ? instance.references.map((reference, index) => {
        const { prefix } = referenceLabel(spec, index);
        return `${prefix}${reference.output.text}${spec.reference_suffix}`;
      })
    : [];
  const question = `${spec.input_prefix}${instance.input.text}${spec.input_suffix}${references.join("")}`;
  return withOutput
    ? `${question}${spec.output_prefix}${goldOutput(instance, spec)}${spec.output_suffix}`
    : `${question}${spec.output_prefix.trimEnd()}`;
}

/** Joins instructions, examples and question to one text (helm/benchmark/adaptation/prompt.py). */
function joinPrompt(spec: AdapterSpec, examples: readonly string[], question: string): string {
  const blocks = [...(spec.instructions === "" ? [] : [spec.instructions]), ...examples, question];
  const text = `${spec.global_prefix}${blocks.join(spec.instance_prefix)}${spec.global_suffix}`;
  return spec.substitutions.reduce(
    (changed, [source, target]) => changed.replaceAll(new RegExp(source, "gu"), () => target),
    text,
  );
}

/** Cuts the text at its end to `room` tokens. If a cut between tokens does not fit, it removes single characters (window_service.py). */
function truncatePrompt(text: string, window: Window, room: number): string {
  let shorter = window.truncate(text, room);
  while (shorter !== "" && window.countTokens(shorter) > room) shorter = codePoints(shorter).slice(0, -1).join("");
  return shorter;
}

/**
 * Builds the prompt of one instance so that it fits the window. It first drops examples, starting with the last, and then cuts the
 * end of the text, including the output prefix (helm in_context_learning_adapter.py construct_prompt).
 * @throws UserError if max_tokens alone fills the window
 */
export function buildPrompt(
  spec: AdapterSpec,
  examples: readonly Instance[],
  instance: Instance,
  window: Window,
): Prompt {
  const question = formatBlock(instance, spec, false);
  const blocks = examples.map((example) => formatBlock(example, spec, true));
  const room = (window.maxRequestLength ?? Number.POSITIVE_INFINITY) - spec.max_tokens;
  if (room <= 0) {
    throw new UserError(
      `max_tokens ${spec.max_tokens} leaves no room for a prompt in ${spec.model_deployment}'s window of ${window.maxRequestLength} tokens; lower num_output_tokens or raise max_sequence_length of the deployment`,
    );
  }
  for (let kept = blocks.length; kept >= 0; kept -= 1) {
    const text = joinPrompt(spec, blocks.slice(0, kept), question);
    if (room === Number.POSITIVE_INFINITY || window.countTokens(text) <= room) {
      return { text, numTrainInstances: kept, truncated: false };
    }
  }
  const text = joinPrompt(spec, [], question);
  return { text: truncatePrompt(text, window, room), numTrainInstances: 0, truncated: true };
}
