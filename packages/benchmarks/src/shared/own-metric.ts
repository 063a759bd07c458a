import type { MetricFactory } from "@medhelm/core/metrics/metric";
import type { DefinedBenchmark } from "../define.ts";
import { BASIC_GENERATION } from "./metric-specs.ts";

/** The benchmark's own metric of this class. HELM's general metric is its own if it has a rule for replies. */
export async function ownMetric(
  { ownMetrics, replyRule }: Pick<DefinedBenchmark, "ownMetrics" | "replyRule">,
  className: string,
): Promise<MetricFactory | undefined> {
  const own = ownMetrics.get(className);
  if (own !== undefined || replyRule === undefined || className !== BASIC_GENERATION) return own;
  // The readers of replies take longer to load than the rest of a command.
  const { basicGenerationWith } = await import("@medhelm/core/metrics/basic-generation");
  return basicGenerationWith(replyRule);
}
