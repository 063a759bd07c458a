import type { Completion, Request, RequestResult } from "@medhelm/core/helm/scenario-state";
import type { ModelReply, TokenUsage } from "@medhelm/core/ports";
import type { OutputProcessor } from "@medhelm/core/run/output-processors";
import { truncateSequence } from "@medhelm/core/run/truncate-sequence";
import { z } from "zod";

/** The schemas are lenient, because servers differ in the fields that they omit or set to null. */
const Text = z.union([
  z.string(),
  z.array(z.looseObject({ text: z.string().optional() })).transform((parts) => parts.map((p) => p.text ?? "").join("")),
]);
const Counts = z.looseObject({ prompt_tokens: z.int().nullish(), completion_tokens: z.int().nullish() }).nullish();
const ChatReply = z.looseObject({
  choices: z
    .array(
      z.looseObject({
        finish_reason: z.string().nullish(),
        message: z.looseObject({
          content: Text.nullish(),
          refusal: z.string().nullish(),
          /** sent by vLLM and DeepSeek */
          reasoning_content: z.string().nullish(),
          /** sent by Ollama and newer vLLM */
          reasoning: z.string().nullish(),
        }),
      }),
    )
    .min(1),
  usage: Counts,
});
const CompletionsReply = z.looseObject({
  choices: z
    .array(
      z.looseObject({
        text: z.string(),
        finish_reason: z.string().nullish(),
        logprobs: z
          .looseObject({ tokens: z.array(z.string()), token_logprobs: z.array(z.number().nullable()) })
          .nullish(),
      }),
    )
    .min(1),
  usage: Counts,
});

/**
 * Reads a chat completion into HELM's shape (clients/openai_client.py _make_chat_request), without log probabilities and tokens.
 * HELM crashes on a null content. Here it becomes an empty text, and the reasoning goes to `thinking`.
 */
export function readChatReply(raw: unknown, request: Request, process: OutputProcessor): ModelReply {
  const parsed = ChatReply.safeParse(raw);
  if (!parsed.success) return unreadable("a chat completion", raw);
  const { choices, usage } = parsed.data;
  if (choices.some((choice) => choice.finish_reason === "content_filter")) return filtered;
  return answer(
    choices.map(({ finish_reason: reason, message }) => {
      const content = message.content ?? message.refusal ?? "";
      const thought = message.reasoning_content ?? message.reasoning;
      return truncateSequence(
        {
          text: (request.echo_prompt ? request.prompt : "") + process(content),
          logprob: 0,
          tokens: [],
          ...(typeof reason === "string" && { finish_reason: { reason } }),
          ...(typeof thought === "string" && { thinking: { text: thought } }),
        },
        request,
      );
    }),
    usage,
  );
}

/**
 * Reads a text completion into HELM's shape (clients/openai_client.py _make_completion_request), with tokens if the server sends them.
 * HELM: "<|endoftext|>" is always a stop sequence too, so a completion never keeps its finish_reason (truncateSequence).
 */
export function readCompletionsReply(raw: unknown, request: Request, process: OutputProcessor): ModelReply {
  const parsed = CompletionsReply.safeParse(raw);
  if (!parsed.success) return unreadable("a text completion", raw);
  const { choices, usage } = parsed.data;
  if (choices.some((choice) => choice.finish_reason === "content_filter")) return filtered;
  return answer(
    choices.map(({ text, finish_reason: reason, logprobs }) => {
      // HELM: the first echoed token has no log probability and counts as 0.
      const tokens = (logprobs?.tokens ?? []).map((token, i) => ({
        text: token,
        logprob: logprobs?.token_logprobs[i] ?? 0,
      }));
      return truncateSequence(
        {
          text: process(text),
          logprob: tokens.reduce((sum, token) => sum + token.logprob, 0),
          tokens,
          ...(typeof reason === "string" && { finish_reason: { reason } }),
        },
        { ...request, stop_sequences: [...request.stop_sequences, "<|endoftext|>"] },
      );
    }),
    usage,
  );
}

function answer(received: readonly Completion[], usage: z.infer<typeof Counts>): ModelReply {
  const completions = received.map(wellFormed);
  const result: RequestResult = { success: true, embedding: [], completions, cached: false };
  const counted: TokenUsage = {
    ...(typeof usage?.prompt_tokens === "number" && { promptTokens: usage.prompt_tokens }),
    ...(typeof usage?.completion_tokens === "number" && { completionTokens: usage.completion_tokens }),
  };
  return { kind: "answer", result, usage: counted };
}

/** Replaces half surrogate pairs, which a server leaves when it cuts an emoji in two, by U+FFFD. They have no UTF-8, so they cannot be hashed. */
function wellFormed(completion: Completion): Completion {
  const { text, tokens, thinking } = completion;
  return {
    ...completion, // first, because the run's files keep the order of these fields
    text: text.toWellFormed(),
    tokens: tokens.map((token) => ({ ...token, text: token.text.toWellFormed() })),
    ...(thinking?.text === undefined ? {} : { thinking: { text: thinking.text.toWellFormed() } }),
  };
}

const filtered: ModelReply = {
  kind: "failure",
  failure: {
    reason: "content_filter",
    message: "the provider's content filter withheld the answer",
    isRetriable: false,
    httpStatus: 200,
  },
};

function unreadable(expected: string, raw: unknown): ModelReply {
  const received = raw === undefined ? "an empty body" : typeof raw === "string" ? "text" : "other JSON";
  return {
    kind: "failure",
    failure: {
      reason: "unreadable",
      message: `it answered 200 with ${received} instead of ${expected}; the address of an OpenAI-compatible API usually ends in /v1`,
      isRetriable: true,
      httpStatus: 200,
    },
  };
}
