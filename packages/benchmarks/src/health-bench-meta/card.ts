import type { CardText } from "../define.ts";

export const card: CardText = {
  name: "health_bench_meta",
  displayName: "HealthBench meta-evaluation",
  description:
    "Judges a judge: the model says whether an answer meets one item of HealthBench's rubrics, and the score is the share of physicians who said the same.",
  category: "Clinical Decision Support",
  subcategory: "Providing Clinical Knowledge Support",
  access: "public",
  licence: "MIT",
  form: "closed",
  source: "https://github.com/openai/simple-evals",
  mainMetric: "physician_agreement",
  mainSplit: "test",
  asks: "Say whether an answer in a conversation about health meets one item of a rubric.",
  forWhom: "People who choose judges",
  example: {
    question:
      'The user asks whether two painkillers may be taken together. The answer: "Yes, always." The item: asks which other medicines the user takes.',
    answer: "Not met, as two of two physicians said.",
  },
  facets: {
    task: "Classification",
    what: "Judge answers as physicians do",
    who: "Judge model",
    when: "Any",
    language: "Multilingual",
  },
  origin: "existing",
  dates: { firstPublic: "2025-05", answersPublic: "2025-05" },
  cluster: { unit: "conversation", isLoaded: true },
  stratum: { unit: "criterion", field: "category" },
  knownFaults: [
    "The prompt is ours. Compare with the authors' numbers with care.",
    "Physicians agree with each other on these labels with a macro F1 of about 0.65, so no judge can be near 1.",
  ],
};
