import { benchmark } from "../define.ts";
import { dataPath } from "../shared/arguments.ts";
import { basic } from "../shared/metric-specs.ts";
import { card } from "./card.ts";
import { questions } from "./instances.ts";
import { prompt } from "./prompt.ts";

export default benchmark({
  card,
  args: { data_path: dataPath },
  scenario: {
    className: "helm.benchmark.scenarios.vision_language.vqa_rad_scenario.VQARadScenario",
    tags: ["vision-language", "visual question answering", "reasoning", "medical", "radiology"],
    args: () => ({}),
  },
  licensed: {
    path: "vqa_rad",
    holds:
      "a folder with the data set's Parquet files as train.parquet and test.parquet, with the columns image, question and answer",
    obtain: "download both from https://huggingface.co/datasets/flaviagiammarino/vqa-rad",
  },
  // HELM's ids count the train split first
  instances: async (_read, { files, images }) => [
    ...(await questions(await files.read("train.parquet"), "train", images)),
    ...(await questions(await files.read("test.parquet"), "test", images)),
  ],
  prompt,
  metrics: basic([
    "exact_match",
    "quasi_exact_match",
    "quasi_leave_articles_exact_match",
    "f1_score",
    "rouge_l",
    "bleu_1",
    "bleu_4",
  ]),
  size: { instances: { low: 451, high: 451 } },
});
