import type { Measurement } from "./metric.ts";

/** An answer and the model's probability for it. */
export interface Answered {
  /** 0 to 1 */
  readonly confidence: number;
  readonly isCorrect: boolean;
}

/**
 * Measures how well a model's probability of its answer predicts correctness. HELM computes these with the package
 * uncertainty-calibration 0.1.4 (Kumar, Liang, Ma 2019) if a deployment returns log probabilities.
 */
export function calibration(answers: readonly Answered[]): Measurement[] {
  if (answers.length === 0) return [];
  const stats = [
    { name: "ece_10_bin", value: equalMassError(answers, 10) },
    { name: "ece_1_bin", value: error(answers) },
    ...selective(answers),
  ];
  const correct = answers.filter(({ isCorrect }) => isCorrect).length;
  if (correct === 0 || correct === answers.length) {
    return [...stats, { name: "platt_ece_10_bin", value: 0 }, { name: "platt_ece_1_bin", value: 0 }];
  }
  const { coefficient, intercept } = fitPlatt(answers);
  const recalibrated = answers.map(({ confidence, isCorrect }) => ({
    confidence: sigmoid(coefficient * logit(confidence) + intercept),
    isCorrect,
  }));
  return [
    ...stats,
    { name: "platt_coef", value: coefficient },
    { name: "platt_intercept", value: intercept },
    { name: "platt_ece_10_bin", value: equalMassError(recalibrated, 10) },
    { name: "platt_ece_1_bin", value: error(recalibrated) },
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

/** Accuracy among the most confident answers: the mean over all cut-offs, and at the first tenth. */
function selective(answers: readonly Answered[]): Measurement[] {
  // HELM: among equally confident answers the later comes first (numpy's argsort, reversed; ties are undefined beyond 16 values).
  const sorted = answers.toSorted((a, b) => a.confidence - b.confidence).toReversed();
  let correct = 0;
  const accuracies = sorted.map(({ isCorrect }, i) => (correct += Number(isCorrect)) / (i + 1));
  return [
    { name: "selective_cov_acc_area", value: accuracies.reduce((sum, one) => sum + one, 0) / accuracies.length },
    { name: "selective_acc@10", value: accuracies[Math.floor(accuracies.length * 0.1)] },
  ];
}

/** Logistic regression on the logit with a negligible penalty (C = 1e10), by Newton's method. */
function fitPlatt(answers: readonly Answered[]): { coefficient: number; intercept: number } {
  let coefficient = 0;
  let intercept = 0;
  for (let step = 0; step < 100; step++) {
    let [ga, gb, haa, hab, hbb] = [-coefficient / 1e10, 0, 1 / 1e10, 0, 0];
    for (const { confidence, isCorrect } of answers) {
      const x = logit(confidence);
      const p = sigmoid(coefficient * x + intercept);
      const residual = Number(isCorrect) - p;
      const weight = p * (1 - p);
      ga += residual * x;
      gb += residual;
      haa += weight * x * x;
      hab += weight * x;
      hbb += weight;
    }
    const determinant = haa * hbb - hab * hab;
    if (!(Math.abs(determinant) > 1e-300)) break;
    const da = (hbb * ga - hab * gb) / determinant;
    const db = (haa * gb - hab * ga) / determinant;
    coefficient += da;
    intercept += db;
    if (Math.abs(da) + Math.abs(db) < 1e-12) break;
  }
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
