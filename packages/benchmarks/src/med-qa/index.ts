import { benchmark } from "../define.ts";
import { exactMatch } from "../shared/metric-specs.ts";
import { card } from "./card.ts";
import { questions } from "./instances.ts";
import { prompt } from "./prompt.ts";

const FOLDER = "data_clean/questions/US/4_options";
const pathOf = (name: string) => `${FOLDER}/phrases_no_exclude_${name}.jsonl`;

export default benchmark({
  card,
  aliases: ["medhelm_med_qa"],
  scenario: {
    className: "helm.benchmark.scenarios.med_qa_scenario.MedQAScenario",
    tags: ["question_answering", "biomedical"],
  },
  folder: {
    path: "med_qa",
    holds: `a folder with ${FOLDER}/phrases_no_exclude_test.jsonl, and _train and _dev next to it for examples`,
    obtain: "download data_clean.zip by the link of https://github.com/jind11/MedQA and unpack it",
    archive: {
      path: "archives/med_qa.zip",
      // HELM's address of the authors' archive; they publish no checksum
      url: "https://drive.google.com/uc?export=download&id=1ImYUSLk9JbgHXOemfvyiDiirluZHPeQw&confirm=t",
      folder: `${FOLDER}/`,
      keepsFolder: true,
    },
  },
  instances: async (_read, { files }) => {
    const there = await files.list();
    const ifThere = async (name: string, split: string) =>
      there.includes(pathOf(name)) ? questions(await files.read(pathOf(name)), split) : [];
    return [
      ...(await ifThere("train", "train")),
      ...(await ifThere("dev", "valid")),
      ...questions(await files.read(pathOf("test")), "test"),
    ];
  },
  prompt,
  metrics: exactMatch(),
  size: { instances: { low: 1000, high: 2545 }, promptTokens: [250, 263] },
  evidence: { kind: "real data", test: "test/parity/multiple-choice.test.ts" },
});
