import type { CardText } from "../define.ts";

export const card: CardText = {
  name: "pubmed_qa",
  displayName: "PubMedQA",
  description:
    "A thousand questions from titles of PubMed articles, each with the abstract without its conclusion. The answer is yes, no or maybe, as experts read the conclusion.",
  category: "Medical Research Assistance",
  subcategory: "Conducting Literature Research",
  access: "public",
  licence: "MIT",
  form: "closed",
  source: "https://github.com/pubmedqa/pubmedqa",
  mainMetric: "exact_match",
  mainSplit: "test",
  facets: {
    task: "Question answering",
    what: "Answer questions based on PubMed abstracts",
    who: "Researcher",
    when: "Any",
    language: "English",
  },
  origin: "existing",
  instanceCap: 1_000,
  dates: { firstPublic: "2019-09", answersPublic: "2019-09" },
  knownFaults: [
    "The instances are all 1,000 labelled questions and not the 500 of the authors' test split. Compare with other papers' numbers with care.",
    "Under HELM scoring only the bare letter counts. A right answer in words, or with a full stop, scores 0.",
  ],
};
