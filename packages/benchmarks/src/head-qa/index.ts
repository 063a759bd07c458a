import { z } from "zod";
import { benchmark } from "../define.ts";
import { exactMatch } from "../shared/metric-specs.ts";
import { card } from "./card.ts";
import { CATEGORIES, questions } from "./instances.ts";
import { prompt } from "./prompt.ts";

export default benchmark({
  card,
  args: { language: z.enum(["en", "es"]).default("en"), category: z.enum([...CATEGORIES, "None"]).default("None") },
  name: ({ language, category }) => `head_qa:language=${language},category=${category}`,
  scenario: {
    className: "helm.benchmark.scenarios.headqa_scenario.HeadQAScenario",
    tags: ["question_answering", "biomedical", "medicine"],
    args: ({ language, category }) => ({ language, category: category === "None" ? null : category }),
  },
  groups: ["biomedical", "head_qa"],
  data: ({ language }) =>
    language === "es"
      ? {}
      : {
          exams: {
            path: "head_qa/HEAD_EN.json",
            url: "https://raw.githubusercontent.com/raulista1997/benchmarkdata/52ba5528fd1ff1c6ec4ad1d0850126836404e71f/HEAD_EN.json",
            sha256: "b7b55188f708a0a78ca0c1711b96890af42c0f528ff4aa6b4a29be47ee3c21c0",
          },
        },
  folder: {
    path: "head_qa",
    holds: "HEAD.json, the authors' exams in Spanish",
    obtain: "follow the link of https://github.com/aghie/head-qa",
  },
  instances: async (read, { args: { language, category }, files }) =>
    questions(
      language === "es" ? await files.read("HEAD.json") : read("exams"),
      category === "None" ? undefined : category,
    ),
  prompt,
  metrics: exactMatch(),
  size: { instances: { low: 1000 }, promptTokens: [147, 163] },
  evidence: { kind: "real data", test: "test/parity/multiple-choice.test.ts" },
});
