import { belowPrefix } from "@medhelm/adapters/objects/below-prefix";
import { keys } from "@medhelm/core/store/object-keys";
import { putRun } from "@medhelm/testing/fixtures/release";
import { memoryStore } from "@medhelm/testing/stores/memory-store";
import { expect, test } from "vitest";
import { findSource } from "./find-source.ts";

/** A bucket in which HELM's output folder is below a prefix, as HELM publishes it. */
async function bucket() {
  const objects = memoryStore();
  const output = belowPrefix("medhelm/benchmark_output/", objects);
  for (const suite of ["v1", "v2"]) await putRun(output, { suite, model: "m/a", score: 1 });
  await output.put("releases/v2/runs.json", "[]");
  return (path: string) => findSource(path, (prefix) => (prefix === "" ? objects : belowPrefix(`${prefix}/`, objects)));
}

const RUN = "quiz:model=m_a";

test.each([
  ["medhelm", ["v1", "v2"], undefined],
  ["medhelm/benchmark_output", ["v1", "v2"], undefined],
  ["medhelm/benchmark_output/runs", ["v1", "v2"], undefined],
  ["medhelm/benchmark_output/runs/v2", ["v2"], undefined],
  [`medhelm/benchmark_output/runs/v1/${RUN}`, ["v1"], RUN],
])("the runs below %s of a bucket are found", async (path, suites, run) => {
  const source = await (await bucket())(path);
  expect(source).toMatchObject({ kind: "suites", suites, ...(run === undefined ? {} : { run }) });
});

test("the files of a found run have the keys of an output folder", async () => {
  const source = await (await bucket())("medhelm/benchmark_output/runs/v2");
  const key = keys.runFile("v2", RUN, "stats.json");
  expect((await source.tree.head(key))?.key).toBe(key);
});

test("a release without runs in the bucket is found by its runs.json", async () => {
  const find = await bucket();
  expect(await find("medhelm/benchmark_output/releases/v2")).toMatchObject({
    kind: "releases",
    runsFiles: ["runs.json"],
  });
});

test("the output folder at the top of a bucket is found", async () => {
  const objects = memoryStore();
  await putRun(belowPrefix("benchmark_output/", objects), { suite: "v1", model: "m/a", score: 1 });
  const open = (prefix: string) => (prefix === "" ? objects : belowPrefix(`${prefix}/`, objects));
  expect(await findSource("", open)).toMatchObject({ kind: "suites", suites: ["v1"] });
});

test("a prefix without objects is refused", async () => {
  await expect((await bucket())("elsewhere")).rejects.toThrow("elsewhere: it has no runs;");
});
