import { openaiClient } from "@medhelm/adapters/models/openai";
import type { Request } from "@medhelm/core/helm/scenario-state";
import type { Deployment } from "@medhelm/core/models/deployment";
import type { ModelReply } from "@medhelm/core/ports";
import { type Handler, json, serve } from "../fault-server.ts";
import { deploymentAt, requestOf } from "./ask-recorded.ts";

export const OPENAI_PROMPT =
  "A 54-year-old man with crushing chest pain radiating to the left arm. What is the next step?";

export const openaiRequest = (more: object = {}): Request =>
  requestOf({ prompt: OPENAI_PROMPT, max_tokens: 5, ...more });

/** A deployment of the model "b" behind an OpenAI-compatible server. */
export const openaiDeployment = (baseUrl: string, client: object = {}): Deployment =>
  deploymentAt(baseUrl, { client: { kind: "openai-chat", modelSent: "b", ...client } });

interface Options {
  readonly timeoutMs?: number;
  readonly client?: object;
  /** Fields of the request. */
  readonly more?: object;
}

/** Sends one request to a server that replies with `handler`. */
export async function askOpenai(
  handler: Handler,
  { timeoutMs = 5000, client = {}, more = {} }: Options = {},
): Promise<ModelReply> {
  const server = await serve(handler);
  try {
    const deployment = openaiDeployment(server.baseUrl, client);
    return await openaiClient({ deployment, apiKey: "sk-secret-key", timeoutMs }).ask(openaiRequest(more), {
      signal: new AbortController().signal,
    });
  } finally {
    await server.close();
  }
}

/** A server that completes every chat with this message. */
export const says =
  (message: object, finish_reason: string | null = "stop"): Handler =>
  (_, __, response) =>
    json(response, 200, {
      choices: [{ index: 0, message, finish_reason }],
      usage: { prompt_tokens: 7, completion_tokens: 2 },
    });

/** A server that begins a reply and never ends it. */
export const stall: Handler = (_, __, response) => {
  response.writeHead(200, { "content-type": "application/json" });
  response.write("{");
};
