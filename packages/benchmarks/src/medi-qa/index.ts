import { benchmark } from "../define.ts";
import { summarization } from "../shared/metric-specs.ts";
import { card } from "./card.ts";
import { questions } from "./instances.ts";
import { prompt } from "./prompt.ts";
import { rubric } from "./rubric.ts";

export default benchmark({
  card,
  scenario: {
    className: "helm.benchmark.scenarios.medi_qa_scenario.MediQAScenario",
    tags: ["knowledge", "biomedical"],
  },
  data: {
    questions: {
      path: "medi_qa/MEDIQA2019-Task3-QA-TestSet-wLabels.xml",
      url: "https://raw.githubusercontent.com/abachaa/MEDIQA2019/ae5d3826d6c841923b9db831159fef0f1b893593/MEDIQA_Task3_QA/MEDIQA2019-Task3-QA-TestSet-wLabels.xml",
      sha256: "df9bca894d252279f200ee78e85d871b57a94b224d75467b7fa38a4a0952cc1d",
    },
  },
  instances: (read) => questions(read("questions")),
  prompt,
  metrics: summarization("medi_qa"),
  jury: rubric,
  size: { instances: { low: 150, high: 150 }, promptTokens: [38, 41] },
});
