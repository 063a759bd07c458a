import { readFileSync } from "node:fs";
import type { Instance, Medhelm } from "medhelm/plugin";

/** A benchmark: three questions from questions.json, which the metric of this plugin scores. */
export const adviceBenchmark = ({ benchmark, generation, basic, z }: Medhelm) =>
  benchmark({
    card: {
      name: "example_advice",
      displayName: "Advice (example)",
      description: "Does the advice mention what it should? Three invented questions.",
      category: "Custom benchmarks",
      subcategory: "Examples",
      access: "public",
      licence: "CC0-1.0",
      form: "open",
      source: "invented",
      mainMetric: "keyword_recall",
      mainSplit: "test",
      facets: { task: "Text generation", what: "advice", who: "patients", when: "any", language: "English" },
    },
    // example_advice:only=sting asks one question
    args: { only: z.string().optional() },
    name: ({ only }) => (only === undefined ? "example_advice" : `example_advice:only=${only}`),
    scenario: { className: "example.AdviceScenario", tags: [] },
    instances: (_read, { args }): Instance[] => {
      const Questions = z.array(z.object({ id: z.string(), question: z.string(), keywords: z.array(z.string()) }));
      const text = readFileSync(new URL("questions.json", import.meta.url), "utf8");
      return Questions.parse(JSON.parse(text))
        .filter(({ id }) => args.only === undefined || id === args.only)
        .map(({ id, question, keywords }) => ({
          id,
          input: { text: question },
          references: [{ output: { text: keywords.join(", ") }, tags: ["correct"] }],
          split: "test",
        }));
    },
    prompt: generation({
      instructions: "Answer the question in two sentences.",
      inputNoun: "Question",
      outputNoun: "Answer",
      maxTokens: 120,
      maxTrainInstances: 0,
      stopSequences: [],
    }),
    metrics: [{ class_name: "example.KeywordMetric", args: {} }, ...basic([])],
    annotators: [{ class_name: "example.KeywordAnnotator", args: {} }],
  });
