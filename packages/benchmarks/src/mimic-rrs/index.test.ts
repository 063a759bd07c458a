import { expect, test } from "vitest";
import { loadFrom } from "@medhelm/testing/fixtures/benchmarks/files";
import rrs from "./index.ts";

/** Invented data in the layout of MIMIC-RRS. */
const sample = {
  "mimic_rrs/test.findings.tok": " nothing is broken .\u00a0\nlungs\u2028clear\r\n\nno heart .\n",
  "mimic_rrs/test.impression.tok": "all well .\nno news .\nnothing .\n \n",
};
const FINDINGS = "mimic_rrs/test.findings.tok";

test("each line with findings and an impression is an instance, stripped as Python does", async () => {
  const { instances } = await loadFrom(rrs, sample);
  expect(instances.map(({ id, input, references }) => [id, input.text, references[0]?.output.text])).toEqual([
    ["id0", "nothing is broken .", "all well ."],
    ["id1", "lungs\u2028clear", "no news ."],
  ]);
});

test("files of different length, another encoding and a missing file are refused in one sentence", async () => {
  await expect(loadFrom(rrs, { ...sample, [FINDINGS]: "one\n" })).rejects.toThrow(
    /^mimic_rrs\/test\.findings\.tok has 1 lines, mimic_rrs\/test\.impression\.tok has 4: each line of one file/,
  );
  await expect(loadFrom(rrs, { ...sample, [FINDINGS]: new Uint8Array([0x61, 0xe9]) })).rejects.toThrow(
    /not UTF-8 text/,
  );
  await expect(loadFrom(rrs, { [FINDINGS]: "x" })).rejects.toThrow(
    /there is no file test\.impression\.tok in it; the benchmark needs .*physionet\.org/,
  );
});
