import type { HiddenStates } from "../ports.ts";

/** Each in [-1, 1]; NaN if a text contains only special tokens. */
export interface BertScore {
  readonly precision: number;
  readonly recall: number;
  readonly f1: number;
}
type TokenRows = Pick<HiddenStates, "counts" | "width" | "rows">;

/** An empty text is [CLS] [SEP]. */
const EMPTY_TOKENS = 2;
const ZERO: BertScore = { precision: 0, recall: 0, f1: 0 };

/**
 * BERTScore of one candidate against its references, without idf and baseline (bert_score 0.3.13, utils.py greedy_cos_idf).
 * Like bert_score, it takes the best of P, R and F over the references separately, so F may not follow from P and R.
 * Returns undefined without a reference.
 */
export function bertScore(candidate: TokenRows, references: readonly TokenRows[]): BertScore | undefined {
  if (references.length === 0) return undefined;
  const rows = normalized(candidate);
  const longest = Math.max(...references.map(({ counts }) => counts.length));
  const scores = references.map((reference) =>
    candidate.counts.length <= EMPTY_TOKENS || reference.counts.length <= EMPTY_TOKENS
      ? ZERO
      : match({ ...candidate, rows }, { ...reference, rows: normalized(reference) }, longest),
  );
  return {
    precision: Math.max(...scores.map(({ precision }) => precision)),
    recall: Math.max(...scores.map(({ recall }) => recall)),
    f1: Math.max(...scores.map(({ f1 }) => f1)),
  };
}

/** Greedy matching. [CLS] and [SEP] are excluded from the means, but a word may match them best. */
function match(candidate: TokenRows, reference: TokenRows, longest: number): BertScore {
  // HELM: shorter references are padded to the longest, and words may match the padding's similarity of 0
  const least = reference.counts.length < longest ? 0 : Number.NEGATIVE_INFINITY;
  const bestOfCandidate = new Float64Array(candidate.counts.length).fill(least);
  const bestOfReference = new Float64Array(reference.counts.length).fill(Number.NEGATIVE_INFINITY);
  const { width } = candidate;
  for (let i = 0; i < bestOfCandidate.length; i++) {
    for (let j = 0; j < bestOfReference.length; j++) {
      const similarity = dot(candidate.rows, i * width, reference.rows, j * width, width);
      if (similarity > (bestOfCandidate[i] ?? 0)) bestOfCandidate[i] = similarity;
      if (similarity > (bestOfReference[j] ?? 0)) bestOfReference[j] = similarity;
    }
  }
  const precision = mean(bestOfCandidate, candidate.counts);
  const recall = mean(bestOfReference, reference.counts);
  const f1 = (2 * precision * recall) / (precision + recall);
  return { precision, recall, f1: Number.isNaN(f1) ? 0 : f1 };
}

function mean(values: Float64Array, counts: readonly boolean[]): number {
  let sum = 0;
  let number = 0;
  for (const [i, value] of values.entries()) {
    if (counts[i] !== true) continue;
    sum += value;
    number++;
  }
  return sum / number;
}

function dot(a: Float32Array, atA: number, b: Float32Array, atB: number, width: number): number {
  let sum = 0;
  for (let k = 0; k < width; k++) sum += (a[atA + k] ?? 0) * (b[atB + k] ?? 0);
  return sum;
}

function normalized({ rows, width }: TokenRows): Float32Array {
  const unit = new Float32Array(rows.length);
  for (let start = 0; start < rows.length; start += width) {
    const length = Math.sqrt(dot(rows, start, rows, start, width));
    for (let k = start; k < start + width; k++) unit[k] = (rows[k] ?? 0) / length;
  }
  return unit;
}
