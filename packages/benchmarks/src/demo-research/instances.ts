import { CORRECT_TAG, type Instance } from "@medhelm/core/helm/instance";
import { type Study, studies } from "./items.ts";

const DECISIONS = ["yes", "no", "maybe"] as const;

export const instances = (): Instance[] =>
  studies.map((study) => ({
    input: { text: `Abstract: ${abstractOf(study)}\n\nQuestion: Did ${study.treatment} prevent ${study.outcome}?\n` },
    references: DECISIONS.map((text) => ({
      output: { text },
      tags: text === decisionOf(study) ? [CORRECT_TAG] : [],
    })),
    split: "test",
  }));

function abstractOf(study: Study): string {
  const { ratio, low, high } = riskRatioOf(study);
  const percent = (count: number) => ((100 * count) / study.size).toFixed(1);
  return [
    `${study.people.charAt(0).toUpperCase()}${study.people.slice(1)} were assigned by chance to ${study.treatment} or to usual care, ${study.size} to each.`,
    `The outcome was ${study.outcome}. It occurred in ${percent(study.treated)} % with the treatment and in ${percent(study.untreated)} % with usual care`,
    `(relative risk ${ratio.toFixed(2)}, 95 % confidence interval ${low.toFixed(2)} to ${high.toFixed(2)}).`,
  ].join(" ");
}

/** Yes: the interval is below 1. No: it contains 1 and no effect of a tenth or more. Otherwise the study is too small to decide. */
export function decisionOf(study: Study): (typeof DECISIONS)[number] {
  const { low, high } = riskRatioOf(study);
  if (high < 1) return "yes";
  return low > 0.9 && high < 1.1 ? "no" : "maybe";
}

/** The relative risk of two groups of equal size, with the interval from the normal approximation of its logarithm (Katz 1978). */
function riskRatioOf({ size, treated, untreated }: Study) {
  const ratio = treated / untreated;
  const reach = 1.96 * Math.sqrt(1 / treated + 1 / untreated - 2 / size);
  return { ratio, low: ratio * Math.exp(-reach), high: ratio * Math.exp(reach) };
}
