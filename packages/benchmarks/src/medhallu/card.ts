import type { CardText } from "../define.ts";

export const card: CardText = {
  name: "medhallu",
  displayName: "MedHallu",
  description:
    "A thousand questions of PubMedQA with their passages, each once with the right answer and once with an invented one. The model replies 0 for factual or 1 for hallucinated.",
  category: "Medical Research Assistance",
  subcategory: "Ensuring Clinical Research Quality",
  access: "public",
  licence: "MIT",
  form: "closed",
  source:
    "https://huggingface.co/datasets/UTAustin-AIHealth/MedHallu at revision 515060458a945c633debc6fd5baac7764416b724, as HELM pins it; no checksum is published",
  mainMetric: "exact_match",
  mainSplit: "test",
  facets: {
    task: "Classification",
    what: "Verify whether answers to questions from PubMed articles are factual or hallucinated",
    who: "Researcher",
    when: "Any",
    language: "English",
  },
  origin: "existing",
  instanceCap: 1_000,
  cluster: { unit: "source row", consecutive: 2 },
  dates: { firstPublic: "2025-02", answersPublic: "2025-02" },
  knownFaults: [
    "As in HELM, the prompt shows the passage as Python prints a list, with brackets and escapes.",
    "Under HELM scoring only the bare digit counts. Corrected scoring reads the label to which the reply commits, as a digit or a word, and computes macro-F1.",
    "The authors search a reply for the texts 1, not and non, so that their numbers are not comparable: to them not sure is hallucinated, and hallucinated is factual.",
  ],
};
