import type { InstanceStats, Measurement } from "./metric.ts";

const GOLD = "gold_is_";
const ANSWER = "answer_is_";
const BOTH = "both_are_";

/**
 * For benchmarks whose questions share their labels (yes, no, maybe): the correct and the given label, as counts for macro-F1.
 * `answer` is undefined if the reply names no label.
 */
export const labelShares = (
  labels: readonly string[],
  gold: readonly string[],
  answer: string | undefined,
): Measurement[] =>
  labels.flatMap((label) => [
    { name: `${GOLD}${label}`, value: gold.includes(label) },
    { name: `${ANSWER}${label}`, value: answer === label },
    { name: `${BOTH}${label}`, value: gold.includes(label) && answer === label },
  ]);

/**
 * The mean F1 of the labels that are correct or given at least once (scikit-learn's macro average), from the sums of labelShares. A reply
 * without a label counts as a miss of the correct label and not as a label of its own.
 */
export function macroF1(sums: InstanceStats): Measurement[] {
  const sum = (name: string) => sums.get(name)?.sum ?? 0;
  const scores = [...sums.keys()]
    .flatMap((name) => (name.startsWith(GOLD) ? [name.slice(GOLD.length)] : []))
    .flatMap((label) => {
      const [right, given, both] = [sum(`${GOLD}${label}`), sum(`${ANSWER}${label}`), sum(`${BOTH}${label}`)];
      return right + given === 0 ? [] : [(2 * both) / (right + given)];
    });
  if (scores.length === 0) return [];
  return [{ name: "macro_f1", value: scores.reduce((total, score) => total + score, 0) / scores.length }];
}
