import { z } from "zod";
import type { RunSpec } from "../helm/run-spec.ts";
import { type AnnotatedScore, annotatedScores } from "./annotated-scores.ts";
import { VERDICTS } from "./verdict.ts";

export interface JuryAnnotation {
  /** the annotator's name */
  readonly name: string;
  readonly scores: readonly AnnotatedScore[];
}

export interface AnnotationReader {
  /** the judges that the run spec names */
  readonly judges: readonly string[];
  /** Returns the annotations of juries that received the answer. Without our own annotation. */
  readonly read: (element: unknown) => JuryAnnotation[];
}

const Annotations = z.object({ annotations: z.record(z.string(), z.unknown()) });
/** HELM's annotation of a jury has the judges' prompt, which is null for an empty answer. */
const OfJury = z.looseObject({ prompt_text: z.string() });
const WithJudges = z.looseObject({ annotator_models: z.record(z.string(), z.unknown()) });

/** Reads the annotations that HELM's juries wrote into a run's scenario_state.json. */
export function annotationReader({ annotators = [] }: Pick<RunSpec, "annotators">): AnnotationReader {
  const judges = annotators.flatMap(({ args }) => Object.keys(WithJudges.safeParse(args).data?.annotator_models ?? {}));
  const known = new Set(judges);
  const isJudge = (key: string): boolean => key !== "prompt_text" && (known.size === 0 || known.has(key));
  return {
    judges: [...known],
    read: (element) =>
      Object.entries(Annotations.safeParse(element).data?.annotations ?? {}).flatMap(([name, annotation]) => {
        const { data } = OfJury.safeParse(annotation);
        return name === VERDICTS || data === undefined ? [] : [{ name, scores: annotatedScores(data, isJudge) }];
      }),
  };
}
