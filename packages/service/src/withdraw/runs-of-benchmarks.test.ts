import { keys } from "@medhelm/core/store/object-keys";
import { putJson } from "@medhelm/core/store/objects";
import type { ObjectStore } from "@medhelm/core/ports";
import type { StoredSubmission } from "@medhelm/core/submission";
import { putRun } from "@medhelm/testing/fixtures/release";
import { memoryStore } from "@medhelm/testing/stores/memory-store";
import { expect, test } from "vitest";
import { runsOfBenchmarks } from "./runs-of-benchmarks.ts";

const [CONFIG, TABLE, OTHER, ORPHAN, SCHEMA] = ["a", "b", "c", "d", "e"].map((digit) => digit.repeat(64));
const owner = "radiology";

async function putSubmission(objects: ObjectStore, id: string, benchmark: string, config: string, table: string) {
  const description = `medhelm_configurable_benchmark:config_path=input:${config},model=m/a`;
  const submission: StoredSubmission = {
    formatVersion: 1,
    id,
    owner,
    createdAt: "2026-11-28T10:00:00.000Z",
    request: { entries: [{ description }], suite: "s", inputs: { "table.csv": table } },
    runs: [{ run: `${benchmark}:model=m_a`, description, benchmark, model: "m/a", modelDeployment: "m/a", judges: [] }],
  };
  await putJson(objects, keys.submission(id), submission);
}

/** A submission of the benchmark WARD and one of another, with their files, one file of no submission, and a release's schema. */
async function world(): Promise<ObjectStore> {
  const objects = memoryStore();
  await putSubmission(objects, "1", "WARD", String(CONFIG), String(TABLE));
  await putSubmission(objects, "2", "OTHER", String(OTHER), String(OTHER));
  for (const sha256 of [CONFIG, TABLE, OTHER, ORPHAN, SCHEMA])
    await objects.put(keys.input(owner, String(sha256)), "text");
  await putJson(objects, keys.releaseRequest("r1"), {
    formatVersion: 1,
    owner,
    createdAt: "2026-11-28T10:00:00.000Z",
    request: { name: "r1", suites: ["s"], schema: `input:${SCHEMA}` },
  });
  return objects;
}

test("the files of a benchmark are those that its entries and its submissions name, and those of no submission", async () => {
  const { submissions, inputs } = await runsOfBenchmarks(await world(), new Set(["WARD"]));
  expect(submissions.map(({ id }) => id)).toEqual(["1"]);
  expect(inputs).toEqual([CONFIG, TABLE, ORPHAN].map((sha256) => keys.input(owner, String(sha256))));
});

test("a sealed run is public or not, and for an unsealed one this is unknown", async () => {
  const objects = await world();
  await putRun(objects, { suite: "s", model: "m/b", score: 1, access: "public", generation: 1 });
  await objects.put(keys.identity("s", "WARD:model=m_a"), "{}");
  const { runs } = await runsOfBenchmarks(objects, new Set(["WARD", "quiz"]));
  expect(runs.map(({ run, isPublic }) => [run.split(":")[0], isPublic])).toEqual([
    ["WARD", undefined],
    ["quiz", true],
  ]);
});
