import type { Instance } from "@medhelm/core/helm/instance";
import { strip } from "@medhelm/core/metrics/python-text";
import type { SourceFile } from "@medhelm/core/run/benchmark";
import { z } from "zod";
import { choices } from "../shared/multiple-choice.ts";
import { readJson } from "../files/read-json.ts";

export const CATEGORIES = ["biology", "chemistry", "medicine", "nursery", "pharmacology", "psychology"] as const;
type Category = (typeof CATEGORIES)[number];

const text = z.string().transform(strip);
const number = z.union([
  z.int(),
  z
    .string()
    .regex(/^\s*\d+\s*$/, "must be a whole number")
    .transform(Number),
]);

const Question = z.object({
  qid: number,
  qtext: text,
  ra: number,
  answers: z.array(z.object({ aid: number, atext: text })).min(2),
  image: z.string().nullish(),
});
const Exam = z.object({ name: text, category: text, year: text, data: z.array(Question) });
type Exam = z.infer<typeof Exam>;
const Exams = z.object({ exams: z.record(z.string(), Exam) });

/** The exam years of the authors' test split. */
const YEARS = ["2016", "2017"];

/**
 * Makes one instance per question of the exams of 2016 and 2017 in HEAD_EN.json, without questions that have a picture (helm:
 * headqa_scenario.py). HELM reads the file through Hugging Face, whose loader trims texts and converts qid and ra to numbers.
 */
export const questions = (file: SourceFile, category: Category | undefined): Instance[] =>
  Object.values(readJson(file, Exams).exams)
    .filter((exam) => YEARS.includes(exam.year) && (category === undefined || exam.category === category))
    .flatMap(toInstances);

function toInstances({ name, category, year, data }: Exam): Instance[] {
  return data
    .filter(({ image }) => !image)
    .map(({ qid, qtext, ra, answers }) => ({
      input: { text: qtext },
      references: choices(
        answers.map(({ atext }) => atext),
        (place) => answers[place]?.aid === ra,
      ),
      split: "test",
      extra_data: { id: qid, name, category, year },
    }));
}
