import type { CardText } from "../define.ts";

export const card: CardText = {
  name: "mental_health",
  displayName: "MentalHealth",
  description:
    "The start of a counselling conversation with its topic and type. The model writes the counsellor's next turn.",
  category: "Patient Communication and Education",
  subcategory: "Facilitating Patient Engagement and Support",
  access: "private",
  org: "Stanford",
  licence: "held at Stanford; not published",
  form: "open",
  source: "Stanford (unpublished)",
  mainMetric: "mental_health_accuracy",
  mainSplit: "test",
  asks: "Write the counsellor's next turn in a counselling conversation.",
  forWhom: "Counsellors and patients",
  facets: {
    task: "Text generation",
    what: "Generate empathetic counseling responses in mental health conversations",
    who: "Counselors, Patients",
    when: "Any",
    language: "English",
  },
  origin: "new",
  instanceCap: 1_000,
  cluster: { unit: "conversation" },
  knownFaults: [
    "All turns are from seven conversations.",
    "One empty dialogue_type makes every type a number with a fraction (3.0), as pandas writes it.",
  ],
};
