import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fsStore } from "@medhelm/adapters/objects/fs-store";
import { openRun } from "@medhelm/core/store/run-files";
import { judgedBy, plan, runTexts, runToSeal, SUITE, workerPorts, workRequest } from "@medhelm/testing/fixtures/work";
import { memoryStore } from "@medhelm/testing/stores/memory-store";
import { workRun } from "@medhelm/service/work/work-run";
import { expect, onTestFinished, test } from "vitest";
import { aggregatorInThread, isForThread, type RunInThread } from "./aggregator-in-thread.ts";

/** Works on a run of eight judged requests whose scores a thread makes. */
async function worked(outputPath: string, plugins: readonly string[] = []) {
  const objects = fsStore(outputPath);
  const runPlan = judgedBy(await plan(8), "gpu/judge");
  const { open } = aggregatorInThread({ outputPath, plugins: [...plugins], helmFiles: false });
  let opened: RunInThread | undefined;
  const ports = { ...workerPorts(objects, { answered: [] }), assemblesEarly: true };
  const scoresEarly = (live: Parameters<typeof open>[0]) => (opened = open(live));
  await workRun(ports, workRequest(runPlan, { scoresEarly }));
  onTestFinished(() => opened?.close());
  const run = runPlan.runSpec.name;
  const result = await opened?.aggregate({ suite: SUITE, run, generation: 1 });
  return { objects, runPlan, run, result };
}

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "medhelm-aggregator-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

test.each([
  { requests: 1_999, cores: 2, isInThread: false },
  { requests: 2_000, cores: 2, isInThread: true },
  { requests: 100_000, cores: 1, isInThread: false },
])("$requests requests on $cores cores are in a thread: $isInThread", ({ requests, cores, isInThread }) => {
  expect(isForThread(requests, cores)).toBe(isInThread);
});

test("a thread seals a run with the content of one that this thread seals", async () => {
  const { objects, runPlan, run, result } = await worked(newFolder());
  expect(result?.kind).toBe("sealed");
  const here = memoryStore();
  const sealedHere = await runToSeal(
    { ...workerPorts(here, { answered: [] }), assemblesEarly: false },
    workRequest(runPlan),
  );
  const { manifest } = await openRun(objects, SUITE, run);
  expect(manifest?.contentSha256).toBe(sealedHere.contentSha256);
  expect([...(await runTexts(objects, run)).keys()]).toEqual([...(await runTexts(here, run)).keys()]);
});

test("a thread that cannot load its plugins leaves the aggregation to this thread, and lets it go on", async () => {
  const { result } = await worked(newFolder(), ["./no-such-plugin.js"]);
  expect(result).toBeUndefined();
});
