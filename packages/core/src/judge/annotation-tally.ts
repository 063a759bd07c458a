import { z } from "zod";
import type { AnnotationReader } from "./annotation-reader.ts";

/** The verdicts in the annotations of a run that HELM made. HELM keeps no count of them. */
export const AnnotatedVerdicts = z.object({
  /** the answers that the judges received; they receive no empty answer */
  answers: z.int(),
  /** judge -> the answers that it scored */
  scoredBy: z.record(z.string(), z.int()),
});
export type AnnotatedVerdicts = z.infer<typeof AnnotatedVerdicts>;

/** Counts the verdicts of a run over the elements of its scenario_state.json. Its memory does not grow with their number. */
export function annotationTally({ judges, read }: AnnotationReader) {
  const scoredBy = new Map(judges.map((judge) => [judge, 0]));
  let answers = 0;
  return {
    add(element: unknown): void {
      for (const { scores } of read(element)) {
        answers++;
        for (const judge of new Set(scores.map((one) => one.judge)))
          scoredBy.set(judge, (scoredBy.get(judge) ?? 0) + 1);
      }
    },
    /** Undefined: no jury received an answer. */
    found: (): AnnotatedVerdicts | undefined =>
      answers === 0 ? undefined : { answers, scoredBy: Object.fromEntries(scoredBy) },
  };
}
