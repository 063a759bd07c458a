import { benchmark } from "../define.ts";
import { exactMatch } from "../shared/metric-specs.ts";
import { card } from "./card.ts";
import { questions } from "./instances.ts";
import { prompt } from "./prompt.ts";

export default benchmark({
  card,
  aliases: ["medhelm_med_mcqa"],
  scenario: {
    className: "helm.benchmark.scenarios.med_mcqa_scenario.MedMCQAScenario",
    tags: ["question_answering", "biomedical"],
  },
  folder: {
    path: "med_mcqa",
    holds: "a folder with dev.json, and train.json next to it for examples",
    obtain: "download the zip by the link of https://github.com/medmcqa/medmcqa and unpack it",
    archive: {
      path: "archives/med_mcqa.zip",
      // HELM's address of the authors' archive; they publish no checksum
      url: "https://drive.google.com/uc?export=download&id=15VkJdq5eyWIkfb_aoD3oS8i4tScbHYky&confirm=t",
      folder: "",
    },
  },
  instances: async (_read, { files }) => [
    ...((await files.list()).includes("train.json") ? questions(await files.read("train.json"), "train") : []),
    ...questions(await files.read("dev.json"), "valid"),
  ],
  prompt,
  metrics: exactMatch(),
  size: { instances: { low: 1000, high: 4183 }, promptTokens: [101, 107] },
  evidence: { kind: "real data", test: "test/parity/multiple-choice.test.ts" },
});
