import { faultyStore } from "@medhelm/testing/stores/faulty-store";
import { memoryStore } from "@medhelm/testing/stores/memory-store";
import { sha256Hex } from "@medhelm/core/store/canonical";
import type { ObjectStore } from "@medhelm/core/ports";
import { expect, test } from "vitest";
import { contentHash } from "./content-hash.ts";
import { Overtaken, putDerived } from "./derived-files.ts";

const KEY = "runs/s/r/large.json";
const TEXT = "one two three ";

async function* words(): AsyncGenerator<Uint8Array> {
  for (const word of ["one ", "two ", "three "]) yield new TextEncoder().encode(word);
}

/** A file in three chunks, with a count of its starts. */
function counted() {
  const counts = { starts: 0 };
  const begin = () => {
    counts.starts++;
    return { chunks: words(), content: () => "content" };
  };
  return { begin, counts };
}

async function put(objects: ObjectStore, begin: ReturnType<typeof counted>["begin"], isCurrent = true) {
  const hash = contentHash();
  const etags = new Map<string, string>();
  const derived = putDerived({
    objects,
    suite: "s",
    run: "r",
    generation: 1,
    etags,
    isCurrent: async () => isCurrent,
    hash,
  });
  await derived.stream("large.json", begin);
  return hash.files()["large.json"];
}

const textOf = async (objects: ObjectStore) => new TextDecoder().decode((await objects.get(KEY))?.body);

/** A store whose first put fails after the first chunk. */
function breaksOff(objects: ObjectStore): ObjectStore {
  let puts = 0;
  return {
    ...objects,
    async put(key, body, condition) {
      if (++puts > 1 || typeof body !== "object" || !(Symbol.asyncIterator in body))
        return objects.put(key, body, condition);
      for await (const _ of body) break;
      throw new Error("the connection broke");
    },
  };
}

test("the aggregator restarts a stream that failed, and writes the whole file", async () => {
  const objects = memoryStore();
  const { begin, counts } = counted();
  expect(await put(breaksOff(objects), begin)).toBe(sha256Hex(TEXT));
  expect(await textOf(objects)).toBe(TEXT);
  expect(counts.starts).toBe(2);
});

test("the aggregator does not repeat a write whose reply was lost", async () => {
  const objects = memoryStore();
  const faulty = faultyStore(objects, ({ operation }) => (operation === "put" ? "lose reply" : undefined));
  const { begin, counts } = counted();
  expect(await put(faulty, begin)).toBe(sha256Hex(TEXT));
  expect(faulty.faults).toHaveLength(1);
  expect(counts.starts).toBe(1);
});

test("a refused put succeeds if the stored bytes are already the same", async () => {
  const objects = memoryStore();
  await objects.put(KEY, TEXT);
  const before = (await objects.head(KEY))?.etag;
  expect(await put(objects, counted().begin)).toBe(sha256Hex(TEXT));
  expect((await objects.head(KEY))?.etag).toBe(before);
});

test("the aggregator replaces bytes of an older generation and keeps those of a newer one", async () => {
  const objects = memoryStore();
  await objects.put(KEY, "older");
  await put(objects, counted().begin);
  expect(await textOf(objects)).toBe(TEXT);
  await objects.put(KEY, "newer");
  await expect(put(objects, counted().begin, false)).rejects.toThrow(Overtaken);
  expect(await textOf(objects)).toBe("newer");
});
