/** A word that the pages use, in plain words. */
export interface Term {
  /** the end of its address, glossary/#id */
  readonly id: string;
  readonly term: string;
  readonly words: string;
  /** its name in files and in HELM */
  readonly also?: string;
}

export const GLOSSARY: readonly Term[] = [
  {
    id: "answer-matches-exactly",
    term: "Answer matches exactly",
    also: "exact match, EM",
    words:
      "The model's answer is the expected one, such as the letter of an option. Each question scores 0 or 1, and the score is the share of right answers.",
  },
  {
    id: "answers",
    term: "Answers, n",
    words:
      "How many answers have a score. “97 of 100” means that three answers have none: the request failed, or no judge gave a verdict. An answer without a score is not counted as wrong.",
  },
  {
    id: "baseline",
    term: "Baseline",
    words:
      "A simple built-in rule, such as always choosing the first option. It is no language model. A model that is not better than a baseline has shown nothing.",
  },
  {
    id: "benchmark",
    term: "Benchmark",
    words:
      "A medical task with a set of questions, for example exam questions or notes to write, and a rule for scoring the answers.",
  },
  {
    id: "cannot-tell",
    term: "Cannot tell",
    words:
      "The difference between two models is no larger than chance could make it. That does not mean that they are equally good: more questions or benchmarks may show a difference.",
  },
  {
    id: "coverage",
    term: "Coverage",
    words: "How much of what was asked has a score: benchmarks of those in the release, or answers of those requested.",
  },
  {
    id: "cut",
    term: "Cut",
    words: "The answer ended at the limit of tokens, perhaps before its end.",
  },
  {
    id: "deflected",
    term: "Deflected",
    words: "The answer sends the reader to somebody else, or asks back, and says nothing about the question.",
  },
  {
    id: "deployment",
    term: "Deployment",
    words:
      "The service or machine on which a model ran. One model may have several, with different speed, price and sometimes different answers.",
  },
  {
    id: "f1",
    term: "Overlap (F1)",
    also: "F1",
    words:
      "Compares what an answer lists with what is expected, such as billing codes. It is 1 if the lists are equal and 0 if they share nothing; both missing and surplus entries lower it.",
  },
  {
    id: "filtered",
    term: "Filtered",
    words: "The model's provider stopped the answer. The reader would see no answer.",
  },
  {
    id: "floor",
    term: "Floor",
    also: "majority, chance",
    words:
      "The score of answers that need no reading: guessing, always giving the most common answer, or always answering nothing. Drawn as an upright bar.",
  },
  {
    id: "interval",
    term: "95 % interval",
    also: "confidence interval, CI",
    words:
      "How far the score could have fallen either way by chance. Made this way, 95 of 100 such intervals hold the value that endless testing would give.",
  },
  {
    id: "judge",
    term: "Judge, jury",
    also: "LLM jury, jury score",
    words:
      "A language model that scores free text from 1 to 5 by written criteria. Several judges form a jury, whose score is the mean. Judges agree with clinicians only in part, and may favour models of their own family.",
  },
  {
    id: "kappa",
    term: "Kappa",
    also: "Cohen's kappa with quadratic weights",
    words:
      "How far two raters agree beyond chance. 0 is what chance alone would give, 1 is full agreement, and points that lie far apart count more.",
  },
  {
    id: "level",
    term: "Level at the top",
    words: "No other model is clearly better, so the rank range begins with 1. Several models are usually level.",
  },
  {
    id: "macro-average",
    term: "Score over benchmarks",
    also: "macro average",
    words:
      "The mean of the scores of all benchmarks, each put on a scale from 0 to 1. Each benchmark counts once, with few questions or many.",
  },
  {
    id: "may-have-been-seen",
    term: "May have been seen",
    also: "contamination",
    words:
      "The test set was public before the model's knowledge ends, so that its questions may have been part of what the model learned from. The score may then be too high.",
  },
  {
    id: "middle-model",
    term: "Middle model",
    also: "median",
    words: "Half of the models score higher, and half of them lower. Drawn as a triangle.",
  },
  {
    id: "pareto",
    term: "Cost front",
    also: "Pareto front",
    words: "The models for which no other model is both cheaper and at least as good.",
  },
  {
    id: "profile",
    term: "Profile, HELM scoring, corrected scoring",
    words:
      "Two ways to compute the numbers from the same answers. HELM scoring computes as HELM does, with its known errors, so that published numbers can be reproduced. Corrected scoring has these errors fixed.",
  },
  {
    id: "rank-range",
    term: "Rank range",
    also: "rank set",
    words:
      "“Rank 2–5” says, at 95 % for all models together: at least one model is clearly better, and the model is no worse than fifth.",
  },
  {
    id: "refused",
    term: "Refused",
    words: "The answer declines, or is empty although it was not cut.",
  },
  {
    id: "rouge",
    term: "Shared words (ROUGE)",
    also: "ROUGE",
    words:
      "How many words and word pairs an answer shares with a reference text. A good answer in other words scores low.",
  },
  {
    id: "run",
    term: "Run",
    words: "One model's answers to the questions of one benchmark, with their scores.",
  },
  {
    id: "subcategory",
    term: "Kind of work",
    also: "subcategory",
    words:
      "One of 22 groups of medical tasks, such as documenting patient visits. Each belongs to one of five categories.",
  },
  {
    id: "token",
    term: "Token",
    words: "A piece of text, about three quarters of an English word. Providers charge for each.",
  },
  {
    id: "unread",
    term: "Unread",
    words:
      "The rule that reads answers found none in the reply, or several that contradict each other. It counts as wrong.",
  },
  {
    id: "win-rate",
    term: "Mean win rate",
    also: "HELM's first number",
    words:
      "On each benchmark, the share of the other models with a lower score, ties half; then the mean over benchmarks. It says nothing about by how much, and changes when a model is added, so do not compare it between releases.",
  },
  {
    id: "wording",
    term: "Wording of the prompts",
    words:
      "The instructions around each question. Scores compare only if the wording is the same. “Own” means this software's words, not HELM's.",
  },
];

/** The five reasons why a place in a table has no number, or an odd one. */
export const MARKS: readonly (readonly [mark: string, words: string])[] = [
  ["not run", "nobody has run the model on this benchmark"],
  ["private", "the number exists, and its owner does not publish it"],
  ["unscored", "the model was run, and no answer has a score"],
  ["0", "a measured zero"],
  ["unknown", "the release does not record it"],
];
