import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { systemClock } from "@medhelm/adapters/system-clock";
import { fixture } from "@medhelm/testing/fixtures/api";
import { sha256Hex } from "@medhelm/core/store/canonical";
import { afterEach, beforeEach, expect, test } from "vitest";
import { acceptUpload } from "./http/accept-upload.ts";
import { freePort, listen, type Listening } from "./http/listen.ts";
import { openStore } from "../places/open-store.ts";

const SECRET = "s";
const KEY = `inputs/ann/${sha256Hex("12345")}`;
let folder = "";
let server: Listening;
let base = "";

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "medhelm-upload-"));
  const port = await freePort(20_000 + Math.floor(Math.random() * 20_000));
  base = `http://127.0.0.1:${port}`;
  const objects = openStore(folder, { presign: { base, secret: SECRET } });
  const { app } = fixture({ objects, acceptUpload: acceptUpload(objects, SECRET, systemClock) });
  server = await listen(app.fetch, port);
});
afterEach(async () => {
  await server.close();
  rmSync(folder, { recursive: true, force: true });
});

const store = () => openStore(folder, { presign: { base, secret: SECRET } });
const address = () =>
  store().presign(KEY, { method: "PUT", expiresInS: 60, sha256: sha256Hex("12345"), lengthBytes: 5 });

/** Sends chunks without a Content-Length until the server answers, at most `chunks`. */
async function sendChunks(url: string, chunk: string, chunks: number, method = "PUT") {
  const client = request(url, {
    method,
    headers: { authorization: "Bearer ann", "content-type": "application/json" },
  });
  const answer: { status?: number | undefined } = {};
  let sent = 0;
  const over = new Promise<void>((done) => {
    client.on("response", (response) => {
      answer.status = response.statusCode;
      response.resume();
      done();
    });
    client.on("close", done);
  });
  client.on("error", () => undefined); // the server closes the connection after a refusal
  for (; sent < chunks && answer.status === undefined && !client.destroyed; sent++)
    if (!client.write(chunk)) await Promise.race([over, new Promise((done) => client.once("drain", done))]);
  client.end();
  await over;
  client.destroy();
  return { ...answer, sent };
}

test("a chunked body with the announced bytes is stored", async () => {
  expect((await sendChunks(await address(), "1", 1)).status).toBe(400);
  expect(await store().get(KEY)).toBeUndefined();
  expect((await sendChunks(await address(), "12345", 1)).status).toBe(200);
  expect(new TextDecoder().decode((await store().get(KEY))?.body)).toBe("12345");
});

test("a chunked body that is longer than announced is refused while it arrives, and leaves no file", async () => {
  const { status, sent } = await sendChunks(await address(), "x".repeat(1 << 20), 2000);
  expect(status).toBe(400);
  expect(sent).toBeLessThan(200);
  expect(readdirSync(folder, { recursive: true }).filter((name) => String(name).includes("inputs/ann/"))).toEqual([]);
});

test("a chunked body of other bytes is refused and not stored", async () => {
  expect((await sendChunks(await address(), "54321", 1)).status).toBe(400);
  expect(await store().get(KEY)).toBeUndefined();
});

test("a chunked body of a route with a limit is refused at the limit", async () => {
  const { status, sent } = await sendChunks(`${base}/v1/inputs`, "x".repeat(1 << 16), 20_000, "POST");
  expect(status).toBe(413);
  expect(sent).toBeLessThan(1000);
});
