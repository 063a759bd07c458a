import { metReading } from "@medhelm/core/judge/rubric-items";
import { completionsOf } from "@medhelm/core/metrics/general-stats";
import type { MetricFactory } from "@medhelm/core/metrics/metric";
import { outsideThinking } from "@medhelm/core/reading/thinking/thinking-places";
import { z } from "zod";

export const META_METRIC = "medhelm.benchmarks.PhysicianAgreementMetric";

const Labels = z.object({ binary_labels: z.array(z.boolean()).min(1) });

/**
 * criteria_met: the judge's verdict on the item. physician_agreement: the share of physicians with the same verdict. A reply without a
 * verdict has neither, as an unscored verdict of a jury.
 */
export const physicianAgreementMetric: MetricFactory = () => ({
  ofInstance: (state) => {
    const labels = Labels.safeParse(state.instance.extra_data).data?.binary_labels ?? [];
    const [{ text }] = completionsOf(state);
    const reading = metReading(outsideThinking(text));
    const met = reading.kind === "read" ? reading.value.value : undefined;
    const agreeing = labels.filter((label) => label === met).length;
    return [
      { name: "physician_agreement", value: met === undefined ? undefined : agreeing / labels.length },
      { name: "criteria_met", value: met },
    ];
  },
});
