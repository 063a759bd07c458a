import { createServer, type Server, type Socket } from "node:net";
import { setImmediate } from "node:timers/promises";
import { Request } from "@medhelm/core/helm/scenario-state";
import { Deployment } from "@medhelm/core/models/deployment";
import { UserError } from "@medhelm/core/user-error";
import { afterEach, expect, test } from "vitest";
import { openaiClient } from "./openai.ts";

const { signal } = new AbortController();
const REPLY = '{"choices":[{"text":"A","message":{"content":"A"}}]}';
const servers: Server[] = [];
const sockets = new Set<Socket>();
afterEach(() => {
  for (const socket of sockets) socket.destroy();
  for (const server of servers.splice(0)) server.close();
});

/** A server that records every byte it receives, per connection, and answers each complete request. */
async function recordBytes(): Promise<{ port: number; connections: string[] }> {
  const connections: string[] = [];
  const server = createServer((socket) => {
    sockets.add(socket);
    const index = connections.push("") - 1;
    socket.setEncoding("utf8");
    socket.on("data", (text: string) => {
      const received = (connections[index] ?? "") + text;
      connections[index] = received;
      const isComplete = /(?:_penalty":0|"echo":false)\}$/.test(received);
      if (!isComplete) return;
      socket.write(
        `HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: ${REPLY.length}\r\n\r\n${REPLY}`,
      );
    });
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the test server has no port");
  return { port: address.port, connections };
}

const request = (prompt: string) =>
  Request.parse({ model_deployment: "a/b", model: "a/b", prompt, temperature: 0, max_tokens: 5 });
const client = (kind: "openai-chat" | "openai-completions", baseUrl: string, apiKey?: string) =>
  openaiClient({
    deployment: Deployment.parse({
      name: "a/b",
      modelName: "a/b",
      client: { kind, modelSent: "b", baseUrl },
      trust: "local",
    }),
    apiKey,
  });
test("a header that cannot be sent is a mistake of the user, and its value is not shown", async () => {
  const { port } = await recordBytes();
  await expect(
    client("openai-chat", `http://127.0.0.1:${port}/v1`, "sk-\u0000").ask(request("q"), { signal }),
  ).rejects.toThrow(
    new UserError(
      `http://127.0.0.1:${port}: the request cannot be sent (invalid authorization header); correct the key or the headers of the model`,
    ),
  );
});

const sent = (target: string, port: number, key: string, body: string) =>
  [
    `POST ${target} HTTP/1.1`,
    `host: 127.0.0.1:${port}`,
    "connection: keep-alive",
    `authorization: Bearer ${key}`,
    "content-type: application/json",
    "accept: application/json",
    `content-length: ${Buffer.byteLength(body)}`,
    "",
    body,
  ].join("\r\n");
const CHAT = `{"model":"b","messages":[{"role":"user","content":"38 °C, 😷 \\ud83d"}],"temperature":0,"top_p":1,"n":1,"stop":null,"max_tokens":5,"presence_penalty":0,"frequency_penalty":0}`;
const COMPLETION = `{"model":"b","prompt":"Hi","temperature":0,"n":1,"max_tokens":5,"best_of":1,"logprobs":1,"stop":null,"top_p":1,"presence_penalty":0,"frequency_penalty":0,"echo":false}`;

test("a chat request is these bytes on the wire", async () => {
  const { port, connections } = await recordBytes();
  await client("openai-chat", `http://127.0.0.1:${port}/v1`, "sk-1").ask(request("38 °C, 😷 \ud83d"), { signal });
  expect(connections).toEqual([sent("/v1/chat/completions", port, "sk-1", CHAT)]);
});

test("a text completion is these bytes on the wire, with HELM's EMPTY in place of a key", async () => {
  const { port, connections } = await recordBytes();
  await client("openai-completions", `http://127.0.0.1:${port}/v1`).ask(request("Hi"), { signal });
  expect(connections).toEqual([sent("/v1/completions", port, "EMPTY", COMPLETION)]);
});

test("the path goes before the query of the base URL", async () => {
  const { port, connections } = await recordBytes();
  await client("openai-completions", `http://127.0.0.1:${port}/v1?api-version=2026-01-01&a=1`).ask(request("Hi"), {
    signal,
  });
  expect(connections).toEqual([sent("/v1/completions?api-version=2026-01-01&a=1", port, "EMPTY", COMPLETION)]);
});

test("white space around a key is not sent", async () => {
  const { port, connections } = await recordBytes();
  await client("openai-completions", `http://127.0.0.1:${port}/v1`, "sk-1\n").ask(request("Hi"), { signal });
  expect(connections).toEqual([sent("/v1/completions", port, "sk-1", COMPLETION)]);
});

test("one request after the other reuses the connection", async () => {
  const { port, connections } = await recordBytes();
  const { ask } = client("openai-completions", `http://127.0.0.1:${port}/v1`);
  await ask(request("Hi"), { signal });
  await setImmediate(); // undici frees the connection in the next turn of the event loop
  await ask(request("Hi"), { signal });
  const once = sent("/v1/completions", port, "EMPTY", COMPLETION);
  expect(connections).toEqual([once + once]);
});
