import type { Answered } from "../metrics/calibration.ts";
import { equalWidthBin, equalWidthEce } from "../statistics/equal-width-ece.ts";
import { mean } from "../statistics/mean.ts";
import { wilson } from "../statistics/wilson.ts";
import type { Reliability } from "./qualities.ts";

const BINS = 10;

/** Ten bins of equal width, and the calibration error over them. Undefined without answers. */
export function reliabilityOf(answers: readonly Answered[]): Reliability | undefined {
  const error = equalWidthEce(answers, BINS);
  if (error === undefined) return undefined;
  const bins = Map.groupBy(answers, ({ confidence }) => equalWidthBin(confidence, BINS));
  return {
    answers: answers.length,
    ...error,
    bins: [...bins]
      .toSorted(([a], [b]) => a - b)
      .map(([bin, some]) => {
        const correct = some.filter(({ isCorrect }) => isCorrect).length;
        const { low, high } = wilson(correct, some.length, 0.95) ?? { low: 0, high: 1 };
        return {
          from: bin / BINS,
          to: (bin + 1) / BINS,
          answers: some.length,
          confidence: mean(some.map(({ confidence }) => confidence)),
          correct: correct / some.length,
          interval: { low, high },
        };
      }),
  };
}
