import type { Request } from "@medhelm/core/helm/scenario-state";
import type { ModelClient, ModelReply } from "@medhelm/core/ports";
import type { Deployment } from "@medhelm/core/models/deployment";
import { outputProcessor } from "@medhelm/core/run/output-processors";
import { connectionFailure, failureOfHttp, timeoutFailure } from "./failures.ts";
import { readChatReply, readCompletionsReply } from "./read-reply.ts";
import { undiciFetch } from "./undici-fetch.ts";
import { chatBody, completionsBody } from "./wire-body.ts";

export interface OpenAiOptions {
  readonly deployment: Deployment;
  /** absent: a server without keys */
  readonly apiKey?: string | undefined;
  /** for one exchange, connection to last byte; default 10 minutes, as HELM's client has it */
  readonly timeoutMs?: number;
  readonly fetch?: typeof globalThis.fetch;
}

/**
 * A deployment behind an OpenAI-compatible API. The `openai` library carries the exchange, but never retries (the seam does, and
 * counts) and sends our body verbatim, because the request key is made of it. It is loaded at the first ask.
 * @throws Error for a builtin deployment: a bug of the caller
 */
export function openaiClient({
  deployment,
  apiKey,
  timeoutMs = 600_000,
  fetch = undiciFetch(),
}: OpenAiOptions): ModelClient {
  const { client } = deployment;
  if (client.kind === "builtin") throw new Error(`${deployment.name} is built in and has no server`);
  const isChat = client.kind === "openai-chat";
  const path = isChat ? "/chat/completions" : "/completions";
  const wireBody = (request: Request) =>
    client.kind === "openai-chat" ? chatBody(client, request) : completionsBody(client, request);
  const process =
    client.outputProcessor === undefined ? (text: string) => text : outputProcessor(client.outputProcessor);

  let loaded: ReturnType<typeof load> | undefined;
  const load = async () => {
    const openai = await import("openai");
    // Every setting that the library would otherwise take from the environment is given, so that nothing of it reaches another server.
    const sdk = new openai.OpenAI({
      baseURL: client.baseUrl,
      apiKey: apiKey ?? "EMPTY", // HELM's word for no key; the library insists on one
      adminAPIKey: null,
      organization: null,
      project: null,
      webhookSecret: null,
      maxRetries: 0,
      timeout: timeoutMs,
      logLevel: "off",
      fetch,
    });
    return { openai, sdk };
  };

  return {
    wireBody,
    endpoint: client.baseUrl + path,
    flavour: isChat ? "chat" : "completions",
    async ask(request, { signal }): Promise<ModelReply> {
      signal.throwIfAborted();
      const { openai, sdk } = await (loaded ??= load());
      try {
        const raw: unknown = await sdk.post(path, { body: wireBody(request), signal });
        return isChat ? readChatReply(raw, request, process) : readCompletionsReply(raw, request, process);
      } catch (error) {
        signal.throwIfAborted();
        const prompt = request.messages?.map((m) => m.content).join("\n") ?? request.prompt;
        if (error instanceof openai.APIConnectionTimeoutError)
          return { kind: "failure", failure: timeoutFailure(timeoutMs) };
        if (error instanceof openai.APIConnectionError) return { kind: "failure", failure: connectionFailure(error) };
        if (error instanceof openai.APIError && typeof error.status === "number") {
          const header = (name: string) => error.headers?.get(name) ?? null;
          const http = { status: error.status, header, body: error.error };
          return { kind: "failure", failure: failureOfHttp(http, { prompt, apiKey }, Date.now()) };
        }
        // 200 and application/json, but cut off or not JSON.
        if (error instanceof SyntaxError) return readChatReply("", request, process);
        throw error;
      }
    },
  };
}
