import { createServer } from "node:http";
import { connect } from "node:net";
import { fakeClock } from "@medhelm/testing/clock/fake-clock";
import { memoryStore } from "@medhelm/testing/stores/memory-store";
import { collect } from "@medhelm/core/run/collect";
import { messageRefusals } from "@medhelm/service/api/guards/refuse-message";
import { beforeEach, expect, onTestFinished, test } from "vitest";
import { freePort, listen, serverOptions } from "./listen.ts";
import { refuseUnreadable } from "./refuse-unreadable.ts";

const objects = memoryStore();
let port = 0;
beforeEach(async () => {
  for await (const { key } of objects.list("")) await objects.delete(key);
  port = await freePort(20_000 + Math.floor(Math.random() * 20_000));
  const refuse = messageRefusals({ objects, clock: fakeClock(), report: () => undefined });
  const server = await listen(() => new Response("ok"), port, "127.0.0.1", { refuse, isBehindProxy: false });
  onTestFinished(() => server.close());
});

/** Sends bytes, and returns the status and the body of the first answer when the server has ended the connection. */
async function send(text: string, to = port): Promise<[status: string | undefined, problem: unknown]> {
  const socket = connect(to, "127.0.0.1");
  let answer = "";
  socket.on("data", (piece) => void (answer += String(piece)));
  socket.on("error", () => undefined);
  const ended = new Promise((done) => socket.on("close", done));
  socket.write(text);
  await ended;
  const [head = "", body = ""] = answer.split("\r\n\r\n");
  return [head.split(" ")[1], body === "" ? undefined : JSON.parse(body)];
}

const HOST = "Host: 127.0.0.1\r\n";

test.each([
  ["no HTTP", "GARBAGE\r\n\r\n", 400, "bad-request"],
  ["no Host", "GET /v1/runs HTTP/1.1\r\n\r\n", 400, "bad-request"],
  ["no Host, in HTTP 1.0", "GET /v1/runs HTTP/1.0\r\n\r\n", 400, "bad-request"],
  ["a wrong Host", "GET /v1/runs HTTP/1.1\r\nHost: a b\r\n\r\n", 400, "bad-request"],
  ["no path", `GET * HTTP/1.1\r\n${HOST}\r\n`, 400, "bad-request"],
  ["two lengths", `POST / HTTP/1.1\r\n${HOST}Content-Length: 1\r\nContent-Length: 2\r\n\r\n`, 400, "bad-request"],
  ["large headers", `GET / HTTP/1.1\r\n${HOST}a: ${"a".repeat(20_000)}\r\n\r\n`, 431, "headers-too-large"],
  [
    "an expectation",
    `GET / HTTP/1.1\r\n${HOST}Expect: a-wonder\r\nConnection: close\r\n\r\n`,
    417,
    "expectation-failed",
  ],
  ["a tunnel", `CONNECT a.example:443 HTTP/1.1\r\nHost: a.example:443\r\n\r\n`, 405, "method-not-allowed"],
] as const)("a message with %s is refused in the form of the API, and recorded", async (_, text, status, kind) => {
  const answer = await send(text);
  expect(answer).toMatchObject([
    String(status),
    { type: `urn:medhelm:problem:${kind}`, status, detail: expect.any(String) },
  ]);
  const [entry] = await collect(objects.list("audit/"));
  const body = JSON.parse(new TextDecoder().decode((await objects.get(entry?.key ?? ""))?.body));
  expect(body).toMatchObject({ owner: "(no valid key)", address: "127.0.0.1", route: "(unreadable)", status });
});

/** A server that waits for the whole of a message, for milliseconds. */
async function waitingServer(): Promise<number> {
  const times = { headersTimeout: 50, requestTimeout: 100, connectionsCheckingInterval: 20 };
  const server = createServer({ ...serverOptions, ...times }, (request) => void request.resume());
  const refuse = messageRefusals({ objects, clock: fakeClock(), report: () => undefined });
  refuseUnreadable(server, { refuse, isBehindProxy: false });
  await new Promise<void>((done) => server.listen(port + 1, "127.0.0.1", done));
  onTestFinished(() => void server.close());
  return port + 1;
}

const EXTENSIONS = `1;a=${"a".repeat(20_000)}\r\nx\r\n0\r\n\r\n`;

test.each([
  ["headers that do not arrive", `GET / HTTP/1.1\r\n${HOST}`, 408, "too-slow"],
  ["a body that does not arrive", `POST / HTTP/1.1\r\n${HOST}Content-Length: 10\r\n\r\n12345`, 408, "too-slow"],
  [
    "parts of a body with large extensions",
    `POST / HTTP/1.1\r\n${HOST}Transfer-Encoding: chunked\r\n\r\n${EXTENSIONS}`,
    413,
    "too-large",
  ],
])("a message with %s is refused before an answer, and recorded", async (_, text, status, kind) => {
  const answer = await send(text, await waitingServer());
  expect(answer).toMatchObject([String(status), { type: `urn:medhelm:problem:${kind}`, status }]);
  expect(await collect(objects.list("audit/"))).toHaveLength(1);
});

test("a readable message is answered, and not recorded", async () => {
  const response = await fetch(`http://127.0.0.1:${port}/`, { method: "POST", body: "{}" });
  expect([await response.text(), await collect(objects.list("audit/"))]).toEqual(["ok", []]);
});

test("a flood of such messages is answered, and recorded 60 times", async () => {
  const answers = await Promise.all(Array.from({ length: 70 }, () => send("GARBAGE\r\n\r\n")));
  expect([
    answers.filter(([status]) => status === "400").length,
    (await collect(objects.list("audit/"))).length,
  ]).toEqual([70, 60]);
});
