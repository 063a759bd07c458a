import type { RunSpec } from "../helm/run-spec.ts";
import type { RequestState } from "../helm/scenario-state.ts";
import type { PerInstanceStats, Stat } from "../helm/stats.ts";
import {
  type ClosedQuestion,
  type MetricRegistry,
  ofExample,
  type Ratio,
  type ScoringContext,
} from "../metrics/metric.ts";
import type { PageReading } from "../release/pages/page.ts";
import { type EncoderScores, type EncoderScoresOf, encoderScoresIndex } from "./encoder-scores.ts";
import type { Profile } from "../run/profile.ts";
import { pageReadings } from "./page-readings.ts";
import { type MetricScorer, scoreMetric } from "./score-metric.ts";
import { planScore } from "./score-plan.ts";
import { isSamePerturbation, type TrialInstances, trialInstances } from "./trial-instances.ts";

/** Python's len(): code points. */
export function countCharacters(text: string): number {
  let count = 0;
  for (const _ of text) count++;
  return count;
}

/** Looks up the scores of a parsed file. */
export function scoresIn({ scores }: EncoderScores): EncoderScoresOf {
  const index = encoderScoresIndex();
  for (const score of scores) index.add(score);
  return index.of;
}

export interface ScorerInput {
  readonly runSpec: RunSpec;
  readonly metrics: MetricRegistry;
  /** Tokens of a prompt. Default: its characters, as HELM's simple/tokenizer1 counts. */
  readonly countTokens?: (text: string) => number;
  /** Default: true. */
  readonly hasTokenizer?: boolean;
  /** Tokens that the provider or the model's tokenizer counted. Default: none. */
  readonly tokensOf?: ScoringContext["tokensOf"];
  /** The scores of the run's encoder_scores.json, if the run has this file. */
  readonly encoderScores?: EncoderScoresOf | undefined;
}

export interface RunScorer {
  /** Adds requests in the order of scenario_state.json. */
  add(state: RequestState): void;
  /** As ScoredProfile.closedQuestion, before the last request. */
  closedQuestion(state: RequestState): ClosedQuestion | undefined;
  /** The scores of the requests that were added so far. */
  requestScores(profile: Profile): RequestScores;
  /** Whether a request was added twice, with the same instance, trial and perturbation. */
  hasRepeats(): boolean;
  /** Returns the score that a request would have in a metric; undefined if the metric cannot measure it. */
  scoreOf(profile: Profile, name: string, state: RequestState): number | Ratio | undefined;
  /** Call it after the last request. The event loop turns in between. */
  finish(profile: Profile): Promise<ScoredProfile>;
}

export interface ScoredProfile extends RequestScores {
  /** stats.json */
  readonly stats: Stat[];
  /** The metrics, classes and "requests" that the run spec names and this run lacks -> reason. */
  readonly absent: Record<string, string>;
  /** The records of per_instance_stats.json. Each call makes them again, one at a time. */
  perInstance(): Generator<PerInstanceStats>;
}

/** The scores of single requests under a profile, which are known as soon as the request was added. */
export interface RequestScores {
  /**
   * Builds the records of the request's instance, trial and perturbation, in the order of per_instance_stats.json. With `occurrence`, only
   * those of one of the repeated requests, from 0. Requests that are added later may add records: see `hasRepeats`.
   */
  recordsOf(state: RequestState, occurrence?: number): Generator<PerInstanceStats>;
  /** The parts of an instance's main metric, if it is a ratio of sums. */
  ratioOf(name: string, records: readonly PerInstanceStats[]): Ratio | undefined;
  /** The question of a request, if its answer is one of a list. */
  closedQuestion(state: RequestState): ClosedQuestion | undefined;
  /** How the profile's metrics read the reply, for its page. */
  readingsOf(state: RequestState): PageReading[];
}

/**
 * Computes stats.json and per_instance_stats.json under several profiles in one pass over the requests. The order is HELM's
 * (helm/benchmark/runner.py, metrics/metric.py): per metric and train trial first the sums over instances, then derived stats, then
 * worst cases. The mean of each trial is one value of the run's stat. Numbers that are not finite are left out: HELM leaves out NaN,
 * and it writes Infinity, which no JSON parser reads.
 * Memory: about 100 bytes for the id of a request, and 1 to 8 bytes per value outside of the heap.
 */
export function runScorer(input: ScorerInput, profiles: readonly Profile[]): RunScorer {
  const scorers = new Map(profiles.map((profile) => [profile, profileScorer(input, profile)]));
  const trials = new Map<number, TrialInstances>();
  let requests = 0;
  let withoutResult = 0;

  function trialOf(number: number): TrialInstances {
    const trial = trials.get(number) ?? trialInstances(number);
    trials.set(number, trial);
    return trial;
  }

  return {
    add(state) {
      requests++;
      if (state.result === undefined) {
        withoutResult++;
        return;
      }
      const trial = trialOf(state.train_trial_index);
      const index = trial.add(state.instance);
      for (const { metrics } of scorers.values()) for (const metric of metrics) metric.add(state, trial, index);
    },
    closedQuestion: (state) => closedQuestionOf(scorers.get("corrected")?.metrics ?? [], state),
    requestScores: (profile) => requestScores(scorers.get(profile)?.metrics ?? [], trials),
    hasRepeats: () => [...trials.values()].some((trial) => trial.hasRepeats()),
    scoreOf: (profile, name, state) => scoreOf(scorers.get(profile)?.metrics ?? [], name, state),
    async finish(profile) {
      const scorer = scorers.get(profile);
      if (scorer === undefined) throw new Error(`the run was not scored under ${profile}`);
      const { metrics, absent } = scorer;
      if (withoutResult > 0)
        absent["requests"] = `${withoutResult} of ${requests} requests have no result and are not scored`;
      const inOrder = [...trials.values()].toSorted((a, b) => a.trial - b.trial);
      const stats: Stat[] = [];
      for (const metric of metrics) stats.push(...(await metric.stats(inOrder)));
      for (const metric of metrics) Object.assign(absent, metric.absent);
      return {
        stats: finite(stats),
        absent,
        *perInstance() {
          for (const metric of metrics)
            for (const trial of inOrder)
              for (let index = 0; index < trial.size(); index++) yield* recordAt(metric, trial, index);
        },
        ...requestScores(metrics, trials),
      };
    },
  };
}

function requestScores(metrics: readonly MetricScorer[], trials: ReadonlyMap<number, TrialInstances>): RequestScores {
  return {
    readingsOf: (state) => pageReadings(metrics.flatMap((metric) => metric.readings(state))),
    ratioOf: (name, records) => {
      const valueOf = (wanted: string) => meanIn(records, wanted);
      for (const metric of metrics) {
        const found = metric.ratioOf(name, valueOf);
        if (found !== undefined) return found;
      }
      return undefined;
    },
    closedQuestion: (state) => closedQuestionOf(metrics, state),
    *recordsOf({ instance, train_trial_index }, occurrence) {
      const trial = trials.get(train_trial_index);
      if (trial === undefined || instance.id === undefined) return;
      const same = trial.indexesOf(instance.id).filter((index) => isSamePerturbation(trial.contextAt(index), instance));
      const wanted = occurrence === undefined ? same : same.slice(occurrence, occurrence + 1);
      for (const metric of metrics) for (const index of wanted) yield* recordAt(metric, trial, index);
    },
  };
}

function profileScorer({ runSpec, countTokens = countCharacters, ...input }: ScorerInput, profile: Profile) {
  const { metrics, absent } = planScore(runSpec.metric_specs, input.metrics);
  const context: ScoringContext = {
    adapterSpec: runSpec.adapter_spec,
    profile,
    countTokens,
    ...(input.hasTokenizer === undefined ? {} : { hasTokenizer: input.hasTokenizer }),
    ...(input.tokensOf && { tokensOf: input.tokensOf }),
    ...(input.encoderScores && { encoderScores: input.encoderScores }),
  };
  for (const { metric } of metrics) Object.assign(absent, metric.absentIn?.(context));
  return { metrics: metrics.map((planned) => scoreMetric(planned, context)), absent };
}

function closedQuestionOf(metrics: readonly MetricScorer[], state: RequestState): ClosedQuestion | undefined {
  for (const metric of metrics) {
    const found = metric.closedQuestion(state);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** The last metric class that measures it counts, as in scores.json. */
function scoreOf(metrics: readonly MetricScorer[], name: string, state: RequestState): number | Ratio | undefined {
  let score: number | Ratio | undefined;
  for (const metric of metrics) {
    const values = new Map(metric.measure(state, name).map((one) => [one.name, one.value]));
    const valueOf = (wanted: string) => {
      const value = values.get(wanted);
      return value === undefined ? undefined : Number(value);
    };
    score = metric.ratioOf(name, valueOf) ?? valueOf(name) ?? valueOf(ofExample(name)) ?? score;
  }
  return score;
}

const meanIn = (records: readonly PerInstanceStats[], wanted: string): number | undefined =>
  records.flatMap(({ stats }) => stats).find(({ name }) => name.name === wanted)?.mean;

function* recordAt(metric: MetricScorer, trial: TrialInstances, index: number): Generator<PerInstanceStats> {
  const record = metric.record(trial, index);
  if (record !== undefined) yield finiteRecord(record);
}

function finite(stats: readonly Stat[]): Stat[] {
  return stats.filter(isFiniteStat);
}

function finiteRecord(record: PerInstanceStats): PerInstanceStats {
  return record.stats.every(isFiniteStat) ? record : { ...record, stats: finite(record.stats) };
}

function isFiniteStat({ sum, sum_squared }: Stat): boolean {
  return Number.isFinite(sum) && Number.isFinite(sum_squared);
}
