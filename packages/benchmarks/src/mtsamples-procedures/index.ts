import { benchmark } from "../define.ts";
import { summarization } from "../shared/metric-specs.ts";
import { benchmarkData } from "../shared/mtsamples/benchmark-data.ts";
import { reports } from "../shared/mtsamples/reports.ts";
import { card } from "./card.ts";
import { prompt } from "./prompt.ts";
import { rubric } from "./rubric.ts";

export default benchmark({
  card,
  scenario: {
    className: "helm.benchmark.scenarios.mtsamples_procedures_scenario.MTSamplesProceduresScenario",
    tags: ["medical", "transcription", "plan_generation"],
  },
  // the commit that HELM pins
  folder: benchmarkData("mtsamples_procedures", "mtsample_procedure", "c4c252443fa9c52afb6960f53e51be278639bea2"),
  instances: (_read, { files }) => reports(files, ["PLAN:", "SUMMARY:", "FINDINGS:"]),
  prompt,
  metrics: summarization("mtsamples_procedures"),
  jury: rubric,
  size: { instances: { low: 128, high: 128 }, promptTokens: [289, 310] },
  evidence: { kind: "real data, as HELM", test: "test/parity/open-answers.test.ts" },
});
