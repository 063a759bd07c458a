import { type Deployment, enginePart } from "@medhelm/core/models/deployment";
import type { Request } from "@medhelm/core/helm/scenario-state";
import { UserError } from "@medhelm/core/user-error";

type WireBody = Readonly<Record<string, unknown>>;
type Client = Deployment["client"];
export type OpenAiChat = Extract<Client, { kind: "openai-chat" }>;
export type OpenAiCompletions = Extract<Client, { kind: "openai-completions" }>;

/** HELM: models with these names accept neither temperature nor max_tokens. */
const REASONING_ENGINE = /^o\d+|^gpt-5/;

/**
 * HELM's raw chat request, field for field (clients/openai_client.py _make_chat_raw_request). The whole prompt is one user message.
 * `random` is part of the request key and, as in HELM, is not sent (decision 0001).
 */
export function chatBody(client: OpenAiChat, request: Request): WireBody {
  const messages = request.messages ?? [{ role: "user", content: request.prompt }];
  const { response_format: format } = request;
  const stop = request.stop_sequences.length > 0 ? request.stop_sequences : null;
  const common = { model: client.modelSent, messages };
  const formatted = format === undefined ? {} : { response_format: format };
  if (REASONING_ENGINE.test(enginePart(request.model)))
    return {
      ...common,
      n: request.num_completions,
      ...(stop !== null && { stop }),
      max_completion_tokens: request.max_tokens,
      ...formatted,
      ...(client.reasoningEffort !== undefined && { reasoning_effort: client.reasoningEffort }),
    };
  return {
    ...common,
    temperature: request.temperature,
    top_p: request.top_p,
    n: request.num_completions,
    stop,
    max_tokens: request.max_tokens,
    presence_penalty: request.presence_penalty,
    frequency_penalty: request.frequency_penalty,
    ...formatted,
  };
}

/**
 * HELM's raw text completion (clients/vllm_client.py VLLMClient). HELM: best_of is 1 at temperature 0, because vLLM refuses other values.
 * @throws UserError for a conversation
 */
export function completionsBody(client: OpenAiCompletions, request: Request): WireBody {
  if (request.messages !== undefined)
    throw new UserError(
      `${request.model_deployment} completes text, and this benchmark holds conversations; use a deployment of client class VLLMChatClient or OpenAIClient`,
    );
  const best = Math.max(request.top_k_per_token, request.num_completions);
  return {
    model: client.modelSent,
    prompt: request.prompt,
    temperature: request.temperature,
    n: request.num_completions,
    max_tokens: request.max_tokens,
    best_of: request.temperature === 0 ? 1 : best,
    logprobs: best,
    stop: request.stop_sequences.length > 0 ? request.stop_sequences : null,
    top_p: request.top_p,
    presence_penalty: request.presence_penalty,
    frequency_penalty: request.frequency_penalty,
    echo: request.echo_prompt,
  };
}
