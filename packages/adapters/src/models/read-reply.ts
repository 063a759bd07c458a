import type { Completion, Request } from "@medhelm/core/helm/scenario-state";
import { TOOL_CALLS } from "@medhelm/core/models/finish-reasons";
import type { ModelReply } from "@medhelm/core/ports";
import type { OutputProcessor } from "@medhelm/core/run/asking/output-processors";
import { truncateSequence } from "@medhelm/core/run/asking/truncate-sequence";
import { z } from "zod";
import { LogProbability, TokenCount, answer, filtered, lostParts, unreadable } from "./reply-parts.ts";
import { toolCalls } from "./tool-calls.ts";

const OPENAI_HINT = "the address of an OpenAI-compatible API usually ends in /v1";

/** The schemas are lenient, because servers differ in the fields that they omit or set to null. A field of another type is ignored, except the answer. */
const TextField = z.string().nullish().catch(undefined);
const Text = z.union([
  z.string(),
  z.array(z.looseObject({ text: z.string().optional() })).transform((parts) => parts.map((p) => p.text ?? "").join("")),
]);
const Counts = z
  .looseObject({
    prompt_tokens: TokenCount,
    completion_tokens: TokenCount,
    completion_tokens_details: z.looseObject({ reasoning_tokens: z.number().nullish() }).nullish().catch(undefined),
  })
  .nullish()
  .catch(undefined);
const Index = z.int().optional().catch(undefined);
/** The reply's own words about its model. */
const Said = {
  model: TextField,
  system_fingerprint: TextField,
};
const ChatTokens = z.looseObject({
  content: z.array(z.looseObject({ token: z.string(), logprob: LogProbability })).nullish(),
});
const LegacyTokens = z
  .looseObject({ tokens: z.array(z.string()), token_logprobs: z.array(LogProbability.nullable()) })
  .refine(({ tokens, token_logprobs: logprobs }) => tokens.length === logprobs.length)
  // HELM: the first echoed token has no log probability and counts as 0.
  .transform(({ tokens, token_logprobs: logprobs }) => ({
    content: tokens.map((token, i) => ({ token, logprob: logprobs[i] ?? 0 })),
  }));
/** Some servers leave out the id, or send the arguments as an object. */
const ChatCall = z.looseObject({
  id: TextField,
  function: z.looseObject({ name: z.string(), arguments: z.unknown().optional() }),
});
const ChatReply = z.looseObject({
  choices: z
    .array(
      z.looseObject({
        index: Index,
        finish_reason: TextField,
        /** sent if --extra-body asks for it */
        logprobs: ChatTokens.nullish().catch(undefined),
        message: z.looseObject({
          content: Text.nullish(),
          refusal: TextField,
          tool_calls: z.array(z.unknown()).nullish().catch(undefined),
          /** the older form of one tool call */
          function_call: z.unknown().optional(),
          /** sent by vLLM and DeepSeek */
          reasoning_content: TextField,
          /** sent by Ollama and newer vLLM */
          reasoning: TextField,
        }),
      }),
    )
    .min(1),
  usage: Counts,
  ...Said,
});
const CompletionsReply = z.looseObject({
  choices: z
    .array(
      z.looseObject({
        index: Index,
        text: z.string(),
        finish_reason: TextField,
        logprobs: z.union([LegacyTokens, ChatTokens]).nullish().catch(undefined),
      }),
    )
    .min(1),
  usage: Counts,
  ...Said,
});

/**
 * Reads a chat completion into HELM's shape (clients/openai_client.py _make_chat_request), without log probabilities and tokens,
 * unless the user wants them. HELM crashes on a null content. Here it becomes an empty text or the model's refusal, and the
 * reasoning goes to `thinking`.
 */
export function readChatReply(
  raw: unknown,
  request: Request,
  process: OutputProcessor,
  wantsTokens = false,
): ModelReply {
  const parsed = ChatReply.safeParse(raw);
  if (!parsed.success) return unreadable("a chat completion", raw, OPENAI_HINT);
  const choices = inOrder(parsed.data.choices);
  if (choices.some((choice) => choice.finish_reason === "content_filter")) return filtered;
  const received = choices.map(({ finish_reason, logprobs, message }): Completion => {
    const content = message.content ?? message.refusal ?? "";
    const reason = (message.content ?? "") === "" ? (reasonWithoutText(message) ?? finish_reason) : finish_reason;
    const tokens = (wantsTokens ? (logprobs?.content ?? []) : []).map(({ token, logprob }) => ({
      text: token,
      logprob,
    }));
    const thought = message.reasoning_content ?? message.reasoning;
    return {
      text: (request.echo_prompt ? request.prompt : "") + process(content),
      logprob: tokens.reduce((sum, { logprob }) => sum + logprob, 0),
      tokens,
      ...(typeof reason === "string" && { finish_reason: { reason } }),
      ...(typeof thought === "string" && { thinking: { text: thought } }),
      ...(request.tools !== undefined && callsOf(message)),
    };
  });
  return truncatedAnswer(received, request, parsed.data);
}

type Message = z.infer<typeof ChatReply>["choices"][number]["message"];

/** The calls of a message, and its thinking, which some servers want back with their results. */
function callsOf({
  tool_calls: calls,
  reasoning_content,
  reasoning,
}: Message): Pick<Completion, "tool_calls" | "native"> {
  const named = (calls ?? []).flatMap((one) => {
    const call = ChatCall.safeParse(one);
    return call.success ? { id: call.data.id ?? "", ...call.data.function } : [];
  });
  if (named.length === 0) return {};
  const native = {
    ...(typeof reasoning_content === "string" && { reasoning_content }),
    ...(typeof reasoning === "string" && { reasoning }),
  };
  return { tool_calls: toolCalls(named), ...(Object.keys(native).length > 0 && { native }) };
}

/** The reason why a message has no text; undefined if the server's own reason holds. */
function reasonWithoutText({ refusal, tool_calls: calls, function_call: call }: Message): string | undefined {
  if ((refusal ?? "") !== "") return "refusal";
  const callsTools = (calls ?? []).length > 0 || (typeof call === "object" && call !== null);
  return callsTools ? TOOL_CALLS : undefined;
}

/** The answer as HELM cuts it, with the parts that HELM drops. */
function truncatedAnswer(received: readonly Completion[], request: Request, reply: Reply): ModelReply {
  const cut = received.map((completion) => truncateSequence(completion, request));
  return answer(cut, counts(reply.usage), { ...said(reply), lost: lostParts(received[0], cut[0]) });
}

/**
 * Reads a text completion into HELM's shape (clients/openai_client.py _make_completion_request), with tokens if the server sends them.
 * HELM: "<|endoftext|>" is always a stop sequence too, so a completion never keeps its finish_reason (truncateSequence).
 */
export function readCompletionsReply(raw: unknown, request: Request, process: OutputProcessor): ModelReply {
  const parsed = CompletionsReply.safeParse(raw);
  if (!parsed.success) return unreadable("a text completion", raw, OPENAI_HINT);
  const choices = inOrder(parsed.data.choices);
  if (choices.some((choice) => choice.finish_reason === "content_filter")) return filtered;
  const received = choices.map(({ text, finish_reason: reason, logprobs }): Completion => {
    // llama.cpp sends the tokens of a text completion in the shape of a chat completion
    const tokens = (logprobs?.content ?? []).map(({ token, logprob }) => ({ text: token, logprob }));
    return {
      text: process(text),
      logprob: tokens.reduce((sum, token) => sum + token.logprob, 0),
      tokens,
      ...(typeof reason === "string" && { finish_reason: { reason } }),
    };
  });
  const stops = [...request.stop_sequences, "<|endoftext|>"];
  return truncatedAnswer(received, { ...request, stop_sequences: stops }, parsed.data);
}

/** The choices by their index, if each has one: a request for one answer has the one of index 0. */
function inOrder<Choice extends { readonly index?: number | undefined }>(
  choices: readonly Choice[],
): readonly Choice[] {
  const indexed = choices.flatMap((choice) => (choice.index === undefined ? [] : { choice, index: choice.index }));
  if (indexed.length < choices.length) return choices;
  return indexed.toSorted((a, b) => a.index - b.index).map(({ choice }) => choice);
}

type Reply = Pick<z.infer<typeof ChatReply>, "model" | "system_fingerprint" | "usage">;

const said = ({ model, system_fingerprint, usage }: Reply) => ({
  model,
  fingerprint: system_fingerprint,
  thought: (usage?.completion_tokens_details?.reasoning_tokens ?? 0) > 0,
});

const counts = (usage: z.infer<typeof Counts>) => ({
  promptTokens: usage?.prompt_tokens ?? undefined,
  completionTokens: usage?.completion_tokens ?? undefined,
});
