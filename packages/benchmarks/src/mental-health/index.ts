import { dataPath } from "../shared/arguments.ts";
import { benchmark } from "../define.ts";
import { summarization } from "../shared/metric-specs.ts";
import { card } from "./card.ts";
import { turns } from "./instances.ts";
import { prompt } from "./prompt.ts";
import { rubric } from "./rubric.ts";
import { wording } from "./wording.ts";

export default benchmark({
  card,
  args: { data_path: dataPath },
  scenario: {
    className: "helm.benchmark.scenarios.mental_health_scenario.MentalHealthScenario",
    tags: ["dialogue", "counseling", "mental_health", "empathy", "healthcare"],
  },
  licensed: {
    path: "mental_health/processed_dialogues.csv",
    holds: "a UTF-8 CSV file with the columns context, gold_counselor_response, topic and dialogue_type",
    obtain: "it never left Stanford: ask the authors of MedHELM there for access",
  },
  wording,
  instances: async (_read, { files, wording: { request } }) => turns(await files.read(), request),
  prompt,
  metrics: summarization("mental_health"),
  jury: rubric,
  size: { instances: { low: 67, high: 67 }, promptTokens: [670, 704] },
  evidence: { kind: "sample only, as HELM", test: "test/parity/gated.test.ts" },
});
