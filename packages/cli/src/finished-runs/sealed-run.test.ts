import { expect, test } from "vitest";
import { sha256Hex } from "@medhelm/core/store/canonical";
import { keys } from "@medhelm/core/store/object-keys";
import { manifestOf } from "@medhelm/testing/fixtures/manifest";
import { memoryStore } from "@medhelm/testing/stores/memory-store";
import { openRunOfRelease, openSealedRun } from "./sealed-run.ts";

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

test("scores that differ from the manifest are not compared with those of another run", async () => {
  const objects = memoryStore();
  const files = { "scores.json": sha256Hex("the sealed scores") };
  const sealed = manifestOf({ files });
  const { suite, run } = sealed;
  await objects.put(keys.manifest(suite, run), JSON.stringify(sealed));
  await objects.put(keys.runFile(suite, run, "scores.json"), "other scores");
  const { scores } = await openSealedRun(objects, suite, run);
  await expect(scores()).rejects.toThrow("scores.json: the stored file differs from the run's manifest");
});
