import { expect, test } from "vitest";
import { keys } from "@medhelm/core/store/object-keys";
import { Manifest } from "@medhelm/core/release/manifest";
import { memoryStore } from "@medhelm/testing/stores/memory-store";
import { openRunOfRelease } from "./sealed-run.ts";

const folder = "public/1-0123456789abcdef0123456789abcdef";
const later = Manifest.parse({
  formatVersion: 2,
  suite: "s",
  run: "quiz:model=m",
  generation: 1,
  folder,
  derived: "derived-00000000000b",
  derivedRules: { stats: 3 },
  runKey: "k",
  benchmark: "quiz",
  model: "m",
  modelDeployment: "m",
  access: "public",
  category: "c",
  subcategory: "d",
  mainMetric: "em",
  mainSplit: "test",
  contentSha256: "later",
  files: {},
  dataset: { sha256: "0", sources: [] },
  prompts: "own 1",
  judges: [],
  candidateIsBaseline: false,
  coverage: { instances: 2, requests: 2, answered: 2, failed: 0, verdictsAsked: 0, verdictsScored: 0 },
  absentMetrics: {},
  code: { version: "1" },
  execution: { startedAt: "", finishedAt: "", attempts: 1, host: "" },
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
