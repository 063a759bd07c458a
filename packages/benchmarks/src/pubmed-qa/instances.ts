import { CORRECT_TAG, type Instance } from "@medhelm/core/helm/instance";
import type { SourceFile } from "@medhelm/core/run/benchmark";
import { z } from "zod";
import { readJsonValues } from "../files/read-json.ts";
import { titleCase } from "./title-case.ts";

const DECISIONS = ["yes", "no", "maybe"] as const;

const Question = z
  .object({
    QUESTION: z.string(),
    CONTEXTS: z.array(z.string()),
    LABELS: z.array(z.string()),
    final_decision: z.enum(DECISIONS),
  })
  .refine((q) => q.CONTEXTS.length === q.LABELS.length, "CONTEXTS and LABELS differ in length");
type Question = z.infer<typeof Question>;

/**
 * Makes one instance per question of ori_pqal.json (PubMed id -> question), in the order of the file (helm:
 * pubmed_qa_scenario.py).
 */
export const questions = (file: SourceFile): Instance[] => readJsonValues(file, Question).map(toInstance);

function toInstance(question: Question): Instance {
  const passage = question.CONTEXTS.map((text, i) => `${titleCase(question.LABELS[i] ?? "")}. ${text}`).join("\n");
  return {
    // HELM: the line end after the question makes an empty line before the options
    input: { text: `Context: ${passage}\n\nQuestion: ${question.QUESTION}\n` },
    references: DECISIONS.map((decision) => ({
      output: { text: decision },
      tags: decision === question.final_decision ? [CORRECT_TAG] : [],
    })),
    split: "test",
  };
}
