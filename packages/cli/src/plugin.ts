/**
 * The types that a plugin's author imports: `import type { Medhelm, Plugin } from "medhelm/plugin"`. Node erases that line, so a
 * plugin needs no node_modules. Its default export gets the values as an argument.
 */
export type { Medhelm, Plugin, PluginModel } from "@medhelm/benchmarks/plugin";
export type { Instance, Reference } from "@medhelm/core/helm/instance";
export type { AdapterSpec, ObjectSpec } from "@medhelm/core/helm/run-spec";
export type { Request, RequestState } from "@medhelm/core/helm/scenario-state";
export type { Measurement, Metric, MetricFactory, ScoringContext } from "@medhelm/core/metrics/metric";
export type { Annotator, AnnotatorFactory } from "@medhelm/core/run/annotator";
