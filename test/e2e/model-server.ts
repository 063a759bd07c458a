import { json, serve } from "@medhelm/testing/fault-server";
import { isCanary } from "@medhelm/testing/models/canary";
import { onTestFinished } from "vitest";
import { z } from "zod";

export interface Reply {
  readonly status?: number;
  readonly type?: string;
  readonly body: string;
}

/** The reply of an OpenAI-compatible server to a prompt that it can answer. */
export const answer = (text: string): Reply => ({
  body: JSON.stringify({
    choices: [{ index: 0, finish_reason: "stop", message: { role: "assistant", content: text } }],
    usage: { prompt_tokens: 1, completion_tokens: 1 },
  }),
});
export const problem = (status: number, error: Readonly<Record<string, string>>): Reply => ({
  status,
  body: JSON.stringify({ error }),
});

/** A command may send another program's request here by mistake. */
const Body = z.looseObject({ model: z.string().default("") });

export interface Recorded {
  readonly path: string;
  readonly authorization: string | undefined;
  readonly model: string;
}
export interface ModelServer {
  /** ends in /v1 */
  readonly endpoint: string;
  /** the prompts that were sent so far */
  readonly requests: readonly Recorded[];
  /** the bodies of the canary requests so far, which are not in `requests` */
  readonly canaries: readonly string[];
  /** Replaces the reply from now on. */
  says(reply: (body: string) => Reply): void;
}

/** Starts a model server in this process that lists `models` and records each prompt, which waits for `before`. It closes with the test. */
export async function startModelServer(
  reply: (body: string) => Reply = () => answer("Yes"),
  models: readonly string[] = ["model-1"],
  before?: () => Promise<void>,
): Promise<ModelServer> {
  const requests: Recorded[] = [];
  const canaries: string[] = [];
  let says = reply;
  const server = await serve((request, body, response) => {
    if (request.method === "GET") return json(response, 200, { data: models.map((id) => ({ id })) });
    const { model } = Body.parse(JSON.parse(body));
    const send = (): void => {
      const { status = 200, type = "application/json", body: text } = says(body);
      response.writeHead(status, { "content-type": type }).end(text);
    };
    if (isCanary(body)) {
      canaries.push(body);
      return send();
    }
    requests.push({ path: request.url ?? "", authorization: request.headers.authorization, model });
    if (before === undefined) return send();
    void before().then(send);
  });
  onTestFinished(server.close);
  return { endpoint: server.baseUrl, requests, canaries, says: (next) => void (says = next) };
}
