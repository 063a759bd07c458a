import { countedObjects } from "@medhelm/testing/stores/counted-store";
import { memoryStore } from "@medhelm/testing/stores/memory-store";
import { expect, test } from "vitest";
import { sha256Hex } from "./canonical.ts";
import { comparedOnce } from "./compared-once.ts";
import { runFileKeys } from "./run-files.ts";

const keyOf = runFileKeys("s", "r");
const sealed = { keyOf, manifest: { files: { "scores.json": sha256Hex("a") } } };
const KEY = keyOf("scores.json");

/** A store with scores of this text, which were sealed as "a". */
async function scoresOf(text: string) {
  const objects = memoryStore();
  await objects.put(KEY, text);
  return countedObjects(objects);
}

test("a sealed file is read once for each version of it", async () => {
  const objects = await scoresOf("a");
  const compare = comparedOnce(objects);
  for (const etag of ["1", "1", "2"]) await compare(sealed, "scores.json", etag);
  expect(objects.requests).toBe(2);
});

test("a file with other bytes than its manifest says is damaged, also the second time", async () => {
  const compare = comparedOnce(await scoresOf("b"));
  const sentence = `${KEY}: the stored file differs from the run's manifest; call medhelm repair`;
  await expect(compare(sealed, "scores.json", "1")).rejects.toThrow(sentence);
  await expect(compare(sealed, "scores.json", "1")).rejects.toThrow(sentence);
});

test("a file of a run without a manifest is not read", async () => {
  const objects = await scoresOf("b");
  await comparedOnce(objects)({ keyOf }, "scores.json", "1");
  expect(objects.requests).toBe(0);
});
