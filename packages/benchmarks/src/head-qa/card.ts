import type { CardText } from "../define.ts";

export const card: CardText = {
  name: "head_qa",
  displayName: "HeadQA",
  description:
    "Multiple-choice questions of the Spanish exams for specialised posts in health care, in English or Spanish (2016 and 2017; biology, chemistry, medicine, nursing, pharmacology, psychology). Questions with a picture are skipped.",
  category: "Clinical Decision Support",
  subcategory: "Providing Clinical Knowledge Support",
  access: "public",
  licence: "MIT (authors' repository); none stated where the file is kept",
  form: "closed",
  source: "https://github.com/aghie/head-qa, kept as HEAD_EN.json in https://github.com/raulista1997/benchmarkdata",
  mainMetric: "exact_match",
  mainSplit: "test",
  asks: "Answer a question of the Spanish healthcare entrance exam, in English, from four options.",
  forWhom: "Students and researchers",
  floor: { kind: "chance", value: 0.25, note: "Guessing among four options scores 0.25." },
  example: {
    question:
      "Which vessel carries blood from the lungs to the left atrium?\n\nA. Pulmonary artery\nB. Pulmonary vein\nC. Azygos vein\nD. Bronchial artery\n\nAnswer:",
    answer: "B",
  },
  facets: {
    task: "Question answering",
    what: "Medical knowledge testing",
    who: "Medical student, Researcher",
    when: "Any",
    language: "English",
  },
  origin: "existing",
  instanceCap: 1_000,
  cluster: { unit: "exam", field: "name" },
  dates: { firstPublic: "2019-06", answersPublic: "2019-06" },
  knownFaults: [
    "The English text is a machine translation.",
    "HELM reads an unpinned copy on Hugging Face. This loader reads the same exams from the authors' JSON and trims them as that copy does.",
    "Under HELM scoring only the bare letter counts. A right answer in words, or with a full stop, scores 0.",
  ],
};
