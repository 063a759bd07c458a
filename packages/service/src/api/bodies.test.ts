import { gzipSync } from "node:zlib";
import { fixture } from "@medhelm/testing/fixtures/api";
import { expect, test } from "vitest";

const HALF = "a\ud800b";
const description = "pubmed_qa:model=demo/first";
const entries = [{ description }];

test.each([
  ["/v1/submissions", { suite: "my", entries: [{ description: HALF }] }, "entries[0].description"],
  ["/v1/submissions", { suite: "my", entries: [{ description, groups: ["g", HALF] }] }, "entries[0].groups[1]"],
  ["/v1/submissions", { suite: "my", entries, inputs: { [HALF]: "0".repeat(64) } }, "inputs.a\ufffdb"],
  ["/v1/submissions", { suite: "my", entries, modelsToRun: [HALF] }, "modelsToRun[0]"],
  ["/v1/submissions", { suite: "my", conf: HALF }, "conf"],
  ["/v1/releases", { name: HALF, suites: ["my"] }, "name"],
])("half a surrogate pair in a body of %s is refused with its field (%#)", async (path, body, field) => {
  const api = fixture();
  const answer = await api.call("POST", path, { body });
  expect([answer.status, Object(await answer.json()).detail]).toEqual([
    400,
    `body: ${field} is not valid Unicode: it has half of a surrogate pair (\\ud800 to \\udfff); send both halves`,
  ]);
  expect(api.reported).toEqual([]);
});

test("a character of two surrogates is accepted as an escape", async () => {
  const body = `{"suite":"my","entries":[{"description":"${description}","groups":["\\ud83d\\ude00"]}]}`;
  expect((await fixture().call("POST", "/v1/submissions", { body })).status).toBe(202);
});

interface SentBytes {
  readonly body: Buffer | ReadableStream;
  readonly headers?: Record<string, string>;
}

/** Sends a submission whose body is given in bytes. Returns the status, the sentence, and the errors that were reported. */
async function post({ body, headers = {} }: SentBytes) {
  const { app, reported } = fixture();
  const sent = { authorization: "Bearer ann", "content-type": "application/json", ...headers };
  const answer = await app.request("/v1/submissions", { method: "POST", headers: sent, body, duplex: "half" });
  return [answer.status, Object(await answer.json()).detail, reported];
}

test("a body in Latin-1 is refused, because its text would change", async () => {
  const body = Buffer.from(JSON.stringify({ suite: "my", entries, systemMessage: "Prüfe" }), "latin1");
  expect(await post({ body })).toEqual([400, "The body is not UTF-8; send its JSON in UTF-8.", []]);
});

test("a compressed body is refused by its encoding", async () => {
  const headers = { "content-encoding": "gzip" };
  const sentence = "The body must not be compressed, but its Content-Encoding is gzip.";
  expect(await post({ body: gzipSync("{}"), headers })).toEqual([415, sentence, []]);
});

const submission = Buffer.from(JSON.stringify({ suite: "my", entries }));

test.each(["utf-16", "iso-8859-1", '"UTF-16"', "us-ascii"])("the charset %j is refused", async (charset) => {
  const headers = { "content-type": `application/json; charset=${charset}` };
  const sentence = `The body must be UTF-8, but its charset is ${charset.replaceAll('"', "").toLowerCase()}.`;
  expect(await post({ body: submission, headers })).toEqual([415, sentence, []]);
});

test.each([
  "application/json; charset=utf-8",
  'application/json; charset="UTF-8"',
  "Application/JSON ;Charset=utf8; a=b",
  "application/json; charset=",
  "application/json;",
])("the content type %s is accepted", async (type) => {
  expect((await post({ body: submission, headers: { "content-type": type } }))[0]).toBe(202);
});

test.each([{ "content-length": "200" }, { "transfer-encoding": "chunked" }])(
  "a body that a lost connection cuts off is no fault of the service: %j",
  async (headers) => {
    const body = new ReadableStream({ pull: (stream) => stream.error(new Error("aborted")) });
    const sentence = "The connection ended before the whole body had arrived; send it again.";
    expect(await post({ body, headers })).toEqual([400, sentence, []]);
  },
);
