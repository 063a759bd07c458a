import { z } from "zod";
import type { RunSpec } from "../helm/run-spec.ts";
import { annotatedScores } from "./annotated-scores.ts";
import { VERDICTS } from "./verdict.ts";

/** The verdicts in the annotations of a run that HELM made. HELM keeps no count of them. */
export const AnnotatedVerdicts = z.object({
  /** the answers that the judges received; they receive no empty answer */
  answers: z.int(),
  /** judge -> the answers that it scored */
  scoredBy: z.record(z.string(), z.int()),
});
export type AnnotatedVerdicts = z.infer<typeof AnnotatedVerdicts>;

const Annotations = z.object({ annotations: z.record(z.string(), z.unknown()) });
/** HELM's annotation of a jury has the judges' prompt, which is null for an empty answer. */
const OfJury = z.looseObject({ prompt_text: z.string() });
const WithJudges = z.looseObject({ annotator_models: z.record(z.string(), z.unknown()) });

/** Counts the verdicts of a run over the elements of its scenario_state.json. Its memory does not grow with their number. */
export function annotationTally({ annotators = [] }: Pick<RunSpec, "annotators">) {
  const names = annotators.flatMap(({ args }) => Object.keys(WithJudges.safeParse(args).data?.annotator_models ?? {}));
  const scoredBy = new Map(names.map((judge) => [judge, 0]));
  const isJudge = (key: string): boolean => key !== "prompt_text" && (names.length === 0 || scoredBy.has(key));
  let answers = 0;
  return {
    add(element: unknown): void {
      for (const [name, annotation] of Object.entries(Annotations.safeParse(element).data?.annotations ?? {})) {
        const { data } = OfJury.safeParse(annotation);
        if (name === VERDICTS || data === undefined) continue;
        answers++;
        const judges = annotatedScores(data, isJudge).map(({ judge }) => judge);
        for (const judge of new Set(judges)) scoredBy.set(judge, (scoredBy.get(judge) ?? 0) + 1);
      }
    },
    /** Undefined: no jury received an answer. */
    found: (): AnnotatedVerdicts | undefined =>
      answers === 0 ? undefined : { answers, scoredBy: Object.fromEntries(scoredBy) },
  };
}
