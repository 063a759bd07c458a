/** Sends the requests with one client and prints what they cost: `node client.ts undici|ours PORT REQUESTS`. */
import { openaiClient } from "@medhelm/adapters/models/openai";
import { Request } from "@medhelm/core/helm/scenario-state";
import { Deployment } from "@medhelm/core/models/deployment";
import { Agent, request as undiciRequest } from "undici";

const CONCURRENCY = 64;
const WARM_UP = 2_000;

const [name, port, requests] = process.argv.slice(2);
const deployment = Deployment.parse({
  name: "a/b",
  modelName: "a/b",
  client: { kind: "openai-chat", modelSent: "b", baseUrl: `http://127.0.0.1:${port}/v1` },
  trust: "local",
});
const client = openaiClient({ deployment, apiKey: "sk-1" });
const request = Request.parse({
  model_deployment: "a/b",
  model: "a/b",
  prompt: "A 54-year-old man has chest pain. ".repeat(36),
  temperature: 0,
  max_tokens: 5,
});
const { signal } = new AbortController();

const sendWithUndici = () => {
  const dispatcher = new Agent();
  const body = JSON.stringify(client.wireBody(request));
  const headers = { authorization: "Bearer sk-1", "content-type": "application/json", accept: "application/json" };
  return async () => {
    const response = await undiciRequest(client.endpoint, { method: "POST", headers, body, dispatcher });
    await response.body.text();
  };
};
const sendWithOurs = () => async () => {
  const reply = await client.ask(request, { signal });
  if (reply.kind === "failure") throw new Error(reply.failure.message);
};
const send = name === "undici" ? sendWithUndici() : sendWithOurs();

async function sendAll(count: number): Promise<void> {
  let left = count;
  const lane = async () => {
    while (left-- > 0) await send();
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, lane));
}

await sendAll(WARM_UP);
const count = Number(requests);
const [startMs, startCpu] = [performance.now(), process.cpuUsage()];
await sendAll(count);
const { user, system } = process.cpuUsage(startCpu);
const wallMs = performance.now() - startMs;
process.stdout.write(
  JSON.stringify({
    requestsPerS: (count / wallMs) * 1000,
    cpuUs: (user + system) / count,
    peakRssMb: process.resourceUsage().maxRSS / 1024,
  }),
);
process.exit(0);
