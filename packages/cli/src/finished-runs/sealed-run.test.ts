import { expect, test } from "vitest";
import { keys } from "@medhelm/core/store/object-keys";
import { manifestOf } from "@medhelm/testing/fixtures/manifest";
import { memoryStore } from "@medhelm/testing/stores/memory-store";
import { openRunOfRelease } from "./sealed-run.ts";

const folder = "public/1-0123456789abcdef0123456789abcdef";
const later = manifestOf({
  formatVersion: 2,
  folder,
  derived: "derived-00000000000b",
  derivedRules: { stats: 3 },
  contentSha256: "later",
});

test("a run that was scored again has the metric version that the release was made with", async () => {
  const objects = memoryStore();
  const { suite, run, generation, access } = later;
  await objects.put(keys.generationFile(suite, run, folder, "manifest.json"), JSON.stringify(later));
  const sealed = { slug: "a", suite, run, access, generation, folder, contentSha256: "before" };
  const opened = await openRunOfRelease(objects, { ...sealed, derived: "derived-00000000000a" });
  expect([opened.manifest.derived, opened.manifest.derivedRules, opened.manifest.contentSha256]).toEqual([
    "derived-00000000000a",
    undefined,
    "before",
  ]);
});
