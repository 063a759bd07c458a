import { z } from "zod";
import { benchmark } from "../define.ts";
import { basic } from "../shared/metric-specs.ts";
import { card } from "./card.ts";
import { cases } from "./instances.ts";
import { SCT_METRIC, sctMetric } from "./metric.ts";
import { prompt } from "./prompt.ts";
import { wording } from "./wording.ts";

const isTrue = z
  .enum(["True", "False"])
  .default("False")
  .transform((text) => text === "True");

export default benchmark({
  card,
  args: { reason: isTrue, few_shot: isTrue },
  name: ({ reason, few_shot }) => {
    const parts = [...(reason ? ["reason=True"] : []), ...(few_shot ? ["few_shot=True"] : [])];
    return parts.length === 0 ? "sct_bench" : `sct_bench:${parts.join(",")}`;
  },
  scenario: {
    className: "helm.benchmark.scenarios.sct_bench_scenario.SCTBenchScenario",
    tags: ["knowledge", "reasoning", "biomedical", "clinical"],
  },
  data: {
    cases: {
      path: "sct_bench/sct_cleaned_full.csv",
      url: "https://raw.githubusercontent.com/SCT-Bench/sctpublic/c2843137b36218eac3f47e76eaa559c9fe7973e9/data/sct_cleaned_full.csv",
    },
  },
  wording,
  instances: (read, { wording: { guideline } }) => cases(read("cases"), guideline),
  prompt,
  metrics: [{ class_name: SCT_METRIC, args: {} }, ...basic([])],
  ownMetrics: { [SCT_METRIC]: sctMetric },
});
