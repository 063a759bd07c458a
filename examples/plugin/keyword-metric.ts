import type { Medhelm, MetricFactory } from "medhelm/plugin";

/** A metric: returns any number of measurements for a request and its answer. This one reads the findings of the annotator. */
export const keywordMetric =
  ({ z }: Medhelm): MetricFactory =>
  () => {
    const Keywords = z.object({ found: z.array(z.string()), wanted: z.number() });
    return {
      ofInstance: ({ annotations }) => {
        const keywords = Keywords.safeParse(annotations?.["keywords"]).data;
        // undefined means "not measured", which differs from 0
        return [{ name: "keyword_recall", value: keywords && keywords.found.length / keywords.wanted }];
      },
    };
  };
