import { execFile } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { fsStore } from "@medhelm/adapters/objects/fs-store";
import { keys } from "@medhelm/core/store/object-keys";
import { expect, test } from "vitest";
import { putSyntheticRun } from "@medhelm/testing/fixtures/synthetic-run";

const CHILD = join(import.meta.dirname, "../../../../bench/aggregate/aggregate-child.ts");
/** The program's code takes 30 MB of this heap. */
const HEAP_MB = 48;
/** A busy machine delays V8's threads, and objects of a large young generation then fill the heap before these threads free it. */
const GARBAGE_COLLECTION = ["--max-semi-space-size=1", "--single-threaded-gc"];
/** The run has 20 MB of states and 28 MB of per-instance stats. An aggregator that holds whole files runs out of memory here. */
const INSTANCES = 2000;
/** For a custom benchmark the registry loads one folder; for an unknown class it loads all, which need more memory. */
const CUSTOM = "helm.benchmark.scenarios.medhelm_configurable_scenario.MedHELMConfigurableScenario";

test("the aggregator handles a run whose files are larger than its heap", { timeout: 300_000 }, async () => {
  const folder = mkdtempSync(join(tmpdir(), "medhelm-bounded-"));
  try {
    const objects = fsStore(folder);
    const run = await putSyntheticRun(objects, "s", INSTANCES, CUSTOM);
    const flags = [`--max-old-space-size=${HEAP_MB}`, ...GARBAGE_COLLECTION];
    const { stdout } = await promisify(execFile)(process.execPath, [...flags, CHILD, folder, "s", run]);
    expect(JSON.parse(stdout)).toMatchObject({ kind: "sealed" });
    let bytes = 0;
    for await (const { sizeBytes } of objects.list(keys.runs("s"))) bytes += sizeBytes;
    expect(bytes).toBeGreaterThan(HEAP_MB * 1_000_000);
    objects.close();
  } finally {
    rmSync(folder, { recursive: true });
  }
});
