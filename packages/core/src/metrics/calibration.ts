import { minimizeLbfgs } from "./minimize-lbfgs.ts";
import type { Absent, Measurement } from "./metric.ts";

/** An answer and the model's probability for it. */
export interface Answered {
  /** 0 to 1 */
  readonly confidence: number;
  readonly isCorrect: boolean;
}

/**
 * Measures how well a model's probability of its answer predicts correctness. HELM computes these with the package
 * uncertainty-calibration 0.1.4 (Kumar, Liang, Ma 2019) if a deployment returns log probabilities. A value of HELM that depends on the order of
 * equally confident answers, or on rounding, is not defined and absent (docs/scoring.md).
 */
export function calibration(answers: readonly Answered[]): (Measurement | Absent)[] {
  if (answers.length === 0) return [];
  return [
    { name: "ece_10_bin", value: equalMassError(answers, 10) },
    { name: "ece_1_bin", value: error(answers) },
    ...selective(answers),
    ...platt(answers),
  ];
}

/** |mean confidence - accuracy| */
function error(answers: readonly Answered[]): number {
  const confidence = answers.reduce((sum, one) => sum + one.confidence, 0);
  const correct = answers.filter(({ isCorrect }) => isCorrect).length;
  return Math.abs(confidence - correct) / answers.length;
}

/** Divides the answers into bins of nearly equal size. Edges are midpoints between neighbours, and equal edges are merged. */
function equalMassError(answers: readonly Answered[], bins: number): number {
  const sorted = answers.map(({ confidence }) => confidence).toSorted((a, b) => a - b);
  const edges: number[] = [];
  for (const [last, next] of arraySplitBorders(sorted, bins)) edges.push((last + next) / 2);
  const upper = [...new Set(edges), 1].toSorted((a, b) => a - b);
  const byBin = Map.groupBy(answers, ({ confidence }) => upper.findIndex((edge) => confidence <= edge));
  return [...byBin.values()].reduce((sum, bin) => sum + (bin.length / answers.length) * error(bin), 0);
}

/** Returns the last value of each part and the first of the next, like numpy's array_split: the first parts are longer by one. */
function arraySplitBorders(sorted: readonly number[], parts: number): [number, number][] {
  const borders: [number, number][] = [];
  let at = 0;
  for (let part = 0; part < parts - 1; part++) {
    at += Math.floor(sorted.length / parts) + (part < sorted.length % parts ? 1 : 0);
    const [last, next] = [sorted[at - 1], sorted[at]];
    if (last !== undefined && next !== undefined) borders.push([last, next]);
  }
  return borders;
}

/**
 * Accuracy among the most confident answers: the mean over all cut-offs, and at the first tenth. HELM sorts by numpy's argsort, whose order
 * of equal values depends on the processor.
 */
function selective(answers: readonly Answered[]): (Measurement | Absent)[] {
  const sorted = answers.toSorted((a, b) => b.confidence - a.confidence);
  let correct = 0;
  const accuracies = sorted.map(({ isCorrect }, i) => (correct += Number(isCorrect)) / (i + 1));
  const tenth = Math.floor(accuracies.length * 0.1);
  const ties = [...Map.groupBy(sorted.keys(), (i) => sorted[i]?.confidence).values()].filter(
    (ranks) => new Set(ranks.map((i) => sorted[i]?.isCorrect)).size > 1,
  );
  const isSplit = (ranks: readonly number[]) => (ranks[0] ?? 0) <= tenth && tenth < (ranks.at(-1) ?? 0);
  return [
    {
      name: "selective_cov_acc_area",
      ...(ties.length > 0
        ? { absent: TIED }
        : { value: accuracies.reduce((sum, one) => sum + one, 0) / accuracies.length }),
    },
    { name: "selective_acc@10", ...(ties.some(isSplit) ? { absent: TIED } : { value: accuracies[tenth] }) },
  ];
}

const TIED = "right and wrong answers are equally confident, so that HELM's value depends on their order";
const ROUNDED = "the solver of HELM ends far from an optimum, so that HELM's value depends on rounding";
/** The greatest difference between the values of two orders of the answers that are the same value. */
const SAME = 1e-7;

/** Calibration after Platt scaling. HELM's solver ends far from any optimum where right and wrong answers are separable. */
function platt(answers: readonly Answered[]): (Measurement | Absent)[] {
  const correct = answers.filter(({ isCorrect }) => isCorrect).length;
  // HELM: no scaling is possible
  if (correct === 0 || correct === answers.length) {
    return [
      { name: "platt_ece_10_bin", value: 0 },
      { name: "platt_ece_1_bin", value: 0 },
    ];
  }
  const inOrder = plattValues(answers);
  const others = [answers.toReversed(), answers.toSorted((a, b) => a.confidence - b.confidence)].map(plattValues);
  return Object.entries(inOrder).map(([name, value]) =>
    others.every((other) => Math.abs((other[name] ?? Number.NaN) - value) <= SAME)
      ? { name, value }
      : { name, absent: ROUNDED },
  );
}

function plattValues(answers: readonly Answered[]): Readonly<Record<string, number>> {
  const { coefficient, intercept } = fitPlatt(answers);
  const recalibrated = answers.map(({ confidence, isCorrect }) => ({
    confidence: sigmoid(coefficient * logit(confidence) + intercept),
    isCorrect,
  }));
  return {
    platt_coef: coefficient,
    platt_intercept: intercept,
    platt_ece_10_bin: equalMassError(recalibrated, 10),
    platt_ece_1_bin: error(recalibrated),
  };
}

/** The settings with which scikit-learn's LogisticRegression(C=1e10, solver="lbfgs") calls its solver. */
const SOLVER = { iterations: 100, gradient: 1e-4, decrease: 64 * 2 ** -52 };
const PENALTY = 1e-10;

/** Logistic regression on the logit with a negligible penalty, as far as scikit-learn's solver goes. */
function fitPlatt(answers: readonly Answered[]): { coefficient: number; intercept: number } {
  const points = answers.map(({ confidence, isCorrect }) => ({ x: logit(confidence), y: Number(isCorrect) }));
  const penalty = PENALTY / points.length;
  const [coefficient, intercept] = minimizeLbfgs(([slope, shift]) => {
    let [value, ofSlope, ofShift] = [0, 0, 0];
    for (const { x, y } of points) {
      const raw = slope * x + shift;
      value += (raw > 0 ? raw + Math.log1p(Math.exp(-raw)) : Math.log1p(Math.exp(raw))) - y * raw;
      const residual = sigmoid(raw) - y;
      ofSlope += residual * x;
      ofShift += residual;
    }
    const n = points.length;
    return {
      value: value / n + 0.5 * penalty * slope * slope,
      gradient: [ofSlope / n + penalty * slope, ofShift / n],
    };
  }, SOLVER);
  return { coefficient, intercept };
}

const EPSILON = 1e-12;

function logit(p: number): number {
  const clipped = Math.min(1 - EPSILON, Math.max(EPSILON, p));
  return Math.log(clipped / (1 - clipped));
}

function sigmoid(x: number): number {
  return 1 / (1 + Math.exp(-x));
}
