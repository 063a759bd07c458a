import { json, serve } from "@medhelm/testing/fault-server";
import { expect, onTestFinished, test } from "vitest";
import { weightsOf } from "./weights.ts";

/** The weights that a server with these lists says it has for "m". */
async function weightsAt(lists: Readonly<Record<string, unknown>>) {
  const server = await serve((request, _, response) => {
    const list = lists[request.url ?? ""];
    json(response, list === undefined ? 404 : 200, list ?? {});
  });
  onTestFinished(server.close);
  return weightsOf({ baseUrl: server.baseUrl, model: "m", headers: {}, signal: new AbortController().signal });
}

test.each([
  ["vLLM's folder", { "/v1/models": { data: [{ id: "m", root: "/weights/m-2" }] } }, "/weights/m-2"],
  [
    "the size of llama.cpp's file",
    { "/v1/models": { data: [{ id: "m", meta: { n_params: 7, size: 9 } }] } },
    "7 parameters in 9 bytes",
  ],
  [
    "Ollama's digest",
    { "/v1/models": { data: [{ id: "m" }] }, "/api/tags": { models: [{ name: "m:latest", digest: "ab12" }] } },
    "ab12",
  ],
  ["nothing of a server that says nothing", { "/v1/models": { data: [{ id: "m" }] } }, undefined],
  [
    "nothing of a server that does not list the model",
    { "/v1/models": { data: [{ id: "other", root: "r" }] } },
    undefined,
  ],
])("the weights are %s", async (_, lists, weights) => {
  expect(await weightsAt(lists)).toBe(weights);
});

test("the weights do not hold the key", async () => {
  const server = await serve((_, __, response) => json(response, 200, { data: [{ id: "m", root: "/w/sk-canary" }] }));
  onTestFinished(server.close);
  const headers = { authorization: "Bearer sk-canary" };
  const { signal } = new AbortController();
  expect(await weightsOf({ baseUrl: server.baseUrl, model: "m", headers, signal })).toBe("/w/[...]");
});

test("a server that does not answer is an error, because it may answer later", async () => {
  const { signal } = new AbortController();
  const asking = weightsOf({ baseUrl: "http://127.0.0.1:9/v1", model: "m", headers: {}, signal });
  await expect(asking).rejects.toThrow("ECONNREFUSED");
});
