import type { Request } from "@medhelm/core/helm/scenario-state";
import type { Deployment } from "@medhelm/core/models/deployment";
import type { ModelClient, ModelReply } from "@medhelm/core/ports";
import { z } from "zod";
import { type ClientOf, type ImageData, jsonApiClient, urlBelow } from "./json-api.ts";
import { bearerHeaders } from "./oauth-token.ts";
import {
  claudeThinking,
  type Content,
  oneCompletion,
  REFUSES_TEMPERATURE,
  splitSystem,
  stopsWithText,
  type Turn,
} from "./own-api.ts";
import { answer, completionOf, finishReason, TokenCount, unreadable } from "./reply-parts.ts";
import { argumentsObject, toolCalls } from "./tool-calls.ts";

/** The version of the API that `Reply` describes. */
const API_VERSION = "2023-06-01";
const PATH = "/v1/messages";
/** The version of the API in Vertex AI, which has it in the body, and the model in the address. */
const VERTEX_VERSION = "vertex-2023-10-16";

/**
 * The client of Anthropic's Messages API, also in Vertex AI (decision 0017).
 * @throws Error for a deployment with another API
 */
export function anthropicClient(of: ClientOf): ModelClient {
  const { deployment, apiKey } = of;
  const { client } = deployment;
  if (client.kind !== "anthropic-messages") throw new Error(`${deployment.name} has no Anthropic server`);
  const isVertex = client.token === "google";
  const path = isVertex ? `/publishers/anthropic/models/${client.modelSent}:rawPredict` : PATH;
  return jsonApiClient(
    {
      url: urlBelow(client.baseUrl, path),
      endpoint: client.baseUrl + path,
      flavour: "anthropic-messages",
      wireBody: (request, dataOf) => ({
        ...(isVertex ? { anthropic_version: VERTEX_VERSION } : { model: client.modelSent }),
        ...messagesBody(deployment, request, dataOf),
      }),
      ...(isVertex
        ? bearerHeaders(deployment, of.env ?? {})
        : { headers: () => ({ "x-api-key": (apiKey ?? "").trim(), "anthropic-version": API_VERSION }) }),
      withoutRefused: ({ temperature, ...body }, message) =>
        temperature !== undefined && REFUSES_TEMPERATURE.test(message) ? body : undefined,
      readReply,
    },
    of,
  );
}

/** The API refuses a temperature together with top_p, and stop sequences of white space only. */
function messagesBody(deployment: Deployment, request: Request, dataOf: ImageData) {
  oneCompletion(request);
  const { system, messages } = splitSystem(request);
  const stops = stopsWithText(request);
  const thinking = claudeThinking(deployment);
  return {
    max_tokens: request.max_tokens + (thinking?.budget ?? 0),
    ...(system !== "" && { system }),
    messages: messages.map((turn) => messageOf(turn, dataOf)),
    ...(request.tools !== undefined && {
      tools: request.tools.map(({ name, description, parameters }) => ({
        name,
        description,
        input_schema: parameters,
      })),
    }),
    ...(deployment.temperature !== false && thinking === undefined && { temperature: request.temperature }),
    ...(stops.length > 0 && { stop_sequences: stops }),
    ...thinking?.fields,
  };
}

/** The API wants its thinking back, with its signature, before the calls that followed it. */
function messageOf(turn: Turn, dataOf: ImageData) {
  const { role } = turn;
  if (turn.kind === "message") return { role, content: contentOf(turn.content, dataOf) };
  if (turn.kind === "results")
    return {
      role,
      content: turn.results.map(({ call, content }) => ({ type: "tool_result", tool_use_id: call.id, content })),
    };
  return {
    role,
    content: [
      ...(Thinking.safeParse(turn.native).data ?? []),
      ...(turn.content === "" ? [] : [{ type: "text", text: turn.content }]),
      ...turn.calls.map((call) => ({ type: "tool_use", id: call.id, name: call.name, input: argumentsObject(call) })),
    ],
  };
}

const contentOf = (content: Content, dataOf: ImageData) =>
  typeof content === "string"
    ? content
    : content.map((part) =>
        part.kind === "text"
          ? { type: "text", text: part.text }
          : {
              type: "image",
              source: { type: "base64", media_type: part.image.mediaType, data: dataOf(part.image) },
            },
      );

const Thinking = z.array(z.looseObject({ type: z.enum(["thinking", "redacted_thinking"]) }));

const Reply = z.looseObject({
  content: z.array(
    z.looseObject({
      type: z.string(),
      text: z.string().optional(),
      thinking: z.string().optional(),
      id: z.string().optional(),
      name: z.string().optional(),
      input: z.unknown().optional(),
    }),
  ),
  model: z.string().nullish().catch(undefined),
  stop_reason: z.string().nullish().catch(undefined),
  usage: z.looseObject({ input_tokens: TokenCount, output_tokens: TokenCount }).nullish().catch(undefined),
});

const isThinking = (block: unknown): boolean => Thinking.safeParse([block]).success;

function readReply(raw: unknown, request: Request): ModelReply {
  const parsed = Reply.safeParse(raw);
  if (!parsed.success) return unreadable("a message", raw, "the address must be that of Anthropic's API, without /v1");
  const { content, model, stop_reason: reason, usage } = parsed.data;
  const received = {
    text: content.flatMap(({ type, text }) => (type === "text" ? (text ?? "") : [])).join(""),
    thinking: content.flatMap(({ type, thinking }) => (type === "thinking" ? (thinking ?? "") : [])).join("\n\n"),
    reason: finishReason(reason ?? "unknown"),
    calls: toolCalls(
      content.flatMap(({ type, id = "", name, input }) =>
        type === "tool_use" && name !== undefined ? { id, name, arguments: input } : [],
      ),
    ),
    ...(content.some(isThinking) && { native: content.filter(isThinking) }),
  };
  const counted = {
    promptTokens: usage?.input_tokens ?? undefined,
    completionTokens: usage?.output_tokens ?? undefined,
  };
  return answer([completionOf(received, request)], counted, { model });
}
