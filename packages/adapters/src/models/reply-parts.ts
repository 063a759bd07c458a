import type { ToolCall } from "@medhelm/core/agents/tool";
import type { Completion, Request, RequestResult } from "@medhelm/core/helm/scenario-state";
import { MOST_TOKENS } from "@medhelm/core/models/most-tokens";
import type { LostParts, ModelReply, ServerSays } from "@medhelm/core/ports";
import { truncateSequence } from "@medhelm/core/run/asking/truncate-sequence";
import { z } from "zod";

/** Token counts of a reply; undefined if the provider does not report them. */
interface Counted {
  readonly promptTokens: number | undefined;
  readonly completionTokens: number | undefined;
}

/** A count of tokens in a reply. A negative or larger one is a fault of the server. A schema of counts ends in `.catch(undefined)`, because a wrong count does not spoil the answer. */
export const TokenCount = z.int().min(0).max(MOST_TOKENS).nullish();

/** Far below that of any token. The sum of a reply's must be a number that JSON can write. */
const LEAST_LOG_PROBABILITY = -1e9;

/** The log probability of a token. A schema of them ends in `.catch(undefined)`, because a wrong one does not spoil the answer. */
export const LogProbability = z.number().min(LEAST_LOG_PROBABILITY).max(-LEAST_LOG_PROBABILITY);

const COUNTS: readonly string[] = [
  "prompt_tokens",
  "completion_tokens",
  "input_tokens",
  "output_tokens",
  "inputTokens",
  "outputTokens",
  "promptTokenCount",
  "candidatesTokenCount",
  "thoughtsTokenCount",
];
/** Whether a reply has a count of tokens, in any API, that cannot be. */
function hasWrongCounts(raw: unknown): boolean {
  const usage = fieldsOf(raw, "usage") ?? fieldsOf(raw, "usageMetadata") ?? new Map();
  return COUNTS.some((name) => !isCount(usage.get(name)));
}

/** The fields of an object in a reply; undefined if there is no such object. */
function fieldsOf(raw: unknown, name: string): ReadonlyMap<string, unknown> | undefined {
  if (typeof raw !== "object" || raw === null) return undefined;
  const value: unknown = Object.getOwnPropertyDescriptor(raw, name)?.value;
  const isFields = typeof value === "object" && value !== null && !Array.isArray(value);
  return isFields ? new Map(Object.entries(value)) : undefined;
}

const isCount = (value: unknown): boolean =>
  value === undefined || value === null || TokenCount.safeParse(value).success;

/** The reply, marked if its token counts cannot be. */
export function withWrongCounts(reply: ModelReply, raw: unknown): ModelReply {
  if (reply.kind === "failure" || !hasWrongCounts(raw)) return reply;
  return { ...reply, server: { ...reply.server, hasWrongCounts: true } };
}

/** A reply's own words about its model; null or absent fields are left out. */
interface Said {
  readonly model?: string | null | undefined;
  readonly fingerprint?: string | null | undefined;
  readonly thought?: boolean;
  readonly lost?: LostParts | undefined;
}

/** The parts of a completion that its truncation dropped; undefined: none. A text that was cut at a stop sequence ended there. */
export function lostParts(whole: Completion | undefined, cut: Completion | undefined): LostParts | undefined {
  if (whole === undefined || cut === undefined) return undefined;
  const reason = cut.finish_reason === undefined ? whole.finish_reason?.reason : undefined;
  const thinking = cut.thinking === undefined ? whole.thinking?.text : undefined;
  if (reason === undefined && thinking === undefined) return undefined;
  return {
    ...(reason !== undefined && { finishReason: cut.text === whole.text ? reason.toWellFormed() : "stop" }),
    ...(thinking !== undefined && { thinking: thinking.toWellFormed() }),
  };
}

/** The answer with these completions. */
export function answer(
  received: readonly Completion[],
  { promptTokens, completionTokens }: Counted,
  { model, fingerprint, thought, lost }: Said,
): ModelReply {
  const completions = received.map(wellFormed);
  const server: ServerSays = {
    ...(typeof model === "string" && model !== "" && { model: model.toWellFormed() }),
    ...(typeof fingerprint === "string" && fingerprint !== "" && { fingerprint: fingerprint.toWellFormed() }),
    ...(thought === true && { thought }),
    ...(lost !== undefined && { lost }),
  };
  const result: RequestResult = { success: true, embedding: [], completions, cached: false };
  return {
    kind: "answer",
    result,
    usage: {
      ...(promptTokens !== undefined && { promptTokens }),
      ...(completionTokens !== undefined && { completionTokens }),
    },
    ...(Object.keys(server).length > 0 && { server }),
  };
}

/** One completion as a provider's own API sends it. */
export interface Received {
  readonly text: string;
  /** in HELM's words: stop, length for an answer that was cut, refusal */
  readonly reason: string;
  /** absent: the reply has no thinking */
  readonly thinking?: string | undefined;
  readonly tokens?: Completion["tokens"];
  /** absent: none */
  readonly calls?: readonly ToolCall[];
  /** the reply in the words of its API, which wants it back with the results of the calls */
  readonly native?: unknown;
}

/** The stop reasons of Anthropic's API, which Bedrock Converse shares, in HELM's words. */
const FINISH_REASONS: Readonly<Record<string, string>> = {
  end_turn: "stop",
  stop_sequence: "stop",
  max_tokens: "length",
  model_context_window_exceeded: "length",
};

/** Returns HELM's word for a stop reason; an unknown reason stays as it is. */
export const finishReason = (reason: string): string => FINISH_REASONS[reason] ?? reason;

/** The completion, cut at the request's stop sequences. It keeps its finish_reason and its thinking, which HELM's truncation loses. */
export function completionOf(
  { text, reason, thinking, tokens = [], calls = [], native }: Received,
  request: Request,
): Completion {
  const logprob = tokens.reduce((sum, token) => sum + token.logprob, 0);
  const whole = { text: (request.echo_prompt ? request.prompt : "") + text, logprob, tokens };
  return {
    ...truncateSequence(whole, request),
    finish_reason: { reason },
    ...(thinking !== undefined && thinking !== "" && { thinking: { text: thinking } }),
    ...(request.tools !== undefined &&
      calls.length > 0 && { tool_calls: [...calls], ...(native !== undefined && { native }) }),
  };
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

export const filtered: ModelReply = {
  kind: "failure",
  failure: {
    reason: "content_filter",
    message: "the provider's content filter withheld the answer",
    isRetriable: false,
    httpStatus: 200,
  },
};

const WithoutChoices = z.union([
  z.looseObject({ choices: z.array(z.unknown()).length(0) }),
  z.looseObject({ candidates: z.array(z.unknown()).length(0) }),
]);

/** A reply with status 200 that is not `expected`; `hint` says what is probably wrong. */
export function unreadable(expected: string, raw: unknown, hint: string): ModelReply {
  if (WithoutChoices.safeParse(raw).success) {
    const message = `it answered 200 with ${expected} that has no choices; look into the server's log`;
    return { kind: "failure", failure: { reason: "unreadable", message, isRetriable: true, httpStatus: 200 } };
  }
  const received = raw === undefined ? "an empty body" : typeof raw === "string" ? "text" : "other JSON";
  return {
    kind: "failure",
    failure: {
      reason: "unreadable",
      message: `it answered 200 with ${received} instead of ${expected}; ${hint}`,
      isRetriable: true,
      isWrongAddress: true,
      httpStatus: 200,
    },
  };
}
