import { z } from "zod";
import { ObjectSpec } from "../helm/run-spec.ts";
import type { RequestState } from "../helm/scenario-state.ts";
import type { Metric, MetricRegistry } from "../metrics/metric.ts";
import { UserError } from "../user-error.ts";
import { type OutputProcessor, outputProcessor } from "../run/asking/output-processors.ts";

const OUTPUT_PROCESSING_METRIC = "helm.benchmark.metrics.output_processing_metric.OutputProcessingMetric";
const OutputProcessingArgs = z.object({ processor: z.string(), metric_specs: z.array(ObjectSpec) });

export interface PlannedMetric {
  readonly metric: Metric;
  /** Outermost first. */
  readonly processors: readonly OutputProcessor[];
}

export interface ScorePlan {
  readonly metrics: readonly PlannedMetric[];
  /** Metrics that cannot be computed: metric or class name -> reason. */
  readonly absent: Record<string, string>;
}

/** Plans the metrics of a run spec in order. A class without an implementation is absent, not an error. @throws UserError for bad args */
export function planScore(specs: readonly ObjectSpec[], registry: MetricRegistry): ScorePlan {
  const metrics: PlannedMetric[] = [];
  const absent: Record<string, string> = {};
  const add = (spec: ObjectSpec, processors: readonly OutputProcessor[]): void => {
    const name = spec.class_name.split(".").at(-1) ?? spec.class_name;
    if (spec.class_name === OUTPUT_PROCESSING_METRIC) {
      const wrapped = unwrap(spec);
      if ("reason" in wrapped) absent[name] = wrapped.reason;
      else for (const inner of wrapped.specs) add(inner, [...processors, wrapped.processor]);
      return;
    }
    const factory = registry(spec.class_name);
    if (factory === undefined) {
      absent[name] = "this metric is not built yet";
      return;
    }
    const metric = factory(spec.args);
    metrics.push({ metric, processors });
    Object.assign(absent, metric.absent);
  };
  for (const spec of specs) add(spec, []);
  return { metrics, absent };
}

/** Returns the class of every metric in a run spec, including those within an output-processing metric. */
export function metricClasses(specs: readonly ObjectSpec[]): string[] {
  return specs.flatMap((spec) => {
    if (spec.class_name !== OUTPUT_PROCESSING_METRIC) return [spec.class_name];
    const wrapped = unwrap(spec);
    return "reason" in wrapped ? [] : metricClasses(wrapped.specs);
  });
}

function unwrap(
  spec: ObjectSpec,
): { readonly specs: readonly ObjectSpec[]; readonly processor: OutputProcessor } | { readonly reason: string } {
  const args = OutputProcessingArgs.safeParse(spec.args);
  if (!args.success) return { reason: "its args need processor and metric_specs" };
  try {
    return { specs: args.data.metric_specs, processor: outputProcessor(args.data.processor) };
  } catch (error) {
    if (error instanceof UserError) return { reason: error.message };
    throw error;
  }
}

/** Returns the state that a metric behind output processors sees. The stored state does not change. */
export function processed(state: RequestState, processors: readonly OutputProcessor[]): RequestState {
  if (processors.length === 0 || state.result === undefined) return state;
  const completions = state.result.completions.map((completion) => ({
    ...completion,
    text: processors.reduce((text, process) => process(text), completion.text),
  }));
  return { ...state, result: { ...state.result, completions } };
}
