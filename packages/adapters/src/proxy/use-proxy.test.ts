import { once } from "node:events";
import { createServer } from "node:http";
import { createServer as createSilentServer, type Server } from "node:net";
import { getGlobalDispatcher, setGlobalDispatcher } from "undici";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { z } from "zod";
import { createPostJson } from "../models/post-json.ts";
import { useProxy } from "./use-proxy.ts";

/** The requests that the proxy received. It answers plain requests itself, and refuses each tunnel. */
let asked: string[] = [];
const proxy = createServer((request, response) => {
  asked.push(`${request.method} ${request.url}`);
  if (request.headers.host === "login.example") response.statusCode = 407;
  response.end("by the proxy");
});
proxy.on("connect", (request, socket) => {
  asked.push(`CONNECT ${request.url}`);
  socket.end(`HTTP/1.1 ${request.url === "login.example:443" ? 407 : 403} No\r\n\r\n`);
});
const before = getGlobalDispatcher();

beforeAll(async () => {
  await once(proxy.listen(0, "127.0.0.1"), "listening");
  const address = `http://127.0.0.1:${portOf(proxy)}`;
  useProxy({ http: address, https: address, direct: "localhost,127.0.0.1" });
});
afterAll(async () => {
  await getGlobalDispatcher().close();
  setGlobalDispatcher(before);
  proxy.close();
});
beforeEach(() => {
  asked = [];
});

const portOf = (server: Server): number => z.object({ port: z.int() }).parse(server.address()).port;
const post = async (url: string) =>
  createPostJson()(new URL(url), "{}", { headers: {}, timeoutMs: 5_000, signal: new AbortController().signal });

test("a request of a model goes through the proxy", async () => {
  await post("http://model.example/v1/chat/completions");
  expect(asked).toEqual(["POST http://model.example/v1/chat/completions"]);
});

test("a download goes through the proxy", async () => {
  const response = await fetch("http://data.example/table.csv");
  expect(await response.text()).toBe("by the proxy");
});

test("a request to this machine goes to it directly", async () => {
  const own = createServer((_, response) => response.end("{}"));
  await once(own.listen(0, "127.0.0.1"), "listening");
  expect(await post(`http://127.0.0.1:${portOf(own)}/v1`)).toMatchObject({ kind: "reply", status: 200 });
  expect(asked).toEqual([]);
  own.close();
});

test.each([
  [
    "http://login.example/v1",
    "the proxy wants a name and a password (407); write them in https_proxy as http://NAME:PASSWORD@HOST:PORT",
  ],
  [
    "https://login.example/v1",
    "the proxy wants a name and a password (407); write them in https_proxy as http://NAME:PASSWORD@HOST:PORT",
  ],
  [
    "https://model.example/v1",
    "the proxy refused the connection (403); name the host in no_proxy if this machine reaches it directly",
  ],
])("a refusal of the proxy for %s says what to do", async (url, message) => {
  expect(await post(url)).toMatchObject({ kind: "failure", failure: { reason: "connection", message } });
});

test("a proxy that answers no request for a tunnel is a failed connection", async () => {
  const silent = createSilentServer().listen(0, "127.0.0.1");
  await once(silent, "listening");
  const usual = getGlobalDispatcher();
  const address = `http://127.0.0.1:${portOf(silent)}`;
  useProxy({ http: address, https: address, direct: "" }, 50);
  expect(await post("https://model.example/v1")).toMatchObject({
    kind: "failure",
    failure: { reason: "timeout", message: expect.stringContaining("the proxy gave no tunnel within 10 s") },
  });
  await getGlobalDispatcher().destroy();
  setGlobalDispatcher(usual);
  silent.close();
});
