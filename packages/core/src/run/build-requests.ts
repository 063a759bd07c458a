import type { Instance } from "../helm/instance.ts";
import type { AdapterSpec } from "../helm/run-spec.ts";
import type { Request, RequestState } from "../helm/scenario-state.ts";
import { UserError } from "../user-error.ts";
import { buildPrompt, referenceLabel } from "./prompt.ts";
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

const METHODS: readonly string[] = ["generation", "chat", "multiple_choice_joint"];

function outputMapping(spec: AdapterSpec, instance: Instance): Record<string, string> {
  return Object.fromEntries(
    instance.references.map(({ output }, index) => [referenceLabel(spec, index).letter, output.text]),
  );
}

/**
 * Yields every request of a run, without results, in HELM's order: train trials, then the repetitions of num_trials (request.random
 * numbers them "1", "2", ...), then instances. Each request is built when it is needed, so memory holds the instances only.
 * @throws UserError for an adapter method other than generation, chat and multiple_choice_joint
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
        const prompt = buildPrompt(spec, examples, instance, window);
        yield {
          instance,
          train_trial_index: trial,
          ...(spec.method === "multiple_choice_joint" ? { output_mapping: outputMapping(spec, instance) } : {}),
          request: buildRequest(spec, prompt.text, random),
          num_train_instances: prompt.numTrainInstances,
          prompt_truncated: prompt.truncated,
          num_conditioning_tokens: 0,
        };
      }
    }
  }
}
