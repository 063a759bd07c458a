import { z } from "zod";
import { strip } from "../metrics/python-text.ts";

/** A score in HELM's annotation of a judge. */
export interface AnnotatedScore {
  readonly judge: string;
  readonly criterion: string;
  readonly score: number;
}

const Fields = z.record(z.string(), z.unknown());
const Scored = z.looseObject({ score: z.unknown() });

/** Reads the scores in HELM's annotation of an answer, in its order. It leaves out a score that Python's int() refuses. */
export function annotatedScores(
  annotation: Readonly<Record<string, unknown>>,
  isJudge: (key: string) => boolean,
): AnnotatedScore[] {
  return Object.entries(annotation)
    .filter(([judge]) => isJudge(judge))
    .flatMap(([judge, verdict]) =>
      Object.entries(Fields.safeParse(verdict).data ?? {}).flatMap(([criterion, value]) => {
        const score = pythonInt(Scored.safeParse(value).data?.score);
        return score === undefined ? [] : [{ judge, criterion, score }];
      }),
    );
}

/** A value that Python's int() accepts, not truncated. */
function pythonInt(score: unknown): number | undefined {
  if (typeof score === "boolean") return Number(score);
  if (typeof score === "number") return Number.isFinite(score) ? score : undefined;
  return typeof score === "string" && /^[+-]?\d+$/.test(strip(score)) ? Number(strip(score)) : undefined;
}
