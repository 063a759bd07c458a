import { presignUrl } from "@medhelm/adapters/objects/presigned-url";
import { systemClock } from "@medhelm/adapters/system-clock";
import { sha256Hex } from "@medhelm/core/store/canonical";
import type { ObjectStore } from "@medhelm/core/ports";
import { memoryStore } from "@medhelm/testing/stores/memory-store";
import { Problem } from "@medhelm/service/api/problem";
import { expect, test } from "vitest";
import { acceptUpload } from "./accept-upload.ts";

const KEY = "inputs/ann/f";
const SIGNED = { base: "http://127.0.0.1", secret: "s" };
const bytesOf = (text: string) => new TextEncoder().encode(text);

function* endless(): Generator<string> {
  for (;;) yield "announced";
}

function* cutOff(): Generator<string> {
  yield "anno";
  throw new Error("aborted");
}

/** A PUT without a length, whose body comes in these pieces, to an address that was signed for "announced". `addition`: to the signature. */
function put(objects: ObjectStore, pieces: Iterable<string>, addition = ""): Promise<Response> {
  const announced = { method: "PUT", expiresInS: 60, sha256: sha256Hex("announced"), lengthBytes: 9 } as const;
  const url = presignUrl(SIGNED, KEY, announced, systemClock.nowMs());
  const source = pieces[Symbol.iterator]();
  const body = new ReadableStream({
    pull(controller) {
      const { value, done } = source.next();
      if (done === true) controller.close();
      else controller.enqueue(bytesOf(value));
    },
  });
  const request = new Request(`${url}${addition}`, { method: "PUT", body, duplex: "half" });
  return acceptUpload(objects, SIGNED.secret, systemClock)(request);
}

test("an upload with the announced bytes is stored", async () => {
  const objects = memoryStore();
  expect((await put(objects, ["anno", "unced"])).status).toBe(200);
  expect(new TextDecoder().decode((await objects.get(KEY))?.body)).toBe("announced");
});

test.each([
  ["other bytes", ["annoXnced"], "the bytes do not have the announced sha256"],
  ["too few bytes", ["anno"], "9 bytes were announced, 4 came"],
])("an upload of %s is refused, and nothing is stored", async (_what, pieces, detail) => {
  const objects = memoryStore();
  const response = await put(objects, pieces);
  expect([response.status, await response.json()]).toEqual([400, expect.objectContaining({ detail })]);
  expect(await objects.get(KEY)).toBeUndefined();
});

test.each([
  ["other bytes", "", ["annoXnced"], "validation", 400],
  ["bytes that do not all arrive", "", cutOff(), "bad-request", 400],
  ["bytes to an address with another signature", "0", ["announced"], "forbidden", 403],
])("the refusal of %s has a type of the API's problems", async (_what, addition, pieces, kind, status) => {
  const problem = Problem.parse(await (await put(memoryStore(), pieces, addition)).json());
  expect(problem).toMatchObject({ type: `urn:medhelm:problem:${kind}`, status, instance: "/v1/uploads/inputs/ann/f" });
});

test("an upload that never ends is refused after the announced length", async () => {
  const objects = memoryStore();
  const response = await put(objects, endless());
  expect([response.status, await response.json()]).toEqual([
    400,
    expect.objectContaining({ detail: "9 bytes were announced, and more came" }),
  ]);
  expect(await objects.get(KEY)).toBeUndefined();
});

test("an upload that a lost connection cuts off is refused, and nothing is stored", async () => {
  const objects = memoryStore();
  const response = await put(objects, cutOff());
  expect([response.status, await response.json()]).toEqual([
    400,
    expect.objectContaining({ detail: "the connection ended before all bytes had arrived" }),
  ]);
  expect(await objects.get(KEY)).toBeUndefined();
});
