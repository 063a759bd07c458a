import type { Request } from "@medhelm/core/helm/scenario-state";
import type { ModelClient, ModelReply } from "@medhelm/core/ports";
import type { Deployment } from "@medhelm/core/models/deployment";
import { outputProcessor } from "@medhelm/core/run/output-processors";
import { jsonOrUndefined } from "@medhelm/core/text/json-or-undefined";
import { failureOfHttp } from "./failures.ts";
import { createPostJson, type HttpReply } from "./post-json.ts";
import { readChatReply, readCompletionsReply } from "./read-reply.ts";
import { chatBody, completionsBody } from "./wire-body.ts";

export interface OpenAiOptions {
  readonly deployment: Deployment;
  /** absent for a server without keys */
  readonly apiKey?: string | undefined;
  /** limits one exchange from connection to last byte; default 10 minutes, as in HELM's client */
  readonly timeoutMs?: number;
}

/**
 * The client of a deployment behind an OpenAI-compatible API (decision 0001). It sends `wireBody` verbatim,
 * because the request key is a hash of that body. It never retries: `createAsk` retries and counts the attempts.
 * @throws Error for a builtin deployment, which has no server
 */
export function openaiClient({ deployment, apiKey, timeoutMs = 600_000 }: OpenAiOptions): ModelClient {
  const { client } = deployment;
  if (client.kind === "builtin") throw new Error(`${deployment.name} is built in and has no server`);
  const isChat = client.kind === "openai-chat";
  const path = isChat ? "/chat/completions" : "/completions";
  const wireBody = (request: Request) =>
    client.kind === "openai-chat" ? chatBody(client, request) : completionsBody(client, request);
  const readReply = isChat ? readChatReply : readCompletionsReply;
  const process =
    client.outputProcessor === undefined ? (text: string) => text : outputProcessor(client.outputProcessor);
  const url = urlBelow(client.baseUrl, path);
  // HELM's clients send EMPTY if there is no key.
  const authorization = `Bearer ${apiKey ?? "EMPTY"}`.trim();
  const postJson = createPostJson();

  return {
    wireBody,
    endpoint: client.baseUrl + path,
    flavour: isChat ? "chat" : "completions",
    async ask(request, { signal }): Promise<ModelReply> {
      signal.throwIfAborted();
      const reply = await postJson(url, JSON.stringify(wireBody(request)), { authorization, timeoutMs, signal });
      if (reply.kind === "failure") return reply;
      if (reply.status >= 200 && reply.status < 300) return readReply(parsedBody(reply), request, process);
      const prompt = request.messages?.map((m) => m.content).join("\n") ?? request.prompt;
      const http = { status: reply.status, header: reply.header, body: errorObject(reply.text) };
      return { kind: "failure", failure: failureOfHttp(http, { prompt, apiKey }, Date.now()) };
    },
  };
}

/** Appends to the path of the base URL and keeps its query, such as Azure's `?api-version=`. */
function urlBelow(baseUrl: string, path: string): URL {
  const url = new URL(baseUrl);
  url.pathname = url.pathname.replace(/\/$/, "") + path;
  return url;
}

/** The parsed JSON of a reply; its text if it is not JSON; undefined if the body is empty. */
function parsedBody({ header, text }: HttpReply): unknown {
  if (text === "") return undefined;
  const mediaType = header("content-type")?.split(";", 1)[0]?.trim().toLowerCase() ?? "";
  const isJson = mediaType.includes("application/json") || mediaType.endsWith("+json");
  const value = isJson ? jsonOrUndefined(text) : undefined;
  return value === undefined ? text : value;
}

/** OpenAI nests its error object under `error`; some servers send it bare. */
function errorObject(text: string): unknown {
  const body = jsonOrUndefined(text);
  if (typeof body !== "object" || body === null) return undefined;
  return ("error" in body ? body.error : undefined) ?? body;
}
