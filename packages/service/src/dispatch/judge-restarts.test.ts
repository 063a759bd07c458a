import { memoryStore } from "@medhelm/testing/stores/memory-store";
import { keys } from "@medhelm/core/store/object-keys";
import { putJson } from "@medhelm/core/store/objects";
import { expect, test } from "vitest";
import { markDone } from "../submissions/submission-run-state.ts";
import { dispatchPorts, SUBMISSION, testCompute } from "@medhelm/testing/fixtures/dispatch";
import { dispatch } from "./dispatch.ts";

test("the dispatcher starts a judge's job for each new run, however many jobs have succeeded before", async () => {
  const objects = memoryStore();
  const compute = testCompute();
  const ports = dispatchPorts(objects, compute);
  const runs = Array.from({ length: 60 }, (_, i) => ({
    run: `notes:model=m_${i}`,
    description: `notes:model=m/${i}`,
    benchmark: "notes",
    model: `m/${i}`,
    modelDeployment: `m/${i}`,
    judges: ["j/one"],
  }));
  await putJson(objects, keys.submission("sub"), { ...SUBMISSION, runs });
  for (const { run } of runs) {
    const progress = { formatVersion: 1, state: "awaiting", done: 1, total: 1, deployment: "j/one" };
    await putJson(objects, keys.progress("s", run), progress);
    await dispatch(ports, { submission: "sub", deployment: "j/one", role: "judge" });
    compute.end(`job-${compute.jobs.length}`, "succeeded");
    await markDone(objects, "sub", run);
  }
  expect(compute.jobs).toHaveLength(60);
});
