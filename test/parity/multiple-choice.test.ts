import { readFileSync } from "node:fs";
import { join } from "node:path";
import { dataOf, noUserFiles } from "@medhelm/testing/fixtures/benchmarks/files";
import { findBenchmark } from "@medhelm/benchmarks/registry";
import { canonicalJson, sha256Hex } from "@medhelm/core/store/canonical";
import type { Instance } from "@medhelm/core/helm/instance";
import type { EntryArgs } from "@medhelm/core/run/benchmark";
import { expect, test } from "vitest";
import { shared, whyNoShared } from "../shared.ts";

const MED_QA = "med_qa/data_clean/questions/US/4_options/phrases_no_exclude_test.jsonl";

/** benchmark, arguments, file, number of instances, sha256 of the instances by HELM 0.5.16's scenario class (without train and dev) */
const cases: readonly (readonly [string, EntryArgs, string, number, string])[] = [
  ["head_qa", {}, "head_qa/HEAD_EN.json", 2675, "198e11835a24a53f9efb068d0b8e77498d7d86684e60eacd42af5a922fc5f7bb"],
  [
    "head_qa",
    { category: "medicine" },
    "head_qa/HEAD_EN.json",
    396,
    "527afca546e7706d1931e087aa5f68581f5f1825b0f4d17becef9d2d6e004d07",
  ],
  ["medhelm_med_qa", {}, MED_QA, 1273, "b8923fdd8399563813d93364550cdd22aba7135f51b7a7c402ff75bb027a0b8b"],
  [
    "medhelm_med_mcqa",
    {},
    "med_mcqa/dev.json",
    4183,
    "3c81f5659260c2e8c1dd3193890697ad74af530ad29f73e5f41082d05c4bd8e7",
  ],
  [
    "medhallu",
    {},
    "medhallu/train-00000-of-00001.parquet",
    2000,
    "1c6dd361553c9db8421276aab4b8019f3d142a80f1c92f99afe6de269e5254b8",
  ],
];

const hash = (instances: readonly Instance[]): string =>
  sha256Hex(instances.map((instance) => canonicalJson(instance)).join("\n"));

test.skipIf(shared === undefined).each(cases)(
  `%s %j: its instances are HELM's, one for one${shared === undefined ? ` (${whyNoShared})` : ""}`,
  async (name, args, path, count, sha256) => {
    const run = await (await findBenchmark(name)).settle(args, noUserFiles);
    const { instances } = await run.load(dataOf({ [path]: readFileSync(join(shared ?? "", "datasets", path)) }));
    expect(instances).toHaveLength(count);
    expect(hash(instances)).toBe(sha256);
  },
);

// a HELM run supplies HELM's sentence above the question; with it the sha256 is d641b97a1c34...
test.skipIf(shared === undefined)(
  "race_based_med: its instances are HELM's, one for one, from the question on",
  async () => {
    const path = "race_based_med/41746_2023_939_MOESM1_ESM.docx";
    const run = await (await findBenchmark("race_based_med")).settle({}, noUserFiles);
    const { instances } = await run.load(dataOf({ [path]: readFileSync(join(shared ?? "", "datasets", path)) }));
    expect(instances).toHaveLength(167);
    const cut = instances.map(({ input: { text }, ...rest }) => ({
      ...rest,
      input: { text: text.slice(text.indexOf("Question: ")) },
    }));
    expect(hash(cut)).toBe("70a66d584b8d861052b0beb8a96f8901fb39bf8ec33c76828015a866042cb038");
  },
);
