import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { dataOf, noUserFiles } from "@medhelm/testing/fixtures/benchmarks/files";
import pubmedQa from "./index.ts";

const sample = readFileSync(new URL("sample.json", import.meta.url), "utf8");
const load = async (content: string | Uint8Array) =>
  (await pubmedQa.settle({}, noUserFiles)).load(dataOf({ "pubmed_qa/ori_pqal.json": content }));

test("instances keep the order of the file, though its keys are numbers", async () => {
  const { instances } = await load(sample);
  expect(instances.map((i) => [i.id, i.input.text.split("\n").at(-2)])).toEqual([
    ["id0", "Question: Does a morning phone call improve clinic attendance?"],
    ["id1", "Question: Is the colour of the waiting room linked to blood pressure?"],
    ["id2", "Question: Can a reminder letter replace a visit?"],
  ]);
});

test("labels are title-cased as Python does, and the abstract precedes the question", async () => {
  const { instances } = await load(sample);
  expect(instances[2]?.input.text).toBe(
    "Context: Author'S Results. Letters were enough for some invented patients and not for others; numbers were small.\n\nQuestion: Can a reminder letter replace a visit?\n",
  );
});

test("yes, no and maybe are the references, and the experts' decision is the correct one", async () => {
  const { instances } = await load(sample);
  expect(instances[1]?.references).toEqual([
    { output: { text: "yes" }, tags: [] },
    { output: { text: "no" }, tags: ["correct"] },
    { output: { text: "maybe" }, tags: [] },
  ]);
});

test("a truncated file is refused in one sentence", async () => {
  await expect(load(sample.slice(0, 300))).rejects.toThrow(/^pubmed_qa\/ori_pqal\.json: not complete, readable JSON/);
});

test("other columns are refused with the wrong key", async () => {
  await expect(load('{"1": {"question": "?"}}')).rejects.toThrow(/^pubmed_qa\/ori_pqal\.json: #1\.QUESTION: /);
});

test("another encoding is refused in one sentence", async () => {
  await expect(load(new Uint8Array([0x7b, 0xe9, 0x7d]))).rejects.toThrow(/not UTF-8 text/);
});

test("an unknown argument is refused with its name", async () => {
  await expect(pubmedQa.settle({ subset: "x" }, noUserFiles)).rejects.toThrow(/pubmed_qa takes no argument "subset"/);
});
