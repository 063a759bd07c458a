import { CORRECT_TAG } from "@medhelm/core/helm/instance";
import { completionsOf } from "@medhelm/core/metrics/general-stats";
import type { InstanceStats, Measurement, MetricFactory, Ratio } from "@medhelm/core/metrics/metric";
import { valueOf } from "@medhelm/core/reading/reading";
import { codes, helmCodes } from "./codes.ts";
import { readCodes } from "./read-codes.ts";

export const BILLING_METRIC = "helm.benchmark.metrics.mimiciv_billing_code_metrics.MIMICIVBillingCodeMetric";
const NAME = "mimiciv_billing_code";

/**
 * `helm`: the mean of precision, recall and F1 over notes. `corrected`: HELM's names have the values of the whole corpus
 * (micro, as CAML), and additional names have the means over notes (docs/scoring.md, "Billing codes").
 */
export const billingMetric: MetricFactory = () => ({
  ofInstance: (state, { profile }) => {
    const gold = state.instance.references.find(({ tags }) => tags.includes(CORRECT_TAG))?.output.text ?? "";
    const reply = completionsOf(state)[0].text;
    if (profile === "helm") {
      const counts = compare(helmCodes(reply), helmCodes(gold));
      return scores(NAME, counts.predicted + counts.gold === 0 ? undefined : counts);
    }
    const counts = compare(new Set(valueOf(readCodes(reply))), codes(gold));
    return [
      ...Object.entries(counts).map(([name, value]) => ({ name: `${NAME}_count_${name}`, value })),
      ...scores(`${NAME}_note`, counts),
    ];
  },
  readingsOf: (state, { profile }) =>
    profile === "helm" || state.result?.success === false
      ? []
      : [{ reader: "icd", reading: readCodes(completionsOf(state)[0].text) }],
  ratioOf: (name, measured) => {
    const [both, predicted, gold] = COUNTS.map((count) => measured(`${NAME}_count_${count}`));
    if (both === undefined || predicted === undefined || gold === undefined) return undefined;
    return partsOf({ both, predicted, gold }).get(name);
  },
  derive: (sums, { profile }) => (profile === "helm" ? [] : corpus(sums)),
});

/** The number of codes in the reply, in the gold list, and in both. */
interface Counts {
  readonly both: number;
  readonly predicted: number;
  readonly gold: number;
}

function compare(predicted: ReadonlySet<string>, gold: ReadonlySet<string>): Counts {
  return { both: [...predicted].filter((code) => gold.has(code)).length, predicted: predicted.size, gold: gold.size };
}

function corpus(sums: InstanceStats): Measurement[] {
  if ((sums.get(`${NAME}_count_gold`)?.count ?? 0) === 0) return scores(NAME, undefined);
  const count = (name: keyof Counts): number => sums.get(`${NAME}_count_${name}`)?.sum ?? 0;
  return scores(NAME, { both: count("both"), predicted: count("predicted"), gold: count("gold") });
}

const COUNTS = ["both", "predicted", "gold"] as const;

/** The numerator and denominator of each score. */
const partsOf = ({ both, predicted, gold }: Counts): ReadonlyMap<string, Ratio> =>
  new Map<string, Ratio>([
    [`${NAME}_precision`, [both, predicted]],
    [`${NAME}_recall`, [both, gold]],
    [`${NAME}_f1`, [2 * both, predicted + gold]],
  ]);

/** Computes the scores; undefined counts give undefined scores. As in HELM and CAML, a division by zero gives 0. */
function scores(prefix: string, counts: Counts | undefined): Measurement[] {
  const ratio = (of: (counts: Counts) => readonly [number, number]): number | undefined => {
    if (counts === undefined) return undefined;
    const [part, whole] = of(counts);
    return whole === 0 ? 0 : part / whole;
  };
  return [
    { name: `${prefix}_precision`, value: ratio(({ both, predicted }) => [both, predicted]) },
    { name: `${prefix}_recall`, value: ratio(({ both, gold }) => [both, gold]) },
    { name: `${prefix}_f1`, value: ratio(({ both, predicted, gold }) => [2 * both, predicted + gold]) },
  ];
}
