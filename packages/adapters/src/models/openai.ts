import type { ModelClient } from "@medhelm/core/ports";
import { outputProcessor } from "@medhelm/core/run/asking/output-processors";
import { type ClientOf, jsonApiClient, urlBelow } from "./json-api.ts";
import { bearerHeaders } from "./oauth-token.ts";
import { readChatReply, readCompletionsReply } from "./read-reply.ts";
import { weightsOf } from "./weights.ts";
import { chatBody, completionsBody, refusesSampling, withoutSampling } from "./wire-body.ts";

/**
 * The client of a deployment behind an OpenAI-compatible API, Azure's included.
 * @throws Error for a deployment with another API
 */
export function openaiClient(of: ClientOf): ModelClient {
  const { deployment, apiKey } = of;
  const { client } = deployment;
  if (client.kind !== "openai-chat" && client.kind !== "openai-completions")
    throw new Error(`${deployment.name} has no OpenAI-compatible server`);
  const isChat = client.kind === "openai-chat";
  const path = isChat ? "/chat/completions" : "/completions";
  const process =
    client.outputProcessor === undefined ? (text: string) => text : outputProcessor(client.outputProcessor);
  // HELM's clients send EMPTY if there is no key.
  const key = (apiKey ?? "EMPTY").trim();
  const headers: Readonly<Record<string, string>> =
    isChat && client.keyHeader !== undefined ? { [client.keyHeader]: key } : { authorization: `Bearer ${key}`.trim() };
  const api = jsonApiClient(
    {
      url: urlBelow(client.baseUrl, path),
      endpoint: client.baseUrl + path,
      flavour: isChat ? "chat" : "completions",
      wireBody: (request, dataOf) =>
        client.kind === "openai-chat"
          ? chatBody(client, request, {
              isReasoning: refusesSampling(deployment, request),
              effort: deployment.settings?.reasoningEffort,
              dataOf,
            })
          : completionsBody(client, request),
      ...(client.token === "entra" ? bearerHeaders(deployment, of.env ?? {}) : { headers: () => headers }),
      withoutRefused: (body, message) => (isChat ? withoutSampling(body, message) : undefined),
      readReply: (raw, request) =>
        isChat
          ? readChatReply(raw, request, process, deployment.settings?.extraBody?.["logprobs"] === true)
          : readCompletionsReply(raw, request, process),
    },
    of,
  );
  // the weights of a model that the service serves have a fixed revision
  if (deployment.served !== undefined) return api;
  const { baseUrl, modelSent: model } = client;
  return {
    ...api,
    weights: (signal) =>
      weightsOf({ baseUrl, model, headers: { ...headers, ...deployment.settings?.extraHeaders }, signal }),
  };
}
