import type { Judgement } from "@medhelm/core/release/pages/page";

/** Judges x criteria. A score is undefined where a judge gave none. */
export interface JudgeMatrix {
  readonly criteria: readonly string[];
  readonly judges: readonly { readonly name: string; readonly scores: readonly (number | undefined)[] }[];
  /** the highest less the lowest score of each criterion; undefined with fewer than two scores */
  readonly spread: readonly (number | undefined)[];
}

export function judgeMatrix(judgements: readonly Judgement[]): JudgeMatrix {
  const criteria = [...new Set(judgements.flatMap((one) => one.criteria.map(({ name }) => name)))];
  const judges = judgements.map((one) => ({
    name: one.judge,
    scores: criteria.map((wanted) => one.criteria.find(({ name }) => name === wanted)?.score),
  }));
  const spread = criteria.map((_, at) => {
    const known = judges.flatMap(({ scores }) => scores[at] ?? []);
    return known.length < 2 ? undefined : Math.max(...known) - Math.min(...known);
  });
  return { criteria, judges, spread };
}
