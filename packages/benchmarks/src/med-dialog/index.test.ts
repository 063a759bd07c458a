import { expect, test } from "vitest";
import { loadFrom, noUserFiles, outline } from "@medhelm/testing/fixtures/benchmarks/files";
import medDialog from "./index.ts";

const PATH = "med_dialog/icliniq/test.json";
const sample = JSON.stringify({
  data: [
    { src: "Patient: My elbow is made up. Doctor: Hello, so is mine.", tgt: "Is an invented elbow normal?" },
    { src: "", tgt: "" },
  ],
});
const load = (content: string | Uint8Array) => loadFrom(medDialog, { [PATH]: content }, { subset: "icliniq" });

test("each exchange is an instance, even an empty one", async () => {
  const { instances } = await load(sample);
  expect(instances.map(outline)).toEqual([
    ["Patient: My elbow is made up. Doctor: Hello, so is mine.", ["Is an invented elbow normal?"], [0]],
    ["", [""], [0]],
  ]);
});

test("the subset is part of the run's name, and must be one of two", async () => {
  const run = await medDialog.settle({ subset: "icliniq" }, noUserFiles);
  expect([run.name, run.scenarioSpec.args]).toEqual(["med_dialog,subset=icliniq", { subset: "icliniq" }]);
  await expect(medDialog.settle({ subset: "iclinik" }, noUserFiles)).rejects.toThrow(
    "med_dialog has no subset=iclinik (did you mean icliniq?); it is one of healthcaremagic, icliniq",
  );
  await expect(medDialog.settle({}, noUserFiles)).rejects.toThrow(/med_dialog needs the argument subset=/);
});

test.each([
  ["cut short", sample.slice(0, 60), /not complete, readable JSON/],
  ["of another layout", '{"data": [{"description": "x", "utterances": []}]}', /data\.0\.src: /],
  ["of another encoding", new Uint8Array([0x7b, 0xe9]), /not UTF-8 text/],
])("a file %s is refused in one sentence", async (_what, content, problem) => {
  await expect(load(content)).rejects.toThrow(problem);
});
