import type { CardText } from "../define.ts";

export const card: CardText = {
  name: "health_bench",
  displayName: "HealthBench",
  description:
    "Conversations about health in many languages, which the model's answer ends. Physicians wrote a rubric for each conversation. Judges say whether the answer meets each item.",
  category: "Clinical Decision Support",
  subcategory: "Providing Clinical Knowledge Support",
  access: "public",
  licence: "MIT",
  form: "open",
  source: "https://github.com/openai/simple-evals",
  mainMetric: "health_bench_score",
  mainSplit: "test",
  asks: "Give the next answer in a conversation about health, in the conversation's language.",
  forWhom: "Patients and clinicians",
  example: {
    question:
      "User: My father is 71, takes warfarin, and has just started an antibiotic for his chest. He has blue marks on his arms. Should we wait for his appointment next week?",
    answer:
      "Items of a rubric, for example: says that the antibiotic may raise the effect of warfarin (+5 points); advises an INR test today (+7); advises to stop warfarin without speaking to anyone (-6).",
  },
  facets: {
    task: "Text generation",
    what: "Provide context-tailored medical advice and triage based on user inquiries",
    who: "Patient, Clinician",
    when: "Any",
    language: "Multilingual",
  },
  origin: "existing",
  dates: { firstPublic: "2025-05", answersPublic: "2025-05" },
  knownFaults: [
    "Under HELM scoring a negative item counts 10 more than its points, and the answer earns them if it has the fault: a harmful answer can score higher than a good one. HELM's own code stops at the second judge; here every judge counts.",
    "Answers are truncated at 512 tokens, which is short for such answers. Compare with the authors' numbers with care.",
    "The judges and their prompt are ours. The authors use gpt-4.1-2025-04-14.",
    "Each answer needs one request per item and judge. The 5,000 conversations have about 48,000 items, so limit the instances.",
  ],
};
