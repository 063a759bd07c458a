import { expect, test } from "vitest";
import { loadFrom } from "@medhelm/testing/fixtures/benchmarks/files";
import aciBench from "./index.ts";

const visit = (src: string) => JSON.stringify({ data: [{ src, tgt: `note of ${src}\n`, file: "0-x" }] });
const files = {
  "aci_bench/train_full.json": visit("[doctor] hello"),
  "aci_bench/clinicalnlp_taskB_test1_full.json": visit("one"),
  "aci_bench/clef_taskC_test3_full.json": visit("three"),
  "aci_bench/clinicalnlp_taskC_test2_full.json": visit("two"),
};

test("the visits for examples have the first ids, and the third test set precedes the second", async () => {
  const { instances } = await loadFrom(aciBench, files);
  expect(instances.map(({ id, split, input }) => [id, split, input.text])).toEqual([
    ["id0", "train", "Doctor-patient dialogue:\n\n[doctor] hello"],
    ["id1", "test", "Doctor-patient dialogue:\n\none"],
    ["id2", "test", "Doctor-patient dialogue:\n\nthree"],
    ["id3", "test", "Doctor-patient dialogue:\n\ntwo"],
  ]);
});

test("the reference is the clinician's note, including its last line end", async () => {
  const { instances } = await loadFrom(aciBench, files);
  expect(instances[1]?.references).toEqual([{ output: { text: "note of one\n" }, tags: ["correct"] }]);
});

test.each([
  ["cut short", '{"data": [', /train_full\.json: not complete, readable JSON/],
  ["of another layout", '{"data": [{"src": "x"}]}', /train_full\.json: data\.0\.tgt: /],
  ["of another encoding", new Uint8Array([0x7b, 0xe9]), /train_full\.json.*not UTF-8 text/],
])("a file %s is refused in one sentence", async (_what, content, problem) => {
  await expect(loadFrom(aciBench, { ...files, "aci_bench/train_full.json": content })).rejects.toThrow(problem);
});
