import type { AdapterSpec, RunSpec } from "../helm/run-spec.ts";
import type { RequestState } from "../helm/scenario-state.ts";
import type { Stat } from "../helm/stats.ts";
import type { EncoderScoresOf } from "../scoring/encoder-scores.ts";
import type { Profile } from "../run/profile.ts";

/** One value that a metric found. `undefined`: it could not be measured; the stat is then written with count 0. */
export interface Measurement {
  readonly name: string;
  readonly value: number | boolean | undefined;
}

export interface ScoringContext {
  readonly adapterSpec: AdapterSpec;
  readonly profile: Profile;
  /** Tokens of a prompt, as the deployment's tokenizer counts them. */
  readonly countTokens: (text: string) => number;
  /** What the worker's encoder found (encoder_scores.json); undefined where the run has no such file. */
  readonly encoderScores?: EncoderScoresOf;
}

/** What an instance has of a metric that is no plain mean over instances: a clipped mean has it under this name. */
export const ofExample = (metric: string): string => `${metric}_example`;

/** The stats of one instance in one trial, by metric name. */
export type InstanceStats = ReadonlyMap<string, Stat>;

/**
 * How one class of HELM's metric_specs scores a run. Every part is optional; split, sub-split and perturbation are added by
 * scoreRun, as are worst cases over perturbations and the mean over trials. The order of measurements is that of the files.
 */
export interface Metric {
  /** One request with its result. */
  readonly ofInstance?: (state: RequestState, context: ScoringContext) => readonly Measurement[];
  /** From the sums over one trial's instances of equal split, sub-split and perturbation, e.g. perplexity. */
  readonly derive?: (sums: InstanceStats, context: ScoringContext) => readonly Measurement[];
  /** From the single instances of one trial of equal split, sub-split and perturbation, e.g. calibration. To be gone through once. */
  readonly deriveFromInstances?: (
    instances: Iterable<InstanceStats>,
    context: ScoringContext,
  ) => readonly Measurement[];
  /** How many distinct instances of equal split, sub-split and perturbation a trial has. */
  readonly ofCount?: (instances: number) => readonly Measurement[];
  /** What the metric_spec asks for and this build does not have: name -> reason. */
  readonly absent?: Readonly<Record<string, string>>;
  /** What this run in particular does not have, e.g. for want of an encoder: name -> reason. */
  readonly absentIn?: (context: ScoringContext) => Readonly<Record<string, string>>;
}

/** Takes the metric_spec's args. Throws UserError where they cannot be used. */
export type MetricFactory = (args: Readonly<Record<string, unknown>>) => Metric;

/** The metrics at hand, by HELM's dotted class name. */
export type MetricRegistry = (className: string) => MetricFactory | undefined;

/**
 * Loads the metric of a class name. A benchmark may score a general class in a way of its own, so the run decides.
 * Undefined: this version has no metric of that name.
 */
export type FindMetric = (
  className: string,
  run: Pick<RunSpec, "name" | "scenario_spec">,
) => Promise<MetricFactory | undefined>;

export function metricRegistry(
  factories: Readonly<Record<string, MetricFactory>>,
  others?: MetricRegistry,
): MetricRegistry {
  return (className) => (Object.hasOwn(factories, className) ? factories[className] : others?.(className));
}
