import type { ExampleRubric, RubricItem } from "@medhelm/core/judge/rubric-items";

/** The key of an example's overall score. */
export const OVERALL = "overall_score";

/**
 * Computes the authors' scores of one example (openai/simple-evals, healthbench_eval.py). The overall score is the points of
 * met items over the positive points, not clipped. Each tag of the example has the same score. Each tag of an item has the
 * score of the items with that tag, which replaces the score of an example's tag of that name. Tags whose items have no
 * positive points are left out. Undefined if the whole example has no positive points, which stops the authors' run.
 */
export function exampleScores(
  { rubrics, example_tags: exampleTags }: Pick<ExampleRubric, "rubrics" | "example_tags">,
  met: readonly boolean[],
): ReadonlyMap<string, number> | undefined {
  const graded = rubrics.map((item, i) => ({ ...item, isMet: met[i] === true }));
  const overall = share(graded);
  if (overall === undefined) return undefined;
  const scores = new Map([OVERALL, ...exampleTags].map((name) => [name, overall]));
  for (const tag of new Set(graded.flatMap(({ tags }) => tags))) {
    const ofTag = share(graded.filter(({ tags }) => tags.includes(tag)));
    if (ofTag !== undefined) scores.set(tag, ofTag);
  }
  return scores;
}

function share(items: readonly (RubricItem & { readonly isMet: boolean })[]): number | undefined {
  const positive = items.reduce((sum, { points }) => sum + Math.max(0, points), 0);
  if (positive === 0) return undefined;
  return items.reduce((sum, { points, isMet }) => sum + (isMet ? points : 0), 0) / positive;
}

/** Clips a mean to 0..1. The authors clip means but not the scores of single examples. */
export const clipped = (mean: number): number => Math.min(1, Math.max(0, mean));
