import { defaultProvider } from "@aws-sdk/credential-provider-node";
import type { Request } from "@medhelm/core/helm/scenario-state";
import type { Deployment } from "@medhelm/core/models/deployment";
import type { ModelClient, ModelReply } from "@medhelm/core/ports";
import { UserError } from "@medhelm/core/user-error";
import { Sha256 } from "@smithy/core/checksum";
import { SignatureV4 } from "@smithy/signature-v4";
import { z } from "zod";
import { type ClientOf, type ImageData, jsonApiClient, urlBelow } from "./json-api.ts";
import {
  claudeThinking,
  type Content,
  oneCompletion,
  REFUSES_TEMPERATURE,
  splitSystem,
  stopsWithText,
  type Turn,
} from "./own-api.ts";
import { answer, completionOf, filtered, finishReason, TokenCount, unreadable } from "./reply-parts.ts";
import { argumentsObject, toolCalls } from "./tool-calls.ts";

/**
 * The client of Amazon Bedrock's Converse (decision 0017). It signs each request with the credentials of the AWS chain: environment,
 * profile, SSO, web identity, container or instance. An API key of Bedrock replaces the signature.
 * @throws Error for a deployment with another API
 */
export function bedrockClient(of: ClientOf): ModelClient {
  const { deployment, apiKey } = of;
  const { client, name } = deployment;
  if (client.kind !== "bedrock-converse") throw new Error(`${name} is not served by Bedrock`);
  const path = `/model/${encodeURIComponent(client.modelSent)}/converse`;
  const url = urlBelow(client.baseUrl, path);
  const sign = signer(url, client.region, name);
  return jsonApiClient(
    {
      url,
      endpoint: client.baseUrl + path,
      flavour: "bedrock-converse",
      wireBody: (request, dataOf) => converseBody(deployment, client.modelSent, request, dataOf),
      headers: apiKey === undefined ? sign : () => ({ authorization: `Bearer ${apiKey.trim()}` }),
      withoutRefused,
      readReply,
    },
    of,
  );
}

/** Signs a body with Signature Version 4. The chain keeps credentials and renews them before they expire. */
function signer(url: URL, region: string, deployment: string) {
  const chain = defaultProvider();
  const credentials = () =>
    chain().catch((cause: unknown) => {
      throw new UserError(
        `${deployment} needs AWS credentials: set AWS_PROFILE, or AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or AWS_BEARER_TOKEN_BEDROCK`,
        { cause },
      );
    });
  const signature = new SignatureV4({ service: "bedrock", region, credentials, sha256: Sha256 });
  return async (body: string): Promise<Readonly<Record<string, string>>> => {
    const { headers } = await signature.sign({
      method: "POST",
      protocol: url.protocol,
      hostname: url.hostname,
      path: url.pathname,
      query: {},
      headers: { host: url.host, "content-type": "application/json" },
      body,
    });
    const { host: _host, "content-type": _type, ...signed } = headers;
    return signed;
  };
}

/** The fields of Claude and of the other models for an effort. */
function effortFields(deployment: Deployment, modelSent: string) {
  const effort = deployment.settings?.reasoningEffort;
  if (/(?:^|\.)anthropic\./.test(modelSent)) return claudeThinking(deployment);
  return effort === undefined ? undefined : { fields: { reasoning_effort: effort }, budget: 0 };
}

function converseBody(deployment: Deployment, modelSent: string, request: Request, dataOf: ImageData) {
  const thinking = effortFields(deployment, modelSent);
  const isThinkingClaude = thinking?.fields !== undefined && "thinking" in thinking.fields;
  oneCompletion(request);
  const { system, messages } = splitSystem(request);
  const stops = stopsWithText(request);
  return {
    ...(system !== "" && { system: [{ text: system }] }),
    messages: messages.map((turn) => ({ role: turn.role, content: blocksOf(turn, dataOf) })),
    ...(request.tools !== undefined && {
      toolConfig: {
        tools: request.tools.map(({ name, description, parameters }) => ({
          toolSpec: { name, description, inputSchema: { json: parameters } },
        })),
      },
    }),
    inferenceConfig: {
      maxTokens: request.max_tokens + (thinking?.budget ?? 0),
      ...(deployment.temperature !== false && !isThinkingClaude && { temperature: request.temperature }),
      ...(stops.length > 0 && { stopSequences: stops }),
    },
    ...(thinking !== undefined && { additionalModelRequestFields: thinking.fields }),
  };
}

/** The API wants its reasoning back, with its signature, before the calls that followed it. */
function blocksOf(turn: Turn, dataOf: ImageData): readonly object[] {
  if (turn.kind === "message") return contentOf(turn.content, dataOf);
  if (turn.kind === "results")
    return turn.results.map(({ call, content }) => ({
      toolResult: { toolUseId: call.id, content: [{ text: content }] },
    }));
  return [
    ...(Reasoning.safeParse(turn.native).data ?? []),
    ...(turn.content === "" ? [] : [{ text: turn.content }]),
    ...turn.calls.map((call) => ({
      toolUse: { toolUseId: call.id, name: call.name, input: argumentsObject(call) },
    })),
  ];
}

const contentOf = (content: Content, dataOf: ImageData): readonly object[] =>
  typeof content === "string"
    ? [{ text: content }]
    : content.map((part) =>
        part.kind === "text"
          ? { text: part.text }
          : {
              image: {
                format: part.image.mediaType.replace("image/", ""),
                source: { bytes: dataOf(part.image) },
              },
            },
      );

const Reasoning = z.array(z.looseObject({ reasoningContent: z.looseObject({}) }));

const Inference = z.looseObject({ temperature: z.number() });

function withoutRefused(body: Readonly<Record<string, unknown>>, message: string) {
  const inference = Inference.safeParse(body["inferenceConfig"]);
  if (!inference.success || !REFUSES_TEMPERATURE.test(message)) return undefined;
  const { temperature: _refused, ...inferenceConfig } = inference.data;
  return { ...body, inferenceConfig };
}

const Used = z.looseObject({ toolUseId: z.string(), name: z.string(), input: z.unknown().optional() });

const Reply = z.looseObject({
  output: z.looseObject({
    message: z.looseObject({
      content: z.array(
        z.looseObject({
          text: z.string().optional(),
          reasoningContent: z.looseObject({ reasoningText: z.looseObject({ text: z.string() }).optional() }).optional(),
          toolUse: z.unknown().optional(),
        }),
      ),
    }),
  }),
  stopReason: z.string().catch("unknown"),
  usage: z.looseObject({ inputTokens: TokenCount, outputTokens: TokenCount }).nullish().catch(undefined),
});

function readReply(raw: unknown, request: Request): ModelReply {
  const parsed = Reply.safeParse(raw);
  if (!parsed.success) return unreadable("a Converse reply", raw, "check the address of Bedrock");
  const { output, stopReason, usage } = parsed.data;
  if (stopReason === "content_filtered" || stopReason === "guardrail_intervened") return filtered;
  const { content } = output.message;
  const reasoning = content.filter(({ reasoningContent }) => reasoningContent !== undefined);
  const received = {
    text: content.map(({ text }) => text ?? "").join(""),
    thinking: content.flatMap(({ reasoningContent }) => reasoningContent?.reasoningText?.text ?? []).join("\n\n"),
    reason: finishReason(stopReason),
    calls: toolCalls(
      content.flatMap(({ toolUse }) => {
        const used = Used.safeParse(toolUse);
        return used.success ? { id: used.data.toolUseId, name: used.data.name, arguments: used.data.input } : [];
      }),
    ),
    ...(reasoning.length > 0 && { native: reasoning }),
  };
  const counted = { promptTokens: usage?.inputTokens ?? undefined, completionTokens: usage?.outputTokens ?? undefined };
  return answer([completionOf(received, request)], counted, {});
}
