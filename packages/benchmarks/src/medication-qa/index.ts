import { benchmark } from "../define.ts";
import { summarization } from "../shared/metric-specs.ts";
import { card } from "./card.ts";
import { questions } from "./instances.ts";
import { prompt } from "./prompt.ts";
import { rubric } from "./rubric.ts";

export default benchmark({
  card,
  scenario: {
    className: "helm.benchmark.scenarios.medication_qa_scenario.MedicationQAScenario",
    tags: ["knowledge", "generation", "question_answering", "biomedical"],
  },
  data: {
    questions: {
      path: "medication_qa/MedInfo2019-QA-Medications.xlsx",
      // HELM reads the default branch; the file has not changed since this commit
      url: "https://raw.githubusercontent.com/abachaa/Medication_QA_MedInfo2019/8756adc5f4bb99f6bcff690a13921337d9f9bb7e/MedInfo2019-QA-Medications.xlsx",
      sha256: "4f13d0e3b195bd6a5d72a1872f9118cb5f69fd02c370001695330cfc9e3b5832",
    },
  },
  instances: (read) => questions(read("questions")),
  prompt,
  metrics: summarization("medication_qa"),
  jury: rubric,
  size: { instances: { low: 689, high: 690 }, promptTokens: [22, 25] },
  evidence: { kind: "real data", test: "test/parity/open-answers.test.ts" },
});
