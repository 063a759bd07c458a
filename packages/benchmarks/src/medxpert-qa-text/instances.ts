import type { Instance } from "@medhelm/core/helm/instance";
import type { SourceFile } from "@medhelm/core/run/benchmark";
import { z } from "zod";
import { choices } from "../shared/multiple-choice.ts";
import { readJsonLines } from "../files/read-json-lines.ts";

const Question = z.object({
  id: z.string(),
  question: z.string(),
  options: z.record(z.string(), z.string()),
  label: z.string(),
  medical_task: z.string(),
  body_system: z.string(),
  question_type: z.string(),
});

/**
 * Makes one instance per line of test.jsonl of the configuration Text (medxpert_qa_text_scenario.py of MedHELM's newer
 * library).
 */
export const questions = (file: SourceFile): Instance[] =>
  readJsonLines(file, Question).map(({ question, options, label, ...about }) => {
    const letters = Object.keys(options);
    return {
      input: { text: question },
      references: choices(Object.values(options), (place) => letters[place] === label),
      split: "test",
      extra_data: about,
    };
  });
