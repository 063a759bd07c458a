import { faultyStore } from "@medhelm/testing/stores/faulty-store";
import { memoryStore } from "@medhelm/testing/stores/memory-store";
import { sha256Hex } from "@medhelm/core/store/canonical";
import type { ObjectStore } from "@medhelm/core/ports";
import { expect, test } from "vitest";
import { contentHash } from "./content-hash.ts";
import { derivedFolder, putDerived } from "./derived-files.ts";

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

async function put(objects: ObjectStore, begin: ReturnType<typeof counted>["begin"]) {
  const hash = contentHash();
  await putDerived(objects, (file) => `runs/s/r/${file}`, hash).stream("large.json", begin);
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

test("the aggregator repeats a write whose reply was lost, with the same bytes", async () => {
  const objects = memoryStore();
  const faulty = faultyStore(objects, ({ operation, count }) =>
    operation === "put" && count === 1 ? "lose reply" : undefined,
  );
  expect(await put(faulty, counted().begin)).toBe(sha256Hex(TEXT));
  expect(faulty.faults).toHaveLength(1);
  expect(await textOf(objects)).toBe(TEXT);
});

test("the aggregator gives up after five failed writes", async () => {
  const faulty = faultyStore(memoryStore(), ({ operation }) => (operation === "put" ? "throw before" : undefined));
  await expect(put(faulty, counted().begin)).rejects.toThrow("did not take place");
  expect(faulty.faults).toHaveLength(5);
});

test("two versions of the code write into different folders", () => {
  expect([derivedFolder("1.0.0"), derivedFolder("1.0.1")]).toEqual(["derived-989d1e896882", "derived-3039f174f749"]);
});
