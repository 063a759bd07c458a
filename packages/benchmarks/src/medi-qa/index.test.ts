import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { loadFrom, outline } from "@medhelm/testing/fixtures/benchmarks/files";
import mediQa from "./index.ts";

const sample = readFileSync(new URL("sample.xml", import.meta.url), "utf8");
const load = (content: string | Uint8Array) =>
  loadFrom(mediQa, { "medi_qa/MEDIQA2019-Task3-QA-TestSet-wLabels.xml": content });

test("the reference is the answer that experts ranked first, and the id is the question's number", async () => {
  const { instances } = await load(sample);
  expect(instances.map(outline)).toEqual([
    ["is a green thumb contagious?", ["No. It's a way of speaking & no illness."], [0]],
    ["how long does a made-up cold last", ["As long as the story."], [0]],
  ]);
  expect(instances.map(({ id }) => id)).toEqual(["1", "3"]);
});

test.each([
  ["cut short", sample.slice(0, 500), /not complete, readable XML/],
  ["without ranks", sample.replaceAll(' ReferenceRank="1"', ""), /question 1 has no .*ReferenceRank 1/],
  ["without questions", "<a/>", /there is no element Question/],
  ["of another encoding", new Uint8Array([0x3c, 0xe9]), /not UTF-8 text/],
])("a file %s is refused in one sentence", async (_what, content, problem) => {
  await expect(load(content)).rejects.toThrow(problem);
});
