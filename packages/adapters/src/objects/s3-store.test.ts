import type { ServerResponse } from "node:http";
import { afterEach, expect, test } from "vitest";
import { awsClients } from "../aws/aws-clients.ts";
import { fakeClock } from "@medhelm/testing/clock/fake-clock";
import { serve } from "@medhelm/testing/fault-server";
import { s3Store } from "./s3-store.ts";

// Faults that the stand-in of test/cloud cannot produce. The contract in test/cloud shows that the adapter works with S3's API.

const cleanups: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).toReversed()) await cleanup();
});

interface Answer {
  readonly status?: number;
  readonly code?: string;
  readonly body?: string;
  readonly headers?: Record<string, string>;
  /** closes the connection after this number of bytes of the body; 0 closes it before the reply */
  readonly breaksAfter?: number;
}
/** Differs from this machine's time by less than five minutes. Beyond that the SDK corrects its clock and sends the request again. */
const STORE_NOW_MS = Math.floor(Date.now() / 1000) * 1000 - 100_000;
const DATE = new Date(STORE_NOW_MS).toUTCString();
const WRITTEN: Answer = { headers: { etag: '"e"' } };

/** A bucket that sends these answers in order and records the requests. Its clock does not wait but records each sleep. */
async function open(...answers: Answer[]) {
  const requests: { readonly method: string; readonly url: string; readonly headers: Record<string, unknown> }[] = [];
  const server = await serve((request, _, response) => {
    requests.push({ method: request.method ?? "", url: request.url ?? "", headers: request.headers });
    give(response, answers.shift() ?? { status: 500, code: "NoAnswerLeft" });
  });
  const clients = awsClients({
    endpoint: `http://127.0.0.1:${server.port}`,
    region: "us-east-1",
    credentials: { accessKeyId: "a", secretAccessKey: "b" },
  });
  cleanups.push(server.close, clients.close);
  const sleeps: number[] = [];
  const clock = { ...fakeClock(), sleep: async (ms: number) => void sleeps.push(ms) };
  return { store: s3Store({ client: clients.s3, bucket: "b", clock }), requests, sleeps, left: answers };
}

function give(response: ServerResponse, { status = 200, code, body, headers, breaksAfter }: Answer): void {
  if (breaksAfter === 0) {
    response.destroy();
    return;
  }
  const text = body ?? (code === undefined ? "" : `<Error><Code>${code}</Code><Message>${code}</Message></Error>`);
  response.writeHead(status, { date: DATE, "content-length": Buffer.byteLength(text), ...headers });
  response.write(text.slice(0, breaksAfter));
  if (breaksAfter === undefined) response.end();
  else setTimeout(() => response.destroy(), 20);
}

const CONFLICT: Answer = { status: 409, code: "ConditionalRequestConflict" };

test("a put with a 409 is retried with doubling waits until it is written or refused", async () => {
  const { store, requests, sleeps } = await open(CONFLICT, CONFLICT, WRITTEN, CONFLICT, {
    status: 412,
    code: "PreconditionFailed",
  });
  expect(await store.put("k", "x", { ifAbsent: true })).toEqual({ outcome: "written", etag: '"e"' });
  expect(sleeps).toEqual([37.5, 75]);
  expect(await store.put("k", "x", { ifMatch: '"e"' })).toEqual({ outcome: "refused" });
  expect(requests.map(({ headers }) => headers["if-none-match"] ?? headers["if-match"])).toEqual([
    "*",
    "*",
    "*",
    '"e"',
    '"e"',
  ]);
});

test("a put that always has a 409 throws after eight attempts", async () => {
  const { store, requests } = await open(...Array.from({ length: 9 }, () => CONFLICT));
  await expect(store.put("k", "x", { ifAbsent: true })).rejects.toThrow("k: another write was in progress");
  expect(requests).toHaveLength(8);
});

test("a streamed body of one part is sent again after a 409", async () => {
  const { store, requests } = await open(CONFLICT, WRITTEN);
  expect(await store.put("k", zeros(2, 10), { ifAbsent: true })).toEqual({ outcome: "written", etag: '"e"' });
  expect(requests.map(({ method, headers }) => [method, headers["content-length"]])).toEqual([
    ["PUT", "20"],
    ["PUT", "20"],
  ]);
});

test("a conditional write with a lost reply throws and is not sent again, because the first request may have been applied", async () => {
  const lost: Answer = { breaksAfter: 0 };
  const { store, requests } = await open(lost, { status: 500, code: "InternalError" }, lost);
  await expect(store.put("k", "x", { ifAbsent: true })).rejects.toThrow("socket hang up");
  await expect(store.put("k", "x", { ifMatch: '"e"' })).rejects.toThrow("InternalError");
  expect(requests).toHaveLength(2);
});

test("a throttled conditional write is sent again, because it had no effect", async () => {
  const { store, requests } = await open({ status: 503, code: "SlowDown" }, WRITTEN);
  expect(await store.put("k", "x", { ifAbsent: true })).toEqual({ outcome: "written", etag: '"e"' });
  expect(requests).toHaveLength(2);
});

test("an unconditional write and a read are sent again", async () => {
  const { store, requests } = await open(
    { breaksAfter: 0 },
    WRITTEN,
    { status: 500, code: "InternalError" },
    { status: 404 },
  );
  expect(await store.put("k", "x")).toEqual({ outcome: "written", etag: '"e"' });
  expect(await store.head("k")).toBeUndefined();
  expect(requests).toHaveLength(4);
});

test("If-Match on a missing key is refused, and a missing bucket is an error of reads and writes", async () => {
  const noBucket: Answer = { status: 404, code: "NoSuchBucket" };
  const { store } = await open({ status: 404, code: "NoSuchKey" }, noBucket, noBucket);
  expect(await store.put("k", "x", { ifMatch: '"e"' })).toEqual({ outcome: "refused" });
  await expect(store.put("k", "x", { ifMatch: '"e"' })).rejects.toThrow("NoSuchBucket");
  await expect(store.get("k")).rejects.toThrow("NoSuchBucket");
});

test("the store's time comes from the Date header, not from this machine", async () => {
  const headers = { etag: '"e"', "last-modified": new Date(STORE_NOW_MS - 10_000).toUTCString() };
  const { store } = await open({ headers: { ...headers, "content-length": "3" } });
  expect(await store.head("k")).toEqual({
    key: "k",
    sizeBytes: 3,
    etag: '"e"',
    lastModifiedMs: STORE_NOW_MS - 10_000,
    storeNowMs: STORE_NOW_MS,
  });
});

test("a delete with If-Match is refused for another version and absent for a missing object", async () => {
  const there: Answer = { headers: { etag: '"e"', "last-modified": DATE, "content-length": "1" } };
  const refused: Answer = { status: 412, code: "PreconditionFailed" };
  const { store } = await open(there, refused, there, there, refused, { status: 404 }, there, {
    status: 404,
    code: "NoSuchKey",
  });
  expect(await store.delete("k", { ifMatch: '"e"' })).toBe("refused");
  expect(await store.delete("k", { ifMatch: '"e"' })).toBe("absent");
  expect(await store.delete("k", { ifMatch: '"e"' })).toBe("absent");
});

test("an interrupted read continues at the next byte of the same version", async () => {
  const headers = { etag: '"e"', "last-modified": DATE };
  const { store, requests } = await open(
    { headers, body: "0123456789", breaksAfter: 4 },
    { headers, status: 206, body: "456789", breaksAfter: 2 },
    { headers, status: 206, body: "6789" },
  );
  expect(await textOf(store.stream("k"))).toBe("0123456789");
  expect(requests.map(({ headers: { range, "if-match": etag } }) => [range, etag])).toEqual([
    [undefined, undefined],
    ["bytes=4-", '"e"'],
    ["bytes=6-", '"e"'],
  ]);
});

test("an interrupted read fails if the object changed or if no more bytes arrive", async () => {
  const headers = { etag: '"e"', "last-modified": DATE };
  const cut: Answer = { headers, body: "0123456789", breaksAfter: 4 };
  const { store } = await open(cut, { status: 412, code: "PreconditionFailed" });
  await expect(textOf(store.stream("k"))).rejects.toThrow("k changed while it was read");
  const silent = { status: 206, headers: { ...headers, "content-length": "6" }, body: "", breaksAfter: 1 };
  const other = await open(cut, silent, silent, silent, silent, silent);
  await expect(textOf(other.store.stream("k"))).rejects.toThrow("aborted");
  expect(other.requests).toHaveLength(5);
});

test("a list reads all pages and omits keys that no store could hold", async () => {
  const { store, requests } = await open(
    { body: page(["a/1", "a/"], "next+1") },
    { body: page([], "next+2") },
    { body: page(["a/2"]) },
  );
  const found: string[] = [];
  for await (const { key } of store.list("a/", { after: "a/0" })) found.push(key);
  expect(found).toEqual(["a/1", "a/2"]);
  expect(requests.map(({ url }) => new URL(url, "http://x").searchParams.get("continuation-token"))).toEqual([
    null,
    "next+1",
    "next+2",
  ]);
  expect(new URL(requests[0]?.url ?? "", "http://x").searchParams.get("start-after")).toBe("a/0");
});

test("a copy of more than 5 GB is a UserError", async () => {
  const body =
    "<Error><Code>InvalidRequest</Code><Message>The specified copy source is larger than the maximum allowable size for a copy source: 5368709120</Message></Error>";
  const { store } = await open({ status: 400, body });
  await expect(store.copy("large", "to")).rejects.toThrow(
    "large cannot be copied to to: S3 copies at most 5 GB in one request",
  );
});

const MB = 2 ** 20;
const CREATED: Answer = {
  body: "<InitiateMultipartUploadResult><UploadId>u</UploadId></InitiateMultipartUploadResult>",
};

test("a large stream is sent in parts of 8 MiB with at most three in memory, and the condition applies at completion", async () => {
  const done: Answer = {
    body: "<CompleteMultipartUploadResult><ETag>&quot;d&quot;</ETag></CompleteMultipartUploadResult>",
  };
  const { store, requests } = await open(CREATED, WRITTEN, WRITTEN, WRITTEN, done);
  let read = 0;
  let most = 0;
  async function* body() {
    for (; read < 20; read++) {
      const sent = requests.filter(({ url }) => url.includes("partNumber")).length;
      most = Math.max(most, read - 8 * sent);
      yield new Uint8Array(MB).fill(read);
    }
  }
  expect(await store.put("k", body(), { ifMatch: '"e"' })).toEqual({ outcome: "written", etag: '"d"' });
  expect(requests.map(({ method, headers }) => [method, headers["content-length"], headers["if-match"]])).toEqual([
    ["POST", expect.anything(), undefined],
    ["PUT", String(8 * MB), undefined],
    ["PUT", String(8 * MB), undefined],
    ["PUT", String(4 * MB), undefined],
    ["POST", expect.anything(), '"e"'],
  ]);
  expect(most).toBeLessThanOrEqual(16);
});

test("a multipart upload is aborted if it is refused or fails, and a lost last reply throws without a second completion", async () => {
  const aborted: Answer = { status: 204 };
  const ends = async (...last: Answer[]) => {
    const { store, requests, left } = await open(CREATED, WRITTEN, WRITTEN, ...last, aborted);
    const result = await store.put("k", zeros(9, MB), { ifAbsent: true }).catch((error: unknown) => String(error));
    expect(left).toEqual([]);
    expect(requests.at(-1)).toMatchObject({ method: "DELETE", url: expect.stringContaining("uploadId=u") });
    return result;
  };
  expect(await ends({ status: 412, code: "PreconditionFailed" })).toEqual({ outcome: "refused" });
  expect(await ends({ breaksAfter: 0 })).toContain("socket hang up");
  expect(await ends({ status: 404, code: "NoSuchUpload" })).toContain("NoSuchUpload");
  expect(await ends(CONFLICT)).toContain("another write was in progress");
});

async function textOf(chunks: AsyncIterable<Uint8Array>): Promise<string> {
  const all: Uint8Array[] = [];
  for await (const chunk of chunks) all.push(chunk);
  return Buffer.concat(all).toString();
}

async function* zeros(chunks: number, bytes: number) {
  for (let i = 0; i < chunks; i++) yield new Uint8Array(bytes);
}

function page(keys: readonly string[], next?: string): string {
  const more = next === undefined ? "" : `<NextContinuationToken>${next}</NextContinuationToken>`;
  const rest = "<Size>1</Size><ETag>&quot;e&quot;</ETag><LastModified>2025-11-21T19:59:50.000Z</LastModified>";
  const contents = keys.map((key) => `<Contents><Key>${key}</Key>${rest}</Contents>`).join("");
  return `<ListBucketResult><IsTruncated>${next !== undefined}</IsTruncated>${more}${contents}</ListBucketResult>`;
}
