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
    files: [
      {
        path: "medxpert_qa_text/test.jsonl",
        url: "https://huggingface.co/datasets/TsinghuaC3I/MedXpertQA/resolve/f4e6fe7e5a9e13d6c97d7aa2b91cdd8b80c9cc61/Text/test.jsonl",
      },
    ],
    isWhole: true,
  },
  instances: async (_read, { files }) => questions(await files.read()),
  prompt,
  metrics: exactMatch(),
});
