import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { loadFrom, noUserFiles, readsBack } from "@medhelm/testing/fixtures/benchmarks/files";
import dischargeMe from "./index.ts";
import { sample } from "./sample.ts";

const path = (table: string) => `physionet.org/files/discharge-me/1.3/test_phase_1/${table}.csv.gz`;
const load = (changed: Readonly<Record<string, Uint8Array | undefined>> = {}) => {
  const tables = Object.entries({ ...sample }).map(([table, text]): [string, Uint8Array] => [table, gzipSync(text)]);
  const all = Object.entries({ ...Object.fromEntries(tables), ...changed });
  return loadFrom(
    dischargeMe,
    Object.fromEntries(all.flatMap(([table, bytes]) => (bytes === undefined ? [] : [[path(table), bytes]]))),
  );
};

test("a stay that is in all tables gives two instances without the requested text, in the order of first diagnoses", async () => {
  const { instances } = await load();
  expect(instances.map(({ references }) => references[0]?.output.text)).toEqual(["Came.", "NA", "Went well.", "Rest."]);
  expect(instances[2]?.input.text).toBe(
    "Write the Brief Hospital Course of a hospital stay. Below are its discharge summary, without that part, and a radiology report.\n\nDischarge Text:\nCourse:\n\nAdvice: Rest.\n\nRadiology Report:\nChest, clear.\n\nBrief Hospital Course:\n",
  );
  expect(instances[0]?.input.text).toContain("Radiology Report:\nFirst.\n");
});

test("the task is read back from the instances of both documents", async () => {
  expect(readsBack(await dischargeMe.settle({}, noUserFiles), await load())).toBe(true);
});

test.for([
  [
    "a truncated archive",
    { triage: gzipSync(sample.triage).subarray(0, 30) },
    /triage\.csv\.gz: not a complete gzip file/,
  ],
  [
    "a file that unpacks to 1,000 times its size",
    { triage: gzipSync("x".repeat(5_000_000)) },
    /not a complete gzip file/,
  ],
  ["another table", { triage: gzipSync(sample.edstays.replace("subject_id", "id")) }, /no column "subject_id"/],
  ["another encoding", { radiology: gzipSync(new Uint8Array([0x61, 0xe9])) }, /radiology\.csv\.gz, line 1: not UTF-8/],
  [
    "a missing table",
    { edstays: undefined },
    /there is no file files\/.*edstays\.csv\.gz in it; the benchmark needs .*physionet\.org/,
  ],
] as const)("%s is refused in one sentence", async ([, changed, sentence]) => {
  await expect(load(changed)).rejects.toThrow(sentence);
});
