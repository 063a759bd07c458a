import { execFile } from "node:child_process";
import { promisify } from "node:util";
import type { Deployment } from "@medhelm/core/models/deployment";
import type { ModelClient, ModelReply } from "@medhelm/core/ports";
import { deploymentAt, requestOf } from "@medhelm/testing/models/ask-recorded";
import type { Family } from "@medhelm/testing/models/hostile/families";
import { startHostile } from "@medhelm/testing/models/hostile/hostile-server";
import { HOSTILE_SERVERS, type HostileName } from "@medhelm/testing/models/hostile/hostile-servers";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { anthropicClient } from "./anthropic.ts";
import { bedrockClient } from "./bedrock.ts";
import { geminiClient } from "./gemini.ts";
import { openaiClient } from "./openai.ts";
import { createProbe } from "./probe.ts";

type Client = (of: {
  readonly deployment: Deployment;
  readonly apiKey?: string | undefined;
  readonly timeoutMs?: number;
}) => ModelClient;

const KEY = "sk-hostile-key";
/** Long enough for 32 MiB on a busy machine: only the servers of SILENT reach it, and for them it is short. */
const PATIENT_MS = 60_000;
const CLIENTS: readonly (readonly [Family, Client, object])[] = [
  ["chat", openaiClient, { kind: "openai-chat", modelSent: "b" }],
  ["completions", openaiClient, { kind: "openai-completions", modelSent: "b" }],
  ["anthropic", anthropicClient, { kind: "anthropic-messages", modelSent: "b" }],
  ["gemini", geminiClient, { kind: "gemini", modelSent: "b" }],
  ["bedrock", bedrockClient, { kind: "bedrock-converse", modelSent: "b", region: "us-east-1" }],
];
const { signal } = new AbortController();
const closing: (() => Promise<void>)[] = [];
beforeEach(() => {
  vi.stubEnv("AWS_ACCESS_KEY_ID", "AKIA-test");
  vi.stubEnv("AWS_SECRET_ACCESS_KEY", "secret-test");
  vi.stubEnv("AWS_SESSION_TOKEN", "session-test");
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await Promise.all(closing.splice(0).map((close) => close()));
});

async function start(name: HostileName, family: Family) {
  const server = await startHostile(HOSTILE_SERVERS[name], family);
  closing.push(() => server.close());
  return server;
}
interface How {
  readonly timeoutMs?: number;
  /** Default: KEY. Null: none. */
  readonly apiKey?: string | null;
}
async function ask(
  name: HostileName,
  [family, client, api]: (typeof CLIENTS)[number],
  { timeoutMs = PATIENT_MS, apiKey = KEY }: How = {},
): Promise<ModelReply> {
  const { baseUrl } = await start(name, family);
  const deployment = deploymentAt(baseUrl, {
    client: api,
    settings: { extraHeaders: { "x-tenant": "tenant-secret" } },
  });
  return client({ deployment, apiKey: apiKey ?? undefined, timeoutMs }).ask(requestOf(), { signal });
}

const SILENT: readonly HostileName[] = [
  "accepts the request and is silent",
  "sends headers and is silent",
  "sends one byte from time to time",
  "sends one byte of a header from time to time",
  "sends one byte of a status line from time to time",
];
const MANY_INFORMATIONAL =
  "it sent more than 16 informational replies (103) before its own, so the connection was closed";
const TOO_MANY_BYTES = "it sent more than 64 MiB, so the connection was closed";
const WRONG_JSON =
  /^it answered 200 with other JSON instead of (?:a chat completion|a text completion|a message|generated content|a Converse reply); /;
const WRONG_TEXT = /^it answered 200 with text instead of /;
type Failing = [name: HostileName, reason: string, message: string | RegExp, more?: object];
/** The failure and its message at each server. They are the same for all APIs. The first ones cost much, so that only one API asks them. */
const FLOODS: Failing[] = [
  ["says 103 Early Hints from time to time", "connection", MANY_INFORMATIONAL],
  ["says 103 Early Hints for ever", "connection", MANY_INFORMATIONAL],
  ["sends a status line without an end", "connection", TOO_MANY_BYTES],
  ["sends line breaks without an end", "connection", TOO_MANY_BYTES],
  ["sends an extension of a chunk without an end", "connection", TOO_MANY_BYTES],
  ["sends extensions of chunks without an end", "connection", TOO_MANY_BYTES],
  ["sends the zeros of a length without an end", "connection", TOO_MANY_BYTES],
  ["sends 10,000 headers", "connection", "its headers are longer than 16 KiB"],
  ["sends trailers without an end", "connection", "its headers are longer than 16 KiB"],
  ["says 100 Continue for ever", "connection", "it answers with 100 Continue, which this program never asks for"],
  ["sends a body without an end", "unreadable", "HTTP 200, a reply of more than 32 MiB, so the connection was closed"],
  ["announces a body of 100 MB", "unreadable", "HTTP 200, a reply of more than 32 MiB, so the connection was closed"],
  ["refuses with an error without an end", "unreadable", /^HTTP 400, a reply of more than 32 MiB/],
  [
    "sends a stream of events without an end",
    "unreadable",
    "it answered 200 with a stream of events, which this client does not ask for; turn off streaming in the server, its proxy or --extra-body",
    { isRetriable: false },
  ],
  [
    "nests JSON 3 million levels deep",
    "unreadable",
    "it answered 200 with JSON of too many parts; correct the address",
  ],
  ["sends 3 million empty objects", "unreadable", /^it answered 200 with JSON of too many parts/],
  [
    "sends an answer of 5 million characters",
    "unreadable",
    /^it answered 200 with an answer of 5000000 characters, and at most 1000000 are read; let the server keep to max_tokens$/,
  ],
  ["sends 200,000 different fields", "unreadable", /^it answered 200 with JSON of too many parts/],
];
const FAILURES: Failing[] = [
  ["closes the connection before headers", "connection", "the connection was cut"],
  ["resets the connection before headers", "connection", /^the connection was cut/],
  ["resets the connection in the middle", "connection", /^the connection was cut/],
  ["closes the connection in the middle", "connection", "the connection was cut"],
  ["sends no HTTP", "connection", "its reply is not valid HTTP/1.1"],
  ["says 099", "connection", "its reply is not valid HTTP/1.1"],
  ["sends a broken chunk", "connection", "its reply is not valid HTTP/1.1"],
  ["sends a header of 100 KB", "connection", "its headers are longer than 16 KiB"],
  ["sends two lengths", "connection", "its reply has another length than it says"],
  [
    "sends a gzip bomb",
    "unreadable",
    "it answered 200 with a compressed body (gzip), which this client does not ask for; turn off compression in the server or its proxy",
  ],
  ["sends a broken gzip", "unreadable", /^it answered 200 with a compressed body \(gzip\)/],
  [
    "switches to another protocol",
    "connection",
    "it switches to another protocol (101), which this program never asks for",
  ],
  ["sends an empty body", "unreadable", /^it answered 200 with an empty body instead of /],
  ["sends bad JSON", "unreadable", WRONG_TEXT],
  ["sends truncated JSON", "unreadable", WRONG_TEXT],
  ["sends JSON of another shape", "unreadable", WRONG_JSON],
  ["sends a number", "unreadable", WRONG_JSON],
  ["sends null", "unreadable", WRONG_JSON],
  [
    "sends text that is not UTF-8",
    "unreadable",
    "it answered 200 with text that is not UTF-8; set the server's encoding to UTF-8",
  ],
  ["sends a page with status 200", "unreadable", WRONG_TEXT],
  [
    "redirects to itself",
    "bad_request",
    /^HTTP 307, a redirect to \/\S+, which this client does not follow; correct the address$/,
  ],
  [
    "redirects to another host",
    "bad_request",
    "HTTP 307, a redirect to https://elsewhere.example/v1, which this client does not follow; correct the address",
  ],
  [
    "redirects to a file",
    "bad_request",
    "HTTP 307, a redirect to file:///etc/passwd, which this client does not follow; correct the address",
  ],
  [
    "redirects to the metadata of the cloud",
    "bad_request",
    "HTTP 307, a redirect to http://169.254.169.254/latest/meta-data/iam, which this client does not follow; correct the address",
  ],
  ["redirects nowhere", "bad_request", /^HTTP 302, a redirect to nowhere/],
  ["asks to wait an hour", "rate_limited", 'HTTP 429, too many requests: "slow down"', { retryAfterMs: 3_600_000 }],
  ["asks to wait until the year 2099", "rate_limited", /^HTTP 429/, { retryAfterMs: expect.any(Number) }],
  ["asks to wait an endless time", "rate_limited", /^HTTP 429/, { retryAfterMs: 31_536_000_000_000 }],
  ["says 503 with a page", "server_error", 'HTTP 503, a fault of the server: "503"'],
  ["says 401 with the key", "auth", /^HTTP 401, access denied: "Incorrect API key: (?:Bearer )?\[\.\.\.\]"$/],
  ["says 400 with the key as its code", "bad_request", 'HTTP 400, the server refuses the request ([...]): "no"'],
  [
    "says 400 with escape sequences",
    "bad_request",
    'HTTP 400, the server refuses the request: "]0;owned[2Jall is well2J"',
  ],
  ["says 400 with a message of 1 MB", "bad_request", /^HTTP 400, the server refuses the request: "[no ]{200}\.\.\."$/],
  ["says 400 with a message that is no text", "bad_request", "HTTP 400, the server refuses the request"],
  ["says 999", "server_error", 'HTTP 999, a fault of the server: "no"'],
];

const withReason = (reason: string) => [{ text: "", logprob: 0, tokens: [], finish_reason: { reason } }];
/** The result of a reply without text: an empty answer where the API allows one, else a failure. */
const EMPTY: readonly (readonly [HostileName, Readonly<Record<Family, unknown>>])[] = [
  [
    "sends no choices",
    {
      chat: "unreadable",
      completions: "unreadable",
      anthropic: withReason("stop"),
      gemini: "unreadable",
      bedrock: withReason("stop"),
    },
  ],
  [
    "sends null as content",
    {
      chat: withReason("stop"),
      completions: "unreadable",
      anthropic: "unreadable",
      gemini: "unreadable",
      bedrock: "unreadable",
    },
  ],
  [
    "sends a tool call only",
    {
      chat: withReason("tool_calls"),
      completions: "unreadable",
      anthropic: withReason("tool_use"),
      gemini: withReason("tool_calls"),
      bedrock: withReason("tool_use"),
    },
  ],
];

describe.each(CLIENTS)("a %s client", (...of) => {
  test.each(SILENT)("ends at its time limit if the server %s", async (name) => {
    expect(await ask(name, of, { timeoutMs: 50 })).toEqual({
      kind: "failure",
      failure: { reason: "timeout", message: "no answer within 0.05 s", isRetriable: true },
    });
  });

  test.each(of[0] === "chat" ? [...FLOODS, ...FAILURES] : FAILURES)(
    "says what is wrong if the server %s",
    async (name, reason, message, more = {}) => {
      const reply = await ask(name, of);
      expect(reply).toMatchObject({ kind: "failure", failure: { reason, ...more } });
      expect(reply.kind === "failure" ? reply.failure.message : "").toMatch(message);
    },
  );

  test.each([
    "asks to wait for a word",
    "asks to wait a negative time",
    "asks to wait a number with an exponent",
    "asks to wait a moment",
    "asks to wait until a date in the past",
  ] as const)("chooses its own wait if the server %s", async (name) => {
    expect(await ask(name, of)).toEqual({
      kind: "failure",
      failure: {
        reason: "rate_limited",
        message: 'HTTP 429, too many requests: "slow down"',
        isRetriable: true,
        httpStatus: 429,
      },
    });
  });

  test.each([
    "counts negative tokens",
    "counts 1e300 tokens",
    "counts 10 million million tokens",
    "counts tokens in words",
  ] as const)("keeps the answer without its counts if the server %s", async (name) => {
    const reply = await ask(name, of);
    expect(reply).toMatchObject({ result: { completions: [{ text: "A" }] } });
    expect(reply).toHaveProperty("usage", {});
    expect(reply).toHaveProperty("server.hasWrongCounts", true);
  });

  test("reads an answer with duplicate headers", async () => {
    expect(await ask("sends duplicate headers", of)).toMatchObject({ result: { completions: [{ text: "A" }] } });
  });

  test("shows no key, signature, session token or extra header that the server repeats", async () => {
    const replies = [await ask("says 500 with every header", of)];
    if (of[0] === "bedrock") replies.push(await ask("says 500 with every header", of, { apiKey: null }));
    expect(JSON.stringify(replies)).toContain("a fault of the server");
    expect(JSON.stringify(replies)).not.toMatch(/sk-hostile-key|tenant-secret|session-test|Signature=[0-9a-f]/);
  });

  test.each(EMPTY)("invents no text if the server %s", async (name, expected) => {
    const reply = await ask(name, of);
    expect(reply.kind === "answer" ? reply.result.completions : reply.failure.reason).toEqual(expected[of[0]]);
  });
});

describe("the list of models", () => {
  const endless = [...SILENT, ...FLOODS.map(([name]) => name)];
  test.each([...endless.map((name) => [name, 200] as const), ...FAILURES.map(([name]) => [name, PATIENT_MS] as const)])(
    "is absent if the server %s",
    async (name, timeoutMs) => {
      const { baseUrl } = await start(name, "chat");
      expect(await createProbe({ timeoutMs, apiKey: KEY }).models(baseUrl)).toBeUndefined();
    },
  );

  test("has no name that could change a terminal", async () => {
    const { baseUrl } = await start("lists names with escape sequences", "chat");
    expect(await createProbe({ timeoutMs: PATIENT_MS }).models(baseUrl)).toEqual(["qwen3-8b"]);
  });
});

/** Asks one server four times at once in a process of its own, and prints the most memory that it held, in bytes. */
const ASKER = `
const [client, request, baseUrl] = process.argv.slice(1);
const { openaiClient } = await import(client);
const { deploymentAt, requestOf } = await import(request);
const deployment = deploymentAt(baseUrl, { client: { kind: "openai-chat", modelSent: "b" } });
const asking = openaiClient({ deployment, timeoutMs: 60000 });
await Promise.all([1, 2, 3, 4].map(() => asking.ask(requestOf(), { signal: new AbortController().signal })));
console.log(process.resourceUsage().maxRSS * 1024);
`;
const here = (file: string): string => import.meta.resolve(file);

test.each([
  "sends a body without an end",
  "nests JSON 3 million levels deep",
  "sends 1 million empty objects",
  "sends 200,000 different fields",
] as const)("four requests take less than 700 MB if the server %s", async (name) => {
  const { baseUrl } = await start(name, "chat");
  const files = [here("./openai.ts"), here("@medhelm/testing/models/ask-recorded")];
  const { stdout } = await promisify(execFile)(process.execPath, [
    "--input-type=module",
    "--eval",
    ASKER,
    ...files,
    baseUrl,
  ]);
  expect(Number(stdout)).toBeLessThan(700e6);
});
