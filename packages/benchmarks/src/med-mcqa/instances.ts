import type { Instance } from "@medhelm/core/helm/instance";
import type { SourceFile } from "@medhelm/core/run/benchmark";
import { z } from "zod";
import { choices } from "../shared/multiple-choice.ts";
import { readJsonLines } from "../files/read-json-lines.ts";

const Question = z.object({
  question: z.string(),
  opa: z.string(),
  opb: z.string(),
  opc: z.string(),
  opd: z.string(),
  /** The number of the right option, from 1. */
  cop: z.int().min(1).max(4),
});

/** Makes one instance per line of train.json or dev.json, which hold one JSON object per line (helm: med_mcqa_scenario.py). */
export const questions = (file: SourceFile, split: string): Instance[] =>
  readJsonLines(file, Question).map(({ question, opa, opb, opc, opd, cop }) => ({
    input: { text: question },
    references: choices([opa, opb, opc, opd], (place) => place + 1 === cop),
    split,
  }));
