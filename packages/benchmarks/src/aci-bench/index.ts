import { benchmark } from "../define.ts";
import { summarization } from "../shared/metric-specs.ts";
import { card } from "./card.ts";
import { visits } from "./instances.ts";
import { prompt } from "./prompt.ts";
import { rubric } from "./rubric.ts";

/** A file of the dataset at the commit that HELM pins. */
const at = (name: string, sha256: string) => ({
  path: `aci_bench/${name}.json`,
  url: `https://raw.githubusercontent.com/wyim/aci-bench/e75b383172195414a7a68843ec4876e83e5409f7/data/challenge_data_json/${name}.json`,
  sha256,
});

export default benchmark({
  card,
  scenario: {
    className: "helm.benchmark.scenarios.aci_bench_scenario.ACIBenchScenario",
    tags: ["summarization", "medicine"],
  },
  groups: ["clinical", "aci_bench"],
  data: {
    train: at("train_full", "aa4d5afbcbe5e26bc0aa79cedaa3f3f4ff54d4fd4fb15dd4449259da0d31d77a"),
    test1: at("clinicalnlp_taskB_test1_full", "8ac8782e027b410a25d909f862124b2ed8827bfb64e62833bed9704c3d02dd69"),
    test3: at("clef_taskC_test3_full", "e68472c6015566b35289c16ae30659d72180055f0e9432d8e357d74b204e8a19"),
    test2: at("clinicalnlp_taskC_test2_full", "22eac3d9b12dd657c1034737473c426b7d8e0afe67397f5b40a2cd300b1a0e2c"),
  },
  // HELM's order, which decides the ids: the visits for examples come first, so the test visits start at id67
  instances: (read) => [
    ...visits(read("train"), "train"),
    ...visits(read("test1"), "test"),
    ...visits(read("test3"), "test"),
    ...visits(read("test2"), "test"),
  ],
  prompt,
  metrics: summarization("aci_bench"),
  jury: rubric,
  size: { instances: { low: 120, high: 120 }, promptTokens: [1574, 1678] },
  evidence: { kind: "real data, as HELM", test: "test/parity/open-answers.test.ts" },
});
