import { manifestOf } from "@medhelm/testing/fixtures/manifest";
import { memoryStore } from "@medhelm/testing/stores/memory-store";
import { expect, test } from "vitest";
import { sha256Hex } from "./canonical.ts";
import { checkedRuns } from "./checked-runs.ts";
import { keys } from "./object-keys.ts";

const FOLDER = "public/1-0123456789abcdef0123456789abcdef";
const SEAL = { folder: FOLDER, derived: "derived-0123456789ab" };
const inGeneration = (file: string) => keys.generationFile("s", "r", FOLDER, file);
const PAGE = inGeneration(`${SEAL.derived}/pages/1.json`);
const differs = "the stored file differs from the run's manifest; call medhelm repair";

/** A store with a page that was sealed as "a" and has another text now. `manifest`: the key of its manifest. */
async function pageOf(text: string, key = PAGE, manifest = inGeneration("manifest.json")) {
  const objects = memoryStore();
  const files = { "pages/1.json": sha256Hex("a"), "scenario.json": sha256Hex("a") };
  await objects.put(manifest, JSON.stringify(manifestOf({ ...SEAL, files })));
  await objects.put(key, text);
  return checkedRuns(objects);
}

test.each([
  ["a page of a sealed generation", PAGE, inGeneration("manifest.json")],
  ["a worker's file of a sealed generation", inGeneration("scenario.json"), inGeneration("manifest.json")],
  ["a page next to its manifest", keys.runFile("s", "r", "pages/1.json"), keys.manifest("s", "r")],
])("%s is read if it has the sealed bytes, and is damaged otherwise", async (_, key, manifest) => {
  expect(await (await pageOf("a", key, manifest)).get(key)).toBeDefined();
  await expect((await pageOf("b", key, manifest)).get(key)).rejects.toThrow(`${key}: ${differs}`);
});

test.each([
  ["a file that the manifest does not list", inGeneration(`${SEAL.derived}/other.json`)],
  ["a page from before the run was scored again", inGeneration("derived-ba9876543210/pages/1.json")],
  ["a page of another run", keys.runFile("s", "other", "pages/1.json")],
  ["a copied page of a release", "releases/r/pages/x/1.json"],
])("%s is read as it is", async (_, key) => {
  expect(await (await pageOf("b", key)).get(key)).toBeDefined();
});

test("a run that is sealed again is compared with its new manifest", async () => {
  const objects = await pageOf("a");
  await objects.get(PAGE);
  const files = { "pages/1.json": sha256Hex("b") };
  await objects.put(inGeneration("manifest.json"), JSON.stringify(manifestOf({ ...SEAL, files })));
  await objects.put(PAGE, "b");
  expect(await objects.get(PAGE)).toBeDefined();
});
