import type { ObjectStore } from "@medhelm/core/ports";
import { fixture, putRun } from "@medhelm/testing/fixtures/release";
import { expect, test } from "vitest";
import { readHelmRun, withTexts } from "./helm-run.ts";

test("a folder that HELM wrote is read once for its scores and for its texts", async () => {
  const { objects } = fixture();
  const run = await putRun(objects, { suite: "s", model: "m/a", score: 1, group: "pubmed_qa" });
  const streamed: string[] = [];
  const stream: ObjectStore["stream"] = (key, range) => (streamed.push(key), objects.stream(key, range));
  const reading = { ...objects, stream };
  const found = await withTexts(reading, "s", run, await readHelmRun(reading, "s", run));
  expect(found.texts?.size).toBe(1);
  expect(streamed).toEqual([`runs/s/${run}/per_instance_stats.json`, `runs/s/${run}/scenario_state.json`]);
});
