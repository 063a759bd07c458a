import { afterEach, expect, it } from "vitest";
import { emptyProdEnv } from "@medhelm/core/models/prod-env";
import { resolveDeployment } from "@medhelm/core/models/resolve-deployment";
import { endlessReply, type Handler, json, serve } from "@medhelm/testing/fault-server";
import { createProbe, LOOPBACK_PORTS } from "./probe.ts";

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  await Promise.all(closing.splice(0).map((close) => close()));
});
async function start(handler: Handler) {
  const server = await serve(handler);
  closing.push(() => server.close());
  return server;
}
const lists =
  (...ids: string[]): Handler =>
  (request, _, response) =>
    request.url === "/v1/models"
      ? json(response, 200, { object: "list", data: ids.map((id) => ({ id })) })
      : json(response, 404, {});
const qwen = { name: "huggingface/qwen2.5-7b-instruct", modelName: "qwen/qwen2.5-7b-instruct" };
const resolve = (
  ports: readonly number[],
  { timeoutMs = 10_000, ...more }: { timeoutMs?: number; flags?: object; env?: Record<string, string> } = {},
) =>
  resolveDeployment(qwen, {
    prodEnv: emptyProdEnv,
    builtins: [],
    flags: {},
    env: {},
    ...more,
    probe: createProbe({ ports, loopbackTimeoutMs: timeoutMs, timeoutMs }),
  });

it("the default ports are those on which vLLM, Ollama, LM Studio and llama.cpp listen", () => {
  expect(LOOPBACK_PORTS).toEqual([8000, 11434, 1234, 8080]);
});

it("the probe finds the loopback server that lists the model", async () => {
  const other = await start(lists("gemma"));
  const ollama = await start(lists("llama3:8b", "qwen2.5:7b-instruct"));
  const { deployment } = await resolve([other.port, ollama.port]);
  expect(deployment.client).toMatchObject({ baseUrl: ollama.baseUrl, modelSent: "qwen2.5:7b-instruct" });
});

it("the probe ignores a web server, a silent server and a closed port", async () => {
  const vllm = await start(lists("something"));
  const web = await start((_, __, response) => response.end("<html>"));
  const silent = await start(() => {});
  const closed = await serve(() => {});
  await closed.close();
  const { deployment, notice } = await resolve([web.port, silent.port, closed.port, vllm.port], { timeoutMs: 1000 });
  expect(deployment.client).toMatchObject({ baseUrl: vllm.baseUrl, modelSent: "something" });
  expect(notice).toContain('lists only "something"');
});

it("with --endpoint or MEDHELM_ENDPOINT the model's name comes from the server's list", async () => {
  const server = await start(lists("Qwen/Qwen2.5-7B-Instruct", "other"));
  for (const more of [{ flags: { endpoint: server.baseUrl } }, { env: { MEDHELM_ENDPOINT: server.baseUrl } }]) {
    const { deployment, notice } = await resolve([], more);
    expect(deployment.client).toMatchObject({ baseUrl: server.baseUrl, modelSent: "Qwen/Qwen2.5-7B-Instruct" });
    expect(notice).toBeUndefined();
  }
});

it("an endpoint that does not list its models receives the engine part of the model's name", async () => {
  const server = await start((_, __, response) => json(response, 404, {}));
  const { deployment } = await resolve([], { flags: { endpoint: server.baseUrl } });
  expect(deployment.client).toMatchObject({ modelSent: "qwen2.5-7b-instruct" });
});

it("a server that sends a list without an end is no model server, and its connection is closed", async () => {
  const { handler, closed } = endlessReply();
  const { baseUrl } = await start(handler);
  expect(await createProbe({ timeoutMs: 60_000 }).models(baseUrl)).toBeUndefined();
  await closed;
});

it("a list that the probe has read holds for later models, even if the server is then silent", async () => {
  let asked = 0;
  const server = await start((request, body, response) => {
    if (asked++ === 0) lists("one")(request, body, response);
  });
  const probe = createProbe({ timeoutMs: 1000 });
  expect([await probe.models(server.baseUrl), await probe.models(server.baseUrl)]).toEqual([["one"], ["one"]]);
});

it("a probe of a silent server ends when the user interrupts it", async () => {
  const server = await start(() => undefined);
  const stop = new AbortController();
  const listed = createProbe({ timeoutMs: 60_000 }).models(server.baseUrl, stop.signal);
  stop.abort();
  expect(await listed).toBeUndefined();
});

it("a server whose list does not arrive is named while it is waited for, and is not asked again at once", async () => {
  let requests = 0;
  const { port } = await start(() => void requests++);
  const slow: string[] = [];
  const probe = createProbe({ timeoutMs: 200, slowMs: 10, onSlow: (baseUrl) => slow.push(baseUrl) });
  const baseUrl = `http://127.0.0.1:${port}/v1`;
  expect(await probe.models(baseUrl)).toBeUndefined();
  expect(await probe.models(baseUrl)).toBeUndefined();
  expect([slow, requests]).toEqual([[baseUrl], 1]);
});

it.each([
  ["sk-canary", ["m"]],
  ["EMPTY", ["m", "at sk-canary-1"]],
])("the probe lists a name once, and no name that holds the key %s", async (apiKey, expected) => {
  const server = await start(lists("m", "m", "at sk-canary-1"));
  expect(await createProbe({ apiKey }).models(server.baseUrl)).toEqual(expected);
});
