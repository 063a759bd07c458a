import type { DataFile } from "@medhelm/core/run/benchmark";
import { z } from "zod";
import { benchmark } from "../define.ts";
import { exactMatch } from "../shared/metric-specs.ts";
import { card } from "./card.ts";
import { questions, questionsOfParquet } from "./instances.ts";
import { MEDCALC_METRIC, medcalcMetric } from "./metric.ts";
import { prompt } from "./prompt.ts";

const VERSION_1_0: DataFile = {
  path: "medcalc_bench/test_data_2024-06-26.csv",
  // the last commit with the 1,047 rows of version 1.0
  url: "https://raw.githubusercontent.com/ncbi-nlp/MedCalc-Bench/5523b7785c004912e76ca4db19efbd7367b23c40/dataset/test_data.csv",
  sha256: "c2d23097f8bdb7ae4a77dbf4a5a767335df7303998d7c7664a73a29fd8e2b31a",
};

export default benchmark({
  card,
  args: { version: z.enum(["v1.0", "v1.2"]).optional() },
  // HELM's run spec passes `version` to a scenario that has no such argument and stops, so HELM has no run name for it
  name: ({ version }) => (version === undefined ? "medcalc_bench" : `medcalc_bench:version=${version}`),
  scenario: {
    className: "helm.benchmark.scenarios.medcalc_bench_scenario.MedCalcBenchScenario",
    tags: ["knowledge", "reasoning", "biomedical"],
  },
  data: ({ version }): Readonly<Record<string, DataFile>> => (version === "v1.2" ? {} : { questions: VERSION_1_0 }),
  // version 1.2 has no pinned address, so nothing downloads it
  folder: {
    path: "medcalc_bench/test-00000-of-00001.parquet",
    holds: "the test split of version 1.2 as a Parquet file, with the columns Row Number, Patient Note, Question, ...",
    obtain: "download it from https://huggingface.co/datasets/ncbi/MedCalc-Bench-v1.2",
    files: [
      {
        path: "medcalc_bench/test-00000-of-00001.parquet",
        url: "https://huggingface.co/datasets/ncbi/MedCalc-Bench-v1.2/resolve/main/data/test-00000-of-00001.parquet",
      },
    ],
    isWhole: true,
  },
  instances: async (read, { args, files }) =>
    args.version === "v1.2" ? questionsOfParquet(await files.read()) : questions(read("questions")),
  prompt,
  metrics: [{ class_name: MEDCALC_METRIC, args: {} }, ...exactMatch()],
  ownMetrics: { [MEDCALC_METRIC]: medcalcMetric },
  size: { instances: { low: 1000, high: 1100 }, promptTokens: [552, 587] },
  evidence: { kind: "real data, as HELM", test: "test/parity/medcalc-bench.test.ts" },
});
