import { z } from "zod";
import type { Rubric } from "../../judge/rubric.ts";

export const MainRange = z.object({ min: z.number(), max: z.number() });
export type MainRange = z.infer<typeof MainRange>;

/**
 * Returns the possible values of a benchmark's main metric for one instance: the judges' scale for the metric of a jury, otherwise 0 to
 * 1. Undefined if the judges grade an instance's own items, because negative points have no bound, or if their scale is unknown.
 */
export function mainRange(mainMetric: string, rubrics: readonly Rubric[] = []): MainRange | undefined {
  const rubric = rubrics.find(({ name }) => mainMetric === name || mainMetric.startsWith(`${name}_`));
  if (rubric === undefined) return { min: 0, max: 1 };
  return rubric.items === undefined ? rubric.scale : undefined;
}
