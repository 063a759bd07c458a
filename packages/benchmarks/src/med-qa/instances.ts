import type { Instance } from "@medhelm/core/helm/instance";
import { rstrip } from "@medhelm/core/metrics/python-text";
import type { SourceFile } from "@medhelm/core/run/benchmark";
import { z } from "zod";
import { choices } from "../shared/multiple-choice.ts";
import { readJsonLines } from "../files/read-json-lines.ts";

const Question = z.object({
  question: z.string(),
  options: z
    .record(z.string(), z.string())
    .refine((options) => Object.keys(options).length === 4, "must have four options"),
  answer_idx: z.string(),
});

/** Makes one instance per line of a split's phrases_no_exclude_*.jsonl (helm: med_qa_scenario.py). */
export const questions = (file: SourceFile, split: string): Instance[] =>
  readJsonLines(file, Question).map(({ question, options, answer_idx }) => {
    const letters = Object.keys(options);
    return {
      input: { text: question },
      // a few options end with a stray line break and a quote
      references: choices(
        Object.values(options).map((option) => rstrip(option.replace(/"+$/, ""))),
        (place) => letters[place] === answer_idx,
      ),
      split,
    };
  });
