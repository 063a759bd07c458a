import { benchmark } from "../define.ts";
import { exactMatch } from "../shared/metric-specs.ts";
import { card } from "./card.ts";
import { questions } from "./instances.ts";
import { prompt } from "./prompt.ts";

export default benchmark({
  card,
  scenario: {
    className: "helm.benchmark.scenarios.pubmed_qa_scenario.PubMedQAScenario",
    tags: ["question_answering", "biomedical"],
  },
  data: {
    questions: {
      path: "pubmed_qa/ori_pqal.json",
      // the commit that HELM pins
      url: "https://raw.githubusercontent.com/pubmedqa/pubmedqa/1f00b98d5cc626844bf8c4ca513b6e62c40071ec/data/ori_pqal.json",
      sha256: "8b3276be8942ebbd77f3ddcda12c1749bf0e490045a736fd8438ee40cf37a41d",
    },
  },
  instances: (read) => questions(read("questions")),
  prompt,
  metrics: exactMatch(),
  replyRule: { labels: ["yes", "no", "maybe"] },
  size: { instances: { low: 1000, high: 1000 }, promptTokens: [354, 378] },
  evidence: { kind: "real data, as HELM", test: "test/parity/pubmed-qa.test.ts" },
});
