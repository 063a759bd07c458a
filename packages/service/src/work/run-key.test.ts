import { Identity } from "@medhelm/core/run/identity";
import { keys } from "@medhelm/core/store/object-keys";
import { getJson } from "@medhelm/core/store/objects";
import { plan, SUITE, workerPorts, workRequest } from "@medhelm/testing/fixtures/work";
import { memoryStore } from "@medhelm/testing/stores/memory-store";
import { expect, test } from "vitest";
import { workRun } from "./work-run.ts";

// A run key that changes makes every stored run of its kind start again.
test.each([
  ["demo_notes:model=baseline/lead-sentences", "6ae895115d47687b3f15545fd38696486343a6c14b21df6d439a0a3735eca99f"],
  [
    "demo_questions:model=baseline/first-option,data_augmentation=typo_easy",
    "e4a80c6fb93319ac788574ec5db99571d7d32bf1c3517581d76172f03709ca09",
  ],
  [
    "demo_questions:model=baseline/first-option,max_train_instances=2",
    "c8ef5ae3bcdcce7adda9c8ec97e2c1405a06aad602e978772720fed2e003de6d",
  ],
])("the run %s keeps its key", async (description, runKey) => {
  const objects = memoryStore();
  const runPlan = await plan(3, description);
  await workRun(workerPorts(objects, { answered: [] }), workRequest(runPlan));
  const identity = await getJson(objects, keys.identity(SUITE, runPlan.runSpec.name), Identity);
  expect(identity?.runKey).toBe(runKey);
});
