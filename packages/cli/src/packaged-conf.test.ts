import { findBenchmark } from "@medhelm/benchmarks/registry";
import { parseObjectSpec } from "@medhelm/core/helm/object-spec";
import { expanders } from "@medhelm/core/expanders/table";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { diskFiles } from "./places/disk-files.ts";
import { readEntries } from "./run/read-entries.ts";

// the packaged lists are used, which stderr says
beforeEach(() => void vi.spyOn(process.stderr, "write").mockReturnValue(true));
afterEach(() => void vi.restoreAllMocks());

const PARTS = ["public", "gated", "private_stanford"].map((part) => `run_entries_medhelm_${part}.conf`);

test("run_entries_medhelm.conf holds the entries of its three parts, in their order", async () => {
  const whole = await readEntries(["run_entries_medhelm.conf"], []);
  const parts = await readEntries(PARTS, []);
  expect(whole).toHaveLength(59);
  expect(whole.map(({ description }) => description)).toEqual(parts.map(({ description }) => description));
});

test("every packaged entry is one that its benchmark takes, without a model, a deployment or a path", async () => {
  const entries = await readEntries(["run_entries_medhelm.conf"], []);
  for (const { description, priority } of entries) {
    const { name, args } = parseObjectSpec(description);
    expect(Object.keys(args)).not.toEqual(expect.arrayContaining(["model"]));
    expect(description).not.toMatch(/model_deployment|data_path|\//);
    expect(priority).toBeGreaterThan(0);
    const own = Object.fromEntries(Object.entries(args).filter(([key]) => !expanders.has(key)));
    await (await findBenchmark(name)).settle(own, diskFiles(process.cwd()));
  }
});
