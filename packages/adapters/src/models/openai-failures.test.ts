import { createServer } from "node:net";
import { describe, expect, it, onTestFinished } from "vitest";
import { endlessReply, type Handler, json, serve } from "@medhelm/testing/fault-server";
import {
  askOpenai,
  OPENAI_PROMPT,
  openaiDeployment,
  openaiRequest,
  says,
  stall,
} from "@medhelm/testing/models/ask-openai";
import { openaiClient } from "./openai.ts";
import { createPostJson } from "./post-json.ts";

const { signal } = new AbortController();
const error =
  (status: number, message: string, more: object = {}, headers: Record<string, string> = {}): Handler =>
  (_, __, response) =>
    json(response, status, { error: { message, ...more } }, headers);

describe("a failure", () => {
  it.each<[string, Handler, object]>([
    [
      "429 with its Retry-After",
      error(429, "slow down", {}, { "retry-after": "3" }),
      {
        reason: "rate_limited",
        message: 'HTTP 429, too many requests: "slow down"',
        isRetriable: true,
        retryAfterMs: 3000,
      },
    ],
    ["429 without one", error(429, "slow down"), { reason: "rate_limited", isRetriable: true }],
    [
      "429 for an account without quota, which a retry cannot help",
      error(429, "no", { code: "insufficient_quota" }),
      { reason: "auth", isRetriable: false },
    ],
    [
      "500",
      error(500, "boom"),
      { reason: "server_error", isRetriable: true, message: 'HTTP 500, a fault of the server: "boom"' },
    ],
    [
      "429 with a date, which counts from the server's own date",
      error(
        429,
        "slow down",
        {},
        { "retry-after": "Sat, 01 Jan 2000 00:00:20 GMT", date: "Sat, 01 Jan 2000 00:00:00 GMT" },
      ),
      { reason: "rate_limited", retryAfterMs: 20_000 },
    ],
    [
      "503 with Retry-After in milliseconds",
      error(503, "busy", {}, { "retry-after-ms": "250" }),
      { reason: "server_error", retryAfterMs: 250 },
    ],
    ["401", error(401, "bad key"), { reason: "auth", isRetriable: false, httpStatus: 401 }],
    ["403", error(403, "not yours"), { reason: "auth", isRetriable: false }],
    [
      "404 with the server's message",
      error(404, "The model `b` does not exist."),
      { reason: "no_such_model", message: 'HTTP 404, no such model or path: "The model `b` does not exist."' },
    ],
    [
      "a prompt beyond the context",
      error(400, "This model's maximum context length is 4096 tokens", { code: "context_length_exceeded" }),
      {
        reason: "bad_request",
        isRetriable: false,
        message:
          "HTTP 400, the prompt and max_tokens are longer than the model's context: \"This model's maximum context length is 4096 tokens\"",
      },
    ],
    [
      "400 with the server's message",
      error(400, "max_tokens must be at least 16", { type: "invalid_request_error" }),
      {
        reason: "bad_request",
        message: 'HTTP 400, the server refuses the request (invalid_request_error): "max_tokens must be at least 16"',
      },
    ],
    [
      "422 with FastAPI's message",
      (_, __, response) =>
        json(response, 422, { detail: [{ loc: ["body", "top_p"], msg: "Input should be above 0" }] }),
      { reason: "bad_request", message: 'HTTP 422, the server refuses the request: "Input should be above 0"' },
    ],
    [
      "the provider's content filter",
      error(400, "filtered", { code: "content_filter" }),
      { reason: "content_filter", isRetriable: false },
    ],
    ["a filtered answer", says({ content: null }, "content_filter"), { reason: "content_filter", isRetriable: false }],
    [
      "a redirect, which the client does not follow",
      (_, __, response) => json(response, 307, "", { location: "https://elsewhere.example/" }),
      { reason: "bad_request" },
    ],
    [
      "HTML instead of JSON",
      (_, __, response) => response.writeHead(200, { "content-type": "text/html" }).end("<html>"),
      { reason: "unreadable", isRetriable: true },
    ],
    [
      "JSON that breaks off",
      (_, __, response) => json(response, 200, '{"choices": [{'),
      { reason: "unreadable", isRetriable: true },
    ],
    [
      "an empty body",
      (_, __, response) => response.writeHead(204).end(),
      {
        reason: "unreadable",
        message:
          "it answered 204 with an empty body instead of a chat completion; the address of an OpenAI-compatible API usually ends in /v1",
      },
    ],
    [
      "an error object without the key error",
      (_, __, response) => json(response, 500, { message: "boom" }),
      { reason: "server_error", message: 'HTTP 500, a fault of the server: "boom"' },
    ],
    [
      "200 with an error object",
      (_, __, response) => json(response, 200, { error: { message: "Provider is overloaded", code: 503 } }),
      {
        reason: "server_error",
        isRetriable: true,
        message: 'HTTP 200 with an error, a fault of the server: "Provider is overloaded"',
      },
    ],
    [
      "200 with an error of the account",
      (_, __, response) => json(response, 200, { error: { message: "Insufficient credits", code: 402 }, choices: [] }),
      {
        reason: "auth",
        message: 'HTTP 200 with an error, the account has no quota left: "Insufficient credits"',
      },
    ],
    [
      "200 with a choice that broke off",
      (_, __, response) =>
        json(response, 200, {
          choices: [
            { error: { message: "Provider failed", code: 502 }, finish_reason: "error", message: { content: "Th" } },
          ],
        }),
      { reason: "server_error", message: 'HTTP 200 with an error, a fault of the server: "Provider failed"' },
    ],
    [
      "400 with a text",
      (_, __, response) => response.writeHead(400, { "content-type": "text/plain" }).end("logprobs are turned off"),
      { reason: "bad_request", message: 'HTTP 400, the server refuses the request: "logprobs are turned off"' },
    ],
    [
      "400 with the whole prompt in a text, which is left out",
      (_, __, response) =>
        response.writeHead(400, { "content-type": "text/plain" }).end(`Bad prompt: ${OPENAI_PROMPT}`),
      { message: 'HTTP 400, the server refuses the request: "Bad prompt: [...]"' },
    ],
    [
      "200 with the word error as its status",
      (_, __, response) => json(response, 200, { status: "error", message: "the model is not loaded" }),
      { reason: "server_error", message: 'HTTP 200 with an error, a fault of the server: "the model is not loaded"' },
    ],
    [
      "200 with FastAPI's detail",
      (_, __, response) => json(response, 200, { detail: "the queue is full" }),
      { reason: "server_error", message: 'HTTP 200 with an error, a fault of the server: "the queue is full"' },
    ],
    [
      "200 with a status of its own in the body",
      (_, __, response) =>
        json(response, 200, { success: false, statusCode: 429, msg: "the quota of this hour is used" }),
      {
        reason: "rate_limited",
        message: 'HTTP 200 with an error, too many requests: "the quota of this hour is used"',
      },
    ],
    [
      "200 with a text, which is quoted",
      (_, __, response) => response.writeHead(200, { "content-type": "text/plain" }).end("Ollama is running"),
      {
        reason: "unreadable",
        message:
          'it answered 200 with text instead of a chat completion; the address of an OpenAI-compatible API usually ends in /v1; the server says: "Ollama is running"',
      },
    ],
    [
      "a stream of events of another type",
      (_, __, response) => json(response, 200, 'data: {"choices":[{"delta":{"content":"A"}}]}\n\ndata: [DONE]\n\n'),
      {
        reason: "unreadable",
        isRetriable: false,
        message:
          "it answered 200 with a stream of events, which this client does not ask for; turn off streaming in the server, its proxy or --extra-body",
      },
    ],
    [
      "200 with 20 choices of 500,000 characters, although one is requested",
      (_, __, response) =>
        json(response, 200, {
          choices: Array.from({ length: 20 }, () => ({ message: { content: "A".repeat(500_000) } })),
        }),
      {
        reason: "unreadable",
        message: expect.stringContaining("an answer of 10000000 characters, and at most 3000000 are read"),
      },
    ],
    [
      "200 with 130,000 choices, although one is requested",
      (_, __, response) =>
        json(response, 200, { choices: Array.from({ length: 130_000 }, () => ({ message: { content: "A" } })) }),
      {
        reason: "unreadable",
        message: "it answered 200 with 130000 choices, and at most 128 are read; correct the server",
      },
    ],
    [
      "200 with a model's name of 4,000,000 characters",
      (_, __, response) =>
        json(response, 200, { choices: [{ message: { content: "A" } }], model: "m".repeat(4_000_000) }),
      {
        reason: "unreadable",
        message: expect.stringContaining("an answer of 4000001 characters, and at most 3000000 are read"),
      },
    ],
    ["other JSON", (_, __, response) => json(response, 200, { ok: true }), { reason: "unreadable" }],
    [
      "a connection cut before the answer",
      (_, __, response) => response.destroy(),
      { reason: "connection", isRetriable: true },
    ],
    [
      "a connection cut within the answer",
      (_, __, response) => {
        response.writeHead(200, { "content-type": "application/json", "content-length": "1000" });
        response.write('{"choices"');
        response.destroy();
      },
      { reason: "connection", isRetriable: true },
    ],
  ])("has its reason: %s", async (_, handler, expected) => {
    expect(await askOpenai(handler)).toMatchObject({ kind: "failure", failure: expected });
  });

  it.each(["1, 2", "wait 1", "", "soon"])("leaves the wait to the client if Retry-After is %j", async (value) => {
    const reply = await askOpenai(error(429, "slow down", {}, { "retry-after": value }));
    expect(reply.kind === "failure" && reply.failure.retryAfterMs).toBeUndefined();
  });

  it("has the reason timeout if no answer arrives before the deadline", async () => {
    expect(await askOpenai(() => {}, { timeoutMs: 50 })).toEqual({
      kind: "failure",
      failure: { reason: "timeout", message: "no answer within 0.05 s", isRetriable: true },
    });
  });

  it.each(["1.0", "1.1"])(
    "is not asked again if a whole answer in HTTP/%s has no length and no end",
    async (version) => {
      const server = createServer((socket) => {
        socket.on("error", () => undefined);
        socket.once("data", () =>
          socket.write(`HTTP/${version} 200 OK\r\nConnection: keep-alive\r\n\r\n{"choices":[]}`),
        );
      });
      await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
      onTestFinished(() => void server.close());
      const place = server.address();
      const port = typeof place === "object" ? place?.port : undefined;
      const post = createPostJson();
      const url = new URL(`http://127.0.0.1:${port}/v1`);
      expect(await post(url, "{}", { headers: {}, timeoutMs: 200, signal })).toEqual({
        kind: "failure",
        failure: {
          reason: "timeout",
          message:
            "its reply arrived but did not end within 0.2 s: it sends no Content-Length, and keeps the connection open; correct this in the server or its proxy",
          isRetriable: false,
        },
      });
    },
  );

  it("has the reason timeout if the answer stalls in the middle", async () => {
    expect(await askOpenai(stall, { timeoutMs: 50 })).toMatchObject({ failure: { reason: "timeout" } });
  });

  it("ends a reply of more than 32 MiB, which is never sent again", async () => {
    const { handler, closed } = endlessReply();
    expect(await askOpenai(handler, { timeoutMs: 60_000 })).toEqual({
      kind: "failure",
      failure: {
        reason: "unreadable",
        message: "HTTP 200, a reply of more than 32 MiB, so the connection was closed",
        isRetriable: false,
        httpStatus: 200,
      },
    });
    await closed;
  });

  it("has the reason connection if nothing listens", async () => {
    const server = await serve(() => {});
    await server.close();
    const reply = await openaiClient({ deployment: openaiDeployment(server.baseUrl) }).ask(openaiRequest(), { signal });
    expect(reply).toMatchObject({ failure: { reason: "connection", message: "nothing listens there (ECONNREFUSED)" } });
  });

  it.each([
    ["the prompt", `cannot parse: ${OPENAI_PROMPT}`, 500],
    ["the key", "Incorrect API key: sk-secret-key", 401],
  ])("does not repeat %s in its message", async (_, message, status) => {
    const reply = JSON.stringify(await askOpenai(error(status, message)));
    expect(reply).not.toContain("crushing chest pain");
    expect(reply).not.toContain("sk-secret-key");
  });
});
