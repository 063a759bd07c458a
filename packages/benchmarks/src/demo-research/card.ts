import type { CardText } from "../define.ts";

export const card: CardText = {
  name: "demo_research",
  displayName: "Demo research (invented)",
  description:
    "Forty invented abstracts of trials, each with a question that its confidence interval answers. They show how the tool works and do not measure a model's quality.",
  category: "Medical Research Assistance",
  subcategory: "Analyzing Clinical Research Data",
  access: "public",
  licence: "Apache-2.0",
  form: "closed",
  source: "written for this project; no such study exists",
  mainMetric: "exact_match",
  mainSplit: "test",
  asks: "Read an invented abstract and decide whether the treatment worked: yes, no or maybe.",
  forWhom: "Anyone who tries the tool",
  floor: { kind: "chance", value: 1 / 3, note: "Guessing among yes, no and maybe scores 0.33." },
  example: {
    question:
      "Abstract: Adults with hay fever were assigned by chance to a nose rinse or to usual care, 50 to each. The outcome was use of a spray. It occurred in 40.0 % with the treatment and in 48.0 % with usual care (relative risk 0.83, 95 % confidence interval 0.53 to 1.31).\n\nQuestion: Did a nose rinse prevent use of a spray?\n\nA. yes\nB. no\nC. maybe\n\nAnswer:",
    answer: "C",
  },
  facets: {
    task: "Question answering",
    what: "Read the result of a trial",
    who: "Anyone who tries the tool",
    when: "Any",
    language: "English",
  },
  knownFaults: [
    "The abstracts follow one pattern, and the authors of the tool wrote them. They do not measure a model's quality.",
  ],
};
