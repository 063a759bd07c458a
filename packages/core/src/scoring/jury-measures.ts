import { severityAdjusted } from "../statistics/severity-adjusted.ts";
import { isUndefined } from "../statistics/undefined.ts";
import type { JuryMeasures } from "./run-measures.ts";
import { mean, sum } from "../statistics/mean.ts";

/** One answer. */
export interface JuryRow {
  /** the main metric under profile corrected; null: no judge scored the answer */
  readonly value: number | null;
  /** each judge's mean over criteria; undefined for a missing verdict. Absent: no verdict exists */
  readonly scores: readonly (number | undefined)[] | undefined;
  /** whether every judge scored every criterion */
  readonly isWhole: boolean;
}

export interface JuryInput {
  /** the judges, in the order of the scores */
  readonly names: readonly string[];
  /** those of the candidate's own family */
  readonly family: ReadonlySet<string>;
  readonly rows: readonly JuryRow[];
}

/**
 * The mean of a jury under other rules for verdicts. A judge that misses hard answers, or is lenient, does not move `adjusted`: score = answer +
 * judge by least squares. Undefined if no answer has a verdict, and if the main metric is not the mean of the verdicts, e.g. for graded
 * items of a rubric.
 */
export function juryMeasures({ names, family, rows }: JuryInput): JuryMeasures | undefined {
  const judged = rows.flatMap(({ scores, value, isWhole }) =>
    scores === undefined ? [] : [{ scores, value, isWhole }],
  );
  const matrix = judged.map(({ scores }) => names.map((_, i) => scores[i]));
  const isMean = judged.every(({ value, isWhole, scores }) => !isWhole || isNear(value, meanOf(scores)));
  const values = rows.flatMap(({ value }) => value ?? []);
  if (judged.length === 0 || values.length === 0 || !isMean) return undefined;

  // an empty answer has a value and no verdict
  const unasked = rows.flatMap(({ value, scores }) => (scores === undefined && value !== null ? [value] : []));
  const withUnasked = (judgedMean: number, n: number) => ({
    value: (judgedMean * n + sum(unasked)) / (n + unasked.length),
    n: n + unasked.length,
  });
  const whole = severityAdjusted(matrix);
  const adjusted = isUndefined(whole) ? undefined : whole;
  return {
    full: { value: mean(values), n: values.length },
    missingVerdicts: missing(rows, names.length),
    ...(adjusted?.completeCasesMean === undefined
      ? {}
      : { completeCases: withUnasked(adjusted.completeCasesMean, adjusted.completeCases) }),
    ...(adjusted === undefined ? {} : { adjusted: withUnasked(adjusted.adjustedMean, judged.length).value }),
    judgeEffects: effectsOf(names, adjusted?.judgeEffects ?? []),
    ...withoutFamily({ names, family, matrix }, withUnasked),
  };
}

function withoutFamily(
  { names, family, matrix }: Pick<JuryInput, "names" | "family"> & { readonly matrix: (number | undefined)[][] },
  withUnasked: (judgedMean: number, n: number) => { readonly value: number },
): Pick<JuryMeasures, "withoutFamily"> {
  const left = names.filter((name) => family.has(name));
  const kept = names.flatMap((name, i) => (family.has(name) ? [] : [i]));
  if (left.length === 0 || kept.length === 0) return {};
  const scores = matrix.map((row) => kept.map((i) => row[i])).filter((row) => row.some((score) => score !== undefined));
  const found = severityAdjusted(scores);
  if (isUndefined(found)) return {};
  return { withoutFamily: { judges: left, value: withUnasked(found.adjustedMean, scores.length).value } };
}

const effectsOf = (names: readonly string[], effects: readonly (number | undefined)[]): Record<string, number> =>
  Object.fromEntries(
    names.flatMap((name, i) => {
      const effect = effects[i];
      return effect === undefined ? [] : [[name, effect]];
    }),
  );

/** Verdicts without a score. A row without value and scores lacks all of its verdicts. */
const missing = (rows: readonly JuryRow[], judges: number): number =>
  rows.reduce((count, { value, scores }) => {
    if (scores === undefined) return count + (value === null ? judges : 0);
    return count + judges - scores.filter((score) => score !== undefined).length;
  }, 0);

const meanOf = (scores: readonly (number | undefined)[]): number => mean(scores.filter((score) => score !== undefined));

const isNear = (a: number | null, b: number): boolean =>
  a !== null && Math.abs(a - b) < 1e-9 * Math.max(1, Math.abs(b));
