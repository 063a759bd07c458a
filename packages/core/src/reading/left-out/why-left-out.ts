import { isConditional } from "./conditions.ts";
import { type Around, isDenied } from "./denials.ts";
import { isOthersOpinion } from "./opinions.ts";
import type { StepName } from "../reading.ts";
import { isRestated } from "./restated.ts";

/**
 * Returns the step that leaves out a place of a sentence; all kinds of replies share it. The reply denies it, states it under a condition, reports
 * another person's opinion, or repeats the question.
 */
export function whyLeftOut(around: Around, sentence: string): StepName | undefined {
  const { before, after, head } = around;
  if (isDenied(around)) return "left out a denial";
  if (isConditional(head, before, after)) return "left out a condition";
  if (isOthersOpinion(before, after)) return "left out an opinion";
  return isRestated(sentence) && !/[:：]\s*$/.test(before) ? "left out a question" : undefined;
}
