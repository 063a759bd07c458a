import { instructionsOf } from "../../perturbations/own-instructions.ts";
import type { Instance } from "../../helm/instance.ts";
import { mediaParts, type PromptPart, textObject } from "../../helm/media.ts";
import type { AdapterSpec } from "../../helm/run-spec.ts";
import type { Request, RequestState } from "../../helm/scenario-state.ts";
import { UserError } from "../../user-error.ts";
import { buildPrompt, type Prompt, referenceLabel } from "./prompt.ts";
import { type SelectedInstances, sampleExamples } from "./sample.ts";
import type { Window } from "./window.ts";

/** The field order is HELM's, because scenario_state.json keeps it. */
function buildRequest(spec: AdapterSpec, prompt: string, random: string | undefined): Request {
  const joint = spec.method === "multiple_choice_joint";
  return {
    model_deployment: spec.model_deployment,
    model: spec.model,
    embedding: false,
    prompt,
    temperature: spec.temperature,
    num_completions: joint ? 1 : spec.num_outputs,
    top_k_per_token: joint ? spec.num_outputs : 1,
    max_tokens: spec.max_tokens,
    // HELM: multiple choice ignores the adapter's stop_sequences.
    stop_sequences: joint ? [] : [...spec.stop_sequences],
    echo_prompt: false,
    top_p: 1,
    presence_penalty: 0,
    frequency_penalty: 0,
    ...(random === undefined ? {} : { random }),
  };
}

/** HELM: a conversation is sent unchanged, without instructions or examples (adaptation/adapters/chat_adapter.py). */
function chatRequest(spec: AdapterSpec, { id, input }: Instance, random: string | undefined): Request {
  if (input.messages === undefined)
    throw new UserError(
      `instance ${id} has no messages, and the adapter method "chat" needs a conversation; add messages to the instance`,
    );
  return { ...buildRequest(spec, "", random), messages: input.messages };
}

/** HELM's method for prompts with images. An instance without images is asked as by "generation". */
export const WITH_IMAGES = "generation_multimodal";

/** HELM's prompt with images (adaptation/adapters/multimodal). Neighbouring texts are one part, and `prompt` has all texts. */
function multimodalPrompt({ id, input }: Instance, { text, numTrainInstances, truncated }: Prompt) {
  const parts = mediaParts(input.multimedia_content);
  if (!parts.some(({ kind }) => kind === "image")) return {};
  if (numTrainInstances > 0 || truncated)
    throw new UserError(
      `instance ${id}: a prompt with images takes no examples and is not shortened; use max_train_instances=0 and a model with a longer window`,
    );
  const start = text.lastIndexOf(input.text);
  const before: PromptPart = { kind: "text", text: text.slice(0, start) };
  const after: PromptPart = { kind: "text", text: text.slice(start + input.text.length) };
  return { multimodal_prompt: { media_objects: joinedTexts([before, ...parts, after]) } };
}

function joinedTexts(parts: readonly PromptPart[]) {
  const joined: { content_type: string; text?: string | undefined; location?: string | undefined }[] = [];
  let text = "";
  const endText = (): void => {
    if (text.trim() !== "") joined.push(textObject(text));
    text = "";
  };
  for (const part of parts)
    if (part.kind === "text") text += part.text;
    else {
      endText();
      joined.push({ content_type: part.image.mediaType, location: part.image.file });
    }
  endText();
  return joined;
}

const METHODS: readonly string[] = ["generation", "chat", "multiple_choice_joint", WITH_IMAGES];

function outputMapping(spec: AdapterSpec, instance: Instance): Record<string, string> {
  return Object.fromEntries(
    instance.references.map(({ output }, index) => [referenceLabel(spec, index).letter, output.text]),
  );
}

/**
 * Yields every request of a run, without results, in HELM's order: train trials, then the repetitions of num_trials (request.random
 * numbers them "1", "2", ...), then instances. Each request is built when it is needed, so memory holds the instances only.
 * @throws UserError for an adapter method that is not supported
 */
export function* buildRequestStates(
  spec: AdapterSpec,
  { train, evaluation }: SelectedInstances,
  window: Window,
): Generator<RequestState, void, undefined> {
  if (!METHODS.includes(spec.method)) {
    throw new UserError(
      `the adapter method "${spec.method}" is not supported; the supported ones are ${METHODS.join(", ")}`,
    );
  }
  const pool = spec.max_train_instances === 0 ? [] : [...train];
  for (let trial = 0; trial < spec.num_train_trials; trial += 1) {
    const examples = sampleExamples(pool, spec.max_train_instances, trial, spec.sample_train);
    for (let repetition = 0; repetition < Math.max(1, spec.num_trials); repetition += 1) {
      const random = repetition === 0 ? spec.random : String(repetition);
      for (const instance of evaluation) {
        if (spec.method === "chat") {
          const numbered = { train_trial_index: trial, request: chatRequest(spec, instance, random) };
          yield { instance, ...numbered, num_train_instances: 0, prompt_truncated: false, num_conditioning_tokens: 0 };
          continue;
        }
        const instructions = instructionsOf(instance) ?? spec.instructions;
        const prompt = buildPrompt({ ...spec, instructions }, examples, instance, window);
        yield {
          instance,
          train_trial_index: trial,
          ...(spec.method === "multiple_choice_joint" ? { output_mapping: outputMapping(spec, instance) } : {}),
          request: {
            ...buildRequest(spec, prompt.text, random),
            ...(spec.method === WITH_IMAGES ? multimodalPrompt(instance, prompt) : {}),
          },
          num_train_instances: prompt.numTrainInstances,
          prompt_truncated: prompt.truncated,
          num_conditioning_tokens: 0,
        };
      }
    }
  }
}
