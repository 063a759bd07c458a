import type { Completion, Request } from "@medhelm/core/helm/scenario-state";
import type { Deployment } from "@medhelm/core/models/deployment";
import { TOOL_CALLS } from "@medhelm/core/models/finish-reasons";
import type { ModelClient, ModelReply } from "@medhelm/core/ports";
import { z } from "zod";
import { type ClientOf, type ImageData, jsonApiClient, urlBelow } from "./json-api.ts";
import { bearerHeaders } from "./oauth-token.ts";
import { type Content, splitSystem, stopsWithText, thinkingBudget, type Turn } from "./own-api.ts";
import { answer, completionOf, filtered, LogProbability, TokenCount, unreadable } from "./reply-parts.ts";
import { argumentsObject, toolCalls } from "./tool-calls.ts";

/** The API takes no more stop sequences; `completionOf` cuts at the others. */
const MAX_STOPS = 5;

/**
 * The client of Google's generateContent, also in Vertex AI (decision 0017).
 * @throws Error for a deployment with another API
 */
export function geminiClient(of: ClientOf): ModelClient {
  const { deployment, apiKey } = of;
  const { client } = deployment;
  if (client.kind !== "gemini") throw new Error(`${deployment.name} has no Gemini server`);
  const isVertex = client.token === "google";
  const path = `${isVertex ? "/publishers/google" : "/v1beta"}/models/${client.modelSent}:generateContent`;
  return jsonApiClient(
    {
      url: urlBelow(client.baseUrl, path),
      endpoint: client.baseUrl + path,
      flavour: "gemini",
      wireBody: (request, dataOf) => contentBody(deployment, request, dataOf),
      ...(isVertex
        ? bearerHeaders(deployment, of.env ?? {})
        : { headers: () => ({ "x-goog-api-key": (apiKey ?? "").trim() }) }),
      readReply,
    },
    of,
  );
}

/** Thoughts are shown if the model has any. */
function thinkingConfig({ name, reasoning = false, settings }: Deployment) {
  const effort = settings?.reasoningEffort;
  if (effort === undefined) return reasoning === false ? undefined : { includeThoughts: true };
  if (reasoning !== "budget") return { includeThoughts: true, thinkingLevel: effort };
  if (effort === "none") return { thinkingBudget: 0 };
  return { includeThoughts: true, thinkingBudget: thinkingBudget(name, effort) };
}

function contentBody(deployment: Deployment, request: Request, dataOf: ImageData) {
  const { temperature } = deployment;
  const thinking = thinkingConfig(deployment);
  const { system, messages } = splitSystem(request);
  const stops = stopsWithText(request).slice(0, MAX_STOPS);
  return {
    ...(system !== "" && { systemInstruction: { parts: [{ text: system }] } }),
    contents: messages.map((turn) => ({
      role: turn.role === "assistant" ? "model" : "user",
      parts: partsOf(turn, dataOf),
    })),
    ...(request.tools !== undefined && {
      tools: [
        {
          functionDeclarations: request.tools.map(({ name, description, parameters }) => ({
            name,
            description,
            parametersJsonSchema: parameters,
          })),
        },
      ],
    }),
    generationConfig: {
      ...(temperature !== false && { temperature: request.temperature, topP: request.top_p }),
      maxOutputTokens: request.max_tokens,
      ...(request.num_completions > 1 && { candidateCount: request.num_completions }),
      ...(stops.length > 0 && { stopSequences: stops }),
      ...(thinking !== undefined && { thinkingConfig: thinking }),
    },
  };
}

/** The API wants its own parts back, because they carry the signatures of its thoughts. */
function partsOf(turn: Turn, dataOf: ImageData): readonly object[] {
  if (turn.kind === "message") return contentOf(turn.content, dataOf);
  if (turn.kind === "results")
    return turn.results.map(({ call, content }) => ({
      functionResponse: { name: call.name, response: { result: content } },
    }));
  const native = Signed.safeParse(turn.native).data;
  if (native !== undefined) return native;
  return [
    ...(turn.content === "" ? [] : [{ text: turn.content }]),
    ...turn.calls.map((call) => ({ functionCall: { name: call.name, args: argumentsObject(call) } })),
  ];
}

const contentOf = (content: Content, dataOf: ImageData): readonly object[] =>
  typeof content === "string"
    ? [{ text: content }]
    : content.map((part) =>
        part.kind === "text"
          ? { text: part.text }
          : { inlineData: { mimeType: part.image.mediaType, data: dataOf(part.image) } },
      );

const Signed = z.array(z.looseObject({}));
const Called = z.looseObject({ name: z.string(), args: z.unknown().optional() });

const Reply = z.looseObject({
  candidates: z
    .array(
      z.looseObject({
        content: z
          .looseObject({
            parts: z
              .array(
                z.looseObject({
                  text: z.string().optional(),
                  thought: z.boolean().optional().catch(undefined),
                  functionCall: z.unknown().optional(),
                  thoughtSignature: z.string().optional().catch(undefined),
                }),
              )
              .optional(),
          })
          .optional(),
        finishReason: z.string().optional().catch(undefined),
        logprobsResult: z
          .looseObject({
            chosenCandidates: z.array(z.looseObject({ token: z.string(), logProbability: LogProbability })).optional(),
          })
          .optional()
          .catch(undefined),
      }),
    )
    .optional(),
  modelVersion: z.string().nullish().catch(undefined),
  promptFeedback: z.looseObject({ blockReason: z.string().optional() }).optional(),
  usageMetadata: z
    .looseObject({ promptTokenCount: TokenCount, candidatesTokenCount: TokenCount, thoughtsTokenCount: TokenCount })
    .nullish()
    .catch(undefined),
});

/** HELM's words for the API's finish reasons. */
const REASONS: Readonly<Record<string, string>> = { STOP: "stop", MAX_TOKENS: "length" };
const WITHHELD = /^(?:SAFETY|RECITATION|BLOCKLIST|PROHIBITED_CONTENT|SPII|LANGUAGE)$/;

function readReply(raw: unknown, request: Request): ModelReply {
  const parsed = Reply.safeParse(raw);
  const { candidates = [], modelVersion, promptFeedback, usageMetadata: usage } = parsed.data ?? {};
  if (promptFeedback?.blockReason !== undefined || candidates.some((one) => WITHHELD.test(one.finishReason ?? "")))
    return filtered;
  if (candidates.length === 0)
    return unreadable("generated content", raw, "the address must be that of Gemini's API, without /v1beta");
  const completions = candidates.map(({ content, finishReason = "", logprobsResult }): Completion => {
    const parts = content?.parts ?? [];
    const textOf = (isThought: boolean, between: string): string =>
      parts.flatMap(({ text, thought = false }) => (thought === isThought ? (text ?? "") : [])).join(between);
    const text = textOf(false, "");
    const isToolCall = text === "" && parts.some(({ functionCall }) => functionCall !== undefined);
    const received = {
      text,
      thinking: textOf(true, "\n\n"),
      calls: toolCalls(
        parts.flatMap(({ functionCall }) => {
          const called = Called.safeParse(functionCall);
          return called.success ? { id: "", name: called.data.name, arguments: called.data.args } : [];
        }),
      ),
      ...(parts.some(({ thoughtSignature }) => thoughtSignature !== undefined) && {
        native: parts.filter(({ thought = false }) => !thought),
      }),
      reason: isToolCall ? TOOL_CALLS : (REASONS[finishReason] ?? (finishReason.toLowerCase() || "unknown")),
      tokens: (logprobsResult?.chosenCandidates ?? []).map(({ token, logProbability }) => ({
        text: token,
        logprob: logProbability,
      })),
    };
    return completionOf(received, request);
  });
  const counted = {
    promptTokens: usage?.promptTokenCount ?? undefined,
    // thoughts are paid like the answer, and counted apart from it
    completionTokens:
      usage === undefined || usage === null
        ? undefined
        : (usage.candidatesTokenCount ?? 0) + (usage.thoughtsTokenCount ?? 0),
  };
  return answer(completions, counted, { model: modelVersion, thought: (usage?.thoughtsTokenCount ?? 0) > 0 });
}
