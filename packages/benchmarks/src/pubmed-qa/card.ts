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
  asks: "Answer a research question with yes, no or maybe, from the abstract.",
  forWhom: "Researchers",
  floor: {
    kind: "majority",
    value: 0.552,
    note: "552 of 1,000 answers are “yes”; always answering “yes” scores 0.55.",
  },
  example: {
    question:
      "Abstract: 120 adults with tension headache were given either ten sessions of neck exercise or advice alone. After three months headache days fell from 12 to 7 a month with exercise and from 12 to 11 with advice (difference 4 days, 95 % interval 2 to 6).\n\nQuestion: Do neck exercises reduce tension headache? Answer yes, no or maybe.",
    answer: "yes",
  },
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
