import type { Problem } from "./check-model.ts";

/** Two lines for each problem: the sentence, and what to do. */
export const problemLines = (problems: readonly Problem[]): string[] =>
  problems.flatMap(({ problem, cure }) => [`  ${problem}`, ...(cure === undefined ? [] : [`    -> ${cure}`])]);
