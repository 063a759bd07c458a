import { expect, test } from "vitest";
import { dataOf, noUserFiles, readsBack } from "@medhelm/testing/fixtures/benchmarks/files";
import n2c2 from "./index.ts";
import { sample } from "./sample.ts";

const load = async (files: Record<string, string | Uint8Array>, args: Record<string, string> = {}) =>
  (await n2c2.settle({ subject: "CREATININE", ...args }, noUserFiles)).load(dataOf(files));

test("each patient gives one question with all notes; HELM's current date is that of the last note", async () => {
  const { instances } = await load(sample);
  expect(instances.map(({ references }) => references[0]?.tags)).toEqual([["correct"], []]);
  expect(instances[0]?.input.text).toContain("There are 2 notes. ");
  expect(instances[0]?.input.text).toContain(
    `\n    ## Note #1\nDate: 2081-03-02\nRecord date: 2081-03-02\nNobody came.\n${"*".repeat(50)}\n\n## Note #2\nDate: 2080-01-01\n`,
  );
  expect(instances[0]?.input.text).toContain("Today is 2080-01-01\n");
  expect(instances[1]?.input.text).toContain("Today is None\n");
});

test("instances=corrected uses the latest date, and the run name shows the argument", async () => {
  const args = { subject: "CREATININE", instances: "corrected" };
  expect((await n2c2.settle(args, noUserFiles)).name).toBe("n2c2_ct_matching:subject=CREATININE,instances=corrected");
  expect((await load(sample, args)).instances[0]?.input.text).toContain("Today is 2081-03-02\n");
});

test("the sentences are read back from the instances", async () => {
  expect(readsBack(await n2c2.settle({ subject: "CREATININE" }, noUserFiles), await load(sample))).toBe(true);
});

const [name = ""] = Object.keys(sample);
test.for([
  ["a truncated file", sample["n2c2/test/10.xml"].slice(0, 200), /^n2c2\/test\/10\.xml: not complete, readable XML/],
  ["a file without notes", "<PatientMatching/>", /^n2c2\/test\/10\.xml: there is no TEXT element/],
  ["a missing tag", sample["n2c2/test/10.xml"].replace("CREATININE", "OTHER"), /there is no tag CREATININE below TAGS/],
  ["another encoding", new Uint8Array([0x3c, 0xe9, 0x0a]), /^n2c2\/test\/10\.xml, line 1: not UTF-8 text/],
] as const)("%s is refused in one sentence", async ([, content, sentence]) => {
  await expect(load({ ...sample, [name]: content })).rejects.toThrow(sentence);
});

test("the error about a folder without patients says what it must hold and where to get it", async () => {
  await expect(load({ "n2c2/train/1.xml": "x" })).rejects.toThrow(
    /^n2c2_ct_matching: n2c2: there is no file test\/\*\.xml in it; the benchmark needs the folder of n2c2 2018 track 1 .*portal\.dbmi/,
  );
});
