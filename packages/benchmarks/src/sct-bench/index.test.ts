import { readFileSync } from "node:fs";
import { valueOf } from "@medhelm/core/reading/reading";
import { expect, test } from "vitest";
import { loadFrom, noUserFiles, readsBack } from "@medhelm/testing/fixtures/benchmarks/files";
import sctBench from "./index.ts";
import { helmRating } from "./rating.ts";
import { readRating } from "./read-rating.ts";

const sample = readFileSync(new URL("sample.csv", import.meta.url), "utf8");
const load = (content: string | Uint8Array, args = {}) =>
  loadFrom(sctBench, { "sct_bench/sct_cleaned_full.csv": content }, args);
const textWith = async (args: Record<string, string>) => (await load(sample, args)).instances[0]?.input.text ?? "";

test("a row that lacks one of its texts is skipped, and the reference is the panel's first greatest weight", async () => {
  const { instances } = await load(sample);
  expect(
    instances.map(({ id, references, extra_data }) => [
      id,
      references[0]?.output.text,
      extra_data?.["expert_distribution"],
    ]),
  ).toEqual([
    ["1", "+1", [0, 1, 2, 5, 4]],
    ["3", "-2", [3, 3, 0, 0, 0]],
  ]);
  expect(instances[0]?.input.text).toMatch(
    /## Scenario\n\nAn invented patient drinks tea\.\n\n## Hypothesis\n\nIf you were thinking of: thirst\n\n## Additional Information\n\nAnd then you find: an empty cup\n\n## Response$/,
  );
});

test.for([{}, { few_shot: "True" }])("the text before the cases is read back from the instances: %j", async (args) => {
  expect(readsBack(await sctBench.settle(args, noUserFiles), await load(sample, args))).toBe(true);
});

test("reason and few_shot change the question and the run name", async () => {
  expect(await textWith({ reason: "True" })).toContain("then the reason");
  expect(await textWith({ reason: "False" })).not.toContain("then the reason");
  expect((await textWith({ few_shot: "True" })).match(/Rating: [+-]?\d/g)).toEqual([
    "Rating: -2",
    "Rating: -1",
    "Rating: 0",
    "Rating: +1",
    "Rating: +2",
  ]);
  const run = await sctBench.settle({ few_shot: "True", reason: "True" }, noUserFiles);
  expect(run.name).toBe("sct_bench:reason=True,few_shot=True");
  expect((await sctBench.settle({}, noUserFiles)).name).toBe("sct_bench");
});

test.each([
  ["Rating: +1", 1, 1],
  ["Rating: -2 because", -2, -2],
  ["Rating: 0", 0, 0],
  ["Rating: 2", undefined, 2],
  ["Rating: **+2**", 2, 2],
  ["**Rating:** -1", undefined, -1],
  ["Rating: −1", undefined, -1],
  ["-1", undefined, -1],
  ["Rating: 0, -1", undefined, undefined],
  ["Rating: +10", undefined, undefined],
  ["On the scale from -2 to 2 the finding earns a 1.", undefined, 1],
  ["The finding does not earn a 2.", undefined, undefined],
  ["It becomes less likely (-1) or much less likely (-2).", undefined, undefined],
  ["The film is normal at a Wells score of 1.\n\nMy rating: -2", undefined, -2],
  ["no idea", undefined, undefined],
])("%j is rated %s under helm and %s under corrected", (reply, helm, corrected) => {
  expect([helmRating(reply), valueOf(readRating(reply))]).toEqual([helm, corrected]);
});

test("bytes that are not UTF-8 are skipped; a weight that is not a number is named with its line", async () => {
  const bytes = new TextEncoder()
    .encode(sample.replace("empty cup", "empty#cup"))
    .map((byte) => (byte === 0x23 ? 0xe9 : byte));
  expect((await load(bytes)).instances[0]?.input.text).toContain("an emptycup");
  await expect(load(sample.replace("3.0,3.0", "3.0,many"))).rejects.toThrow(
    'sct_bench/sct_cleaned_full.csv, line 4: the column "-1" has "many"',
  );
  await expect(load(sample.replace("sct_stem", "stem"))).rejects.toThrow(/there is no column "sct_stem"/);
});
