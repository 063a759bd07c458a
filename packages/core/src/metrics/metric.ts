import type { AdapterSpec, RunSpec } from "../helm/run-spec.ts";
import type { RequestState } from "../helm/scenario-state.ts";
import type { Stat } from "../helm/stats.ts";
import type { EncoderScoresOf } from "../scoring/encoder-scores.ts";
import type { TokenUsage } from "../ports.ts";
import type { ReaderName } from "../reading/readers.ts";
import type { Reading } from "../reading/reading.ts";
import type { Profile } from "../run/profile.ts";

/** One measured value. `undefined`: it could not be measured; the stat is then written with count 0. */
export interface Measurement {
  readonly name: string;
  readonly value: number | boolean | undefined;
}

/** A stat that a run cannot have, with the reason, which is listed with the absent metrics. */
export interface Absent {
  readonly name: string;
  readonly absent: string;
}

export interface ScoringContext {
  readonly adapterSpec: AdapterSpec;
  readonly profile: Profile;
  /** Counts a prompt's tokens by the deployment's tokenizer. */
  readonly countTokens: (text: string) => number;
  /** false: the deployment names no tokenizer of HELM's that counts here, and `countTokens` returns 1. */
  readonly hasTokenizer?: boolean;
  /** Tokens of a request and its answer that the provider or the model's own tokenizer counted. */
  readonly tokensOf?: (state: RequestState) => TokenUsage;
  /** Scores from the worker's encoder (encoder_scores.json); undefined if the run has no such file. */
  readonly encoderScores?: EncoderScoresOf;
  /** The only measurement that the caller reads, as of a baseline's answer. A metric may leave out those that do not change it. */
  readonly only?: string;
}

/** How a metric reads a reply in profile `corrected`. */
export interface ReplyReading {
  readonly reader: ReaderName;
  readonly reading: Reading<unknown>;
}

/** A question whose answer is one of a list. */
export interface ClosedQuestion {
  /** In the order of the question. `label`: what a reply names, such as "B". `text`: its meaning, such as "no". */
  readonly options: readonly { readonly label: string; readonly text: string }[];
  /** The correct label. Absent: no option is correct. */
  readonly gold?: string;
  /** Returns the label that the reply gives; undefined if it gives none. `value`: what the metric's reader read in it. */
  readonly given: (value: unknown, reply: string) => string | undefined;
}

/** The parts of a score that is a ratio of sums over the instances. */
export type Ratio = readonly [numerator: number, denominator: number];

/** Suffix of an instance's value of a metric that is not a plain mean over instances, such as a clipped mean. */
export const ofExample = (metric: string): string => `${metric}_example`;

/** The stats of one instance in one trial, by metric name. */
export type InstanceStats = ReadonlyMap<string, Stat>;

/** `for await` lets the event loop turn, which matters in runs of many thousand instances. */
export interface AllInstanceStats extends Iterable<InstanceStats>, AsyncIterable<InstanceStats> {}

/**
 * Scores a run for one class of HELM's metric_specs. Every part is optional. runScorer adds split, sub-split, perturbation, worst cases and
 * the mean over trials. The files keep the order of the measurements.
 */
export interface Metric {
  /** Measures one request with its result. */
  readonly ofInstance?: (state: RequestState, context: ScoringContext) => readonly Measurement[];
  /** Reads the first reply as ofInstance does, so that a page can show the steps. A pure function, called again for each page. */
  readonly readingsOf?: (state: RequestState, context: ScoringContext) => readonly ReplyReading[];
  /** The question of a request, if its answer is one of a list. */
  readonly closedQuestion?: (state: RequestState, context: ScoringContext) => ClosedQuestion | undefined;
  /**
   * The parts of one instance in the metric `name`, which is the sum of numerators over the sum of denominators. `valueOf` returns the
   * instance's measurements. Undefined: that metric is no such ratio.
   */
  readonly ratioOf?: (name: string, valueOf: (name: string) => number | undefined) => Ratio | undefined;
  /** Derives stats from the sums over one trial's instances of one split, sub-split and perturbation, e.g. perplexity. */
  readonly derive?: (sums: InstanceStats, context: ScoringContext) => readonly Measurement[];
  /** Derives stats from the instances of one trial, split, sub-split and perturbation, e.g. calibration. Iterate over them once. */
  readonly deriveFromInstances?: (
    instances: AllInstanceStats,
    context: ScoringContext,
  ) => readonly (Measurement | Absent)[] | Promise<readonly (Measurement | Absent)[]>;
  /** Whether `deriveFromInstances` has anything to derive, by the sums over the same instances. Absent: it has. */
  readonly needsInstances?: (sums: InstanceStats) => boolean;
  /** Derives stats from the number of distinct instances of one trial, split, sub-split and perturbation. */
  readonly ofCount?: (instances: number) => readonly Measurement[];
  /** Metrics of the spec that this build lacks: name -> reason. */
  readonly absent?: Readonly<Record<string, string>>;
  /** Metrics that this run lacks, e.g. because it has no encoder: name -> reason. */
  readonly absentIn?: (context: ScoringContext) => Readonly<Record<string, string>>;
}

/** Creates a metric from the metric_spec's args. @throws UserError for invalid args */
export type MetricFactory = (args: Readonly<Record<string, unknown>>) => Metric;

/** Available metrics by HELM's dotted class name. */
export type MetricRegistry = (className: string) => MetricFactory | undefined;

/**
 * Loads the metric of a class name. A benchmark may have its own version of a general class, so the result depends on the run.
 * Returns undefined if this build has no such metric.
 */
export type FindMetric = (
  className: string,
  run: Pick<RunSpec, "name" | "scenario_spec">,
) => Promise<MetricFactory | undefined>;

/** Finds metrics by HELM's class name: first in `factories`, then in `others`. */
export function metricRegistry(
  factories: Readonly<Record<string, MetricFactory>>,
  others?: MetricRegistry,
): MetricRegistry {
  return (className) => (Object.hasOwn(factories, className) ? factories[className] : others?.(className));
}
