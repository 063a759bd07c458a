import { putRun } from "@medhelm/testing/fixtures/release";
import { memoryStore } from "@medhelm/testing/stores/memory-store";
import { expect, test } from "vitest";
import { keys } from "./object-keys.ts";
import { openRun, runFileKeys } from "./run-files.ts";

const FOLDER = `public/2-${"a".repeat(32)}`;

test("the files of a run without a manifest lie in the run folder", async () => {
  const { manifest, keyOf } = await openRun(memoryStore(), "s", "r");
  expect(manifest).toBeUndefined();
  expect(keyOf("stats.json")).toBe("runs/s/r/stats.json");
});

test.for([
  ["scenario_state.json", `runs/s/.generations/public/r/2-${"a".repeat(32)}/scenario_state.json`],
  ["encoder_scores.json", `runs/s/.generations/public/r/2-${"a".repeat(32)}/encoder_scores.json`],
  ["stats.json", `runs/s/.generations/public/r/2-${"a".repeat(32)}/derived-0123456789ab/stats.json`],
  ["pages/1.json", `runs/s/.generations/public/r/2-${"a".repeat(32)}/derived-0123456789ab/pages/1.json`],
  ["manifest.json", "runs/s/r/manifest.json"],
] as const)("%s of a sealed generation is at %s", ([file, key]) => {
  expect(runFileKeys("s", "r", { folder: FOLDER, derived: "derived-0123456789ab" })(file)).toBe(key);
});

test("the files of a manifest without a folder lie next to it", () => {
  expect(runFileKeys("s", "r", {})("pages/1.json")).toBe("runs/s/r/pages/1.json");
});

test("the names of the folders count, not those in the manifest of a renamed run", async () => {
  const objects = memoryStore();
  const run = await putRun(objects, { suite: "s", model: "m/a", score: 1, access: "public", generation: 1 });
  await objects.copy(keys.manifest("s", run), keys.manifest("other", "renamed"));
  const { manifest, sealedName } = await openRun(objects, "other", "renamed");
  expect([manifest?.suite, manifest?.run, sealedName]).toEqual(["other", "renamed", "quiz:model=m_a"]);
});

test("a run whose generation is absent is read from the files next to its manifest, without its folder", async () => {
  const objects = memoryStore();
  const run = await putRun(objects, { suite: "s", model: "m/a", score: 1, access: "public", generation: 1 });
  const { keyOf } = await openRun(objects, "s", run);
  await objects.delete(keyOf("run_spec.json"));
  const copied = await openRun(objects, "s", run);
  expect([copied.manifest?.folder, copied.keyOf("stats.json")]).toEqual([
    undefined,
    "runs/s/quiz:model=m_a/stats.json",
  ]);
  expect(copied.copiedFrom?.folder).toMatch(/^public\/1-[0-9a-f]{32}$/);
});
