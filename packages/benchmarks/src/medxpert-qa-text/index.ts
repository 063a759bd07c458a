import { benchmark } from "../define.ts";
import { exactMatch } from "../shared/metric-specs.ts";
import { card } from "./card.ts";
import { questions } from "./instances.ts";
import { prompt } from "./prompt.ts";

export default benchmark({
  card,
  scenario: {
    className: "helm.benchmark.scenarios.medxpert_qa_text_scenario.MedXpertQATextScenario",
    tags: ["knowledge", "generation", "question_answering", "biomedical"],
  },
  folder: {
    path: "medxpert_qa_text/test.jsonl",
    holds: "test.jsonl of the configuration Text, one question per line",
    obtain: "download it from https://huggingface.co/datasets/TsinghuaC3I/MedXpertQA",
  },
  instances: async (_read, { files }) => questions(await files.read()),
  prompt,
  metrics: exactMatch(),
});
