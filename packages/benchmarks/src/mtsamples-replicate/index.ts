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
    className: "helm.benchmark.scenarios.mtsamples_replicate_scenario.MTSamplesReplicateScenario",
    tags: ["medical", "transcription", "plan_generation"],
  },
  // the commit that HELM pins
  folder: benchmarkData("mtsamples_replicate", "mtsamples_processed", "ebc104a4f96c5b7602242f301e081e9934a23344"),
  instances: (_read, { files }) => reports(files, ["PLAN:"]),
  prompt,
  metrics: summarization("mtsamples_replicate"),
  jury: rubric,
  size: { instances: { low: 78, high: 427 }, promptTokens: [756, 828] },
  evidence: { kind: "real data", test: "test/parity/open-answers.test.ts" },
});
