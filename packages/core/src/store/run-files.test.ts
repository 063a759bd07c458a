import { memoryStore } from "@medhelm/testing/stores/memory-store";
import { expect, test } from "vitest";
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
