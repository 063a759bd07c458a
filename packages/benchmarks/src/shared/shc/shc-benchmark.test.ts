import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { findBenchmark } from "../../registry.ts";
import { dataOf, noUserFiles, readsBack } from "@medhelm/testing/fixtures/benchmarks/files";

const sample = readFileSync(new URL("sample.csv", import.meta.url), "utf8");
const load = async (name: string, content: string | Uint8Array) => {
  const run = await (await findBenchmark(`shc_${name}_med`)).settle({ data_path: "/x.csv" }, noUserFiles);
  return run.load(dataOf({ "/x.csv": content }));
};
const correct = async (name: string) =>
  (await load(name, sample)).instances.map(({ references }) => references.findIndex(({ tags }) => tags.length > 0));

test.for(["bmt", "cdi", "conf", "gip", "privacy", "proxy", "ptbm", "sei"])(
  "shc_%s_med: rows of equal text become one question with the first row's position and the last row's label",
  async (name) => {
    expect(await correct(name)).toEqual([0, 0, 1]);
  },
);

test.for(["ent", "sequoia"])("shc_%s_med: questions are numbered, so equal rows stay two questions", async (name) => {
  expect(await correct(name)).toEqual([0, 1, 0, 1]);
});

test("line ends within a cell become Python's", async () => {
  const { instances } = await load("conf", sample.replaceAll("\n", "\r\n"));
  expect(instances[0]?.input.text).toBe(
    "Question: Is the invented finding mentioned?\n\nContext: Note of nobody.\nSecond line, in the same cell.\n\nReply with one letter and nothing else: A for yes, B for no.",
  );
});

test.for(["bmt", "cdi", "conf", "ent", "gip", "privacy", "proxy", "ptbm", "sei", "sequoia"])(
  "shc_%s_med: the sentences around question and context are read back from the instances",
  async (name) => {
    const run = await (await findBenchmark(`shc_${name}_med`)).settle({}, noUserFiles);
    expect(readsBack(run, await load(name, sample))).toBe(true);
  },
);

const helms = (question: string, context: string) =>
  `Look: it is the following: ${question} with some such context: ${context} , Say 'A', or 'B'.`;

test("HELM's sentences end with a colon, or with a comma between spaces", async () => {
  const run = await (await findBenchmark("shc_conf_med")).settle({ data_path: "/x.csv" }, noUserFiles);
  const texts = [helms("Is it so with: this?", "None , at all."), helms("Is it so with that?", "x\n\ny")];
  const { instances } = (await run.withWording?.(texts)?.load(dataOf({ "/x.csv": sample }))) ?? { instances: [] };
  expect(instances[2]?.input.text).toBe(helms("Is it late?", "No."));
});

test("shc_ent_med skips rows without a label, and the next row gets their number", async () => {
  const { instances } = await load("ent", sample.replace("late?,No.,B", "late?,No.,").concat("Q,Q,last,C\n"));
  expect(instances.at(-1)?.input.text).toMatch(/^4 Question: Q\n\nContext: last\n\n.*, C for not mentioned\.$/);
});

test.for([
  [
    "a label that is no letter",
    sample.replace("No.,B", "No.,b"),
    /^\/x\.csv, line 6, column label: "b" is not one of A, B;/,
  ],
  [
    "another column name",
    sample.replace("context", "note"),
    /^\/x\.csv: there is no column "context"; the file has prompt/,
  ],
  ["a truncated file", sample.slice(0, 120), /^\/x\.csv, line 2: a quote is opened and not closed/],
  ["another encoding", new Uint8Array([0x61, 0xe9, 0x0a]), /^\/x\.csv, line 1: not UTF-8 text/],
] as const)("%s is refused in one sentence", async ([, content, sentence]) => {
  await expect(load("conf", content)).rejects.toThrow(sentence);
});

test("the error for a missing file says what is needed and whom to ask", async () => {
  const run = await (await findBenchmark("shc_sequoia_med")).settle({}, noUserFiles);
  await expect(run.load(dataOf({}))).rejects.toThrow(
    /^shc_sequoia_med: there is no shc\/sequoia\.csv in the folder of --data-dir; the benchmark needs a UTF-8 CSV file with the columns question, context and label \(A, B\); it never left Stanford Health Care: ask /,
  );
});
