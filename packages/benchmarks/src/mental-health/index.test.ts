import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { asPandasPrints } from "../files/pandas-missing.ts";
import { loadFrom, noUserFiles, readsBack } from "@medhelm/testing/fixtures/benchmarks/files";
import mentalHealth from "./index.ts";

const sample = readFileSync(new URL("sample.csv", import.meta.url), "utf8");
const load = (content: string | Uint8Array) =>
  loadFrom(mentalHealth, { "mental_health/processed_dialogues.csv": content });

test("a row is a turn; one missing type turns all types into fractions, and missing cells are nan", async () => {
  const { instances } = await load(sample);
  expect(instances.map(({ input }) => input.text)).toEqual([
    "\nQuestion: Topic: Loss\nType: 3.0\n\nPrevious conversation:\ncounselor: Hello.\nclient: I lost an invented cat.\n\nWrite what the counselor says next, with empathy and in a way that fits the client's situation:",
    "\nQuestion: Topic: nan\nType: nan\n\nPrevious conversation:\nclient: Hello.\n\nWrite what the counselor says next, with empathy and in a way that fits the client's situation:",
  ]);
  // a word for a counsellor, a missing value for pandas, where HELM stops
  expect(instances[1]?.references[0]?.output.text).toBe("None");
});

test("the request is read back from the instances", async () => {
  expect(readsBack(await mentalHealth.settle({}, noUserFiles), await load(sample))).toBe(true);
});

test("a column is printed with the type that pandas gives it", () => {
  expect(asPandasPrints(["3", "007"])).toEqual(["3", "7"]);
  expect(asPandasPrints(["3", ""])).toEqual(["3.0", "nan"]);
  expect(asPandasPrints(["3", "2.50"])).toEqual(["3.0", "2.5"]);
  expect(asPandasPrints(["3", "x", "N/A"])).toEqual(["3", "x", "nan"]);
});

test.for([
  ["an empty response", sample.replace("None", ""), /, line 4, column gold_counselor_response: it is empty/],
  ["another column", sample.replace("topic", "theme"), /there is no column "topic"/],
  ["a truncated file", sample.slice(0, 80), /line 2: a quote is opened and not closed/],
  ["another encoding", new Uint8Array([0x61, 0xe9]), /not UTF-8 text/],
] as const)("%s is refused in one sentence", async ([, content, sentence]) => {
  await expect(load(content)).rejects.toThrow(sentence);
});
