import type { CardText } from "../define.ts";

export const card: CardText = {
  name: "mtsamples_replicate",
  displayName: "MTSamples",
  description:
    "Transcribed sample reports of many specialties, cut off before their plan. The model writes the treatment plan, and a jury compares it with the report's.",
  category: "Clinical Decision Support",
  subcategory: "Planning Treatments",
  access: "public",
  licence: "none stated; the texts come from mtsamples.com",
  form: "open",
  source: "https://github.com/raulista1997/benchmarkdata, folder mtsamples_processed",
  mainMetric: "mtsamples_replicate_accuracy",
  mainSplit: "test",
  asks: "Write the treatment plan that was cut from a transcribed medical report.",
  forWhom: "Clinicians",
  example: {
    question:
      "SUBJECTIVE: A 52-year-old woman comes with four days of pain on passing urine. No fever, no flank pain.\nOBJECTIVE: Temperature 36.8 C. Urine dipstick: nitrite and leucocytes positive.\nASSESSMENT: Uncomplicated bladder infection.\n\nWrite the plan.",
    answer:
      "Nitrofurantoin 100 mg twice a day for five days. Urine culture sent. Return if fever or flank pain develops.",
  },
  facets: {
    task: "Text generation",
    what: "Generate treatment plans based on clinical notes",
    who: "Clinician",
    when: "Post-diagnosis",
    language: "English",
  },
  origin: "reformulated",
  instanceCap: 1_000,
  knownFaults: [
    "The reference is one line: the first after PLAN:, otherwise after SUMMARY: or FINDINGS:.",
    "Only a plan is cut off. A reference that is a summary or the findings is still in the prompt (202 of the 539 reports with a reference).",
    "HELM reads the first 1,000 of the folder's 1,269 names, which gives 427 instances instead of 539.",
    "A report with a heading in lower case is skipped.",
  ],
};
