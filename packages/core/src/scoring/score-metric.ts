import type { RequestState } from "../helm/scenario-state.ts";
import { takeMean } from "../helm/stat.ts";
import type { PerInstanceStats, Stat } from "../helm/stats.ts";
import type {
  Absent,
  AllInstanceStats,
  ClosedQuestion,
  InstanceStats,
  Measurement,
  Ratio,
  ReplyReading,
  ScoringContext,
} from "../metrics/metric.ts";
import { turns } from "../run/turns.ts";
import { ofWholeReply } from "./processed-readings.ts";
import { type PlannedMetric, processed } from "./score-plan.ts";
import { statSums } from "./stat-sums.ts";
import { type Context, contextKey, contextOf, type TrialInstances } from "./trial-instances.ts";
import { type TrialRecords, trialRecords } from "./trial-records.ts";
import { isWithoutReply, withoutReply } from "./without-reply.ts";
import { worstCases } from "./worst-cases.ts";

export interface MetricScorer {
  /** Adds the request with this index in `trial`. */
  add(state: RequestState, trial: TrialInstances, index: number): void;
  /** The metric's part of stats.json; trials in order. */
  stats(trials: readonly TrialInstances[]): Promise<Stat[]>;
  /** The request's record in per_instance_stats.json; undefined if the metric measured nothing. */
  record(trial: TrialInstances, index: number): PerInstanceStats | undefined;
  /** The stats that stats() could not measure: name -> reason. */
  readonly absent: Readonly<Record<string, string>>;
  /** The measurements of a request that is not one of the run's, such as a baseline's answer: at least those from which `name` follows. */
  measure(state: RequestState, name: string): readonly Measurement[];
  closedQuestion(state: RequestState): ClosedQuestion | undefined;
  ratioOf(name: string, valueOf: (name: string) => number | undefined): Ratio | undefined;
  /** How the metric reads the reply. The places are in the reply itself, also behind an output processor. */
  readings(state: RequestState): readonly ReplyReading[];
}

/**
 * Scores one metric over the requests given to `add`, in request order (Metric.evaluate of helm/benchmark/metrics/metric.py). It keeps
 * numbers and builds sums and records on demand.
 */
export function scoreMetric({ metric, processors }: PlannedMetric, scoring: ScoringContext): MetricScorer {
  const byTrial = new Map<TrialInstances, TrialRecords>();
  const absent: Record<string, string> = {};

  function recordsOf(trial: TrialInstances): TrialRecords {
    const records = byTrial.get(trial) ?? trialRecords(trial);
    byTrial.set(trial, records);
    return records;
  }

  function add(state: RequestState, trial: TrialInstances, index: number): void {
    // Only HELM's ranking adapters send one request per reference (reference_index); this build does not score them.
    if (metric.ofInstance === undefined || state.reference_index !== undefined) return;
    const measured = metric.ofInstance(processed(state, processors), scoring);
    const isMissing = scoring.profile === "corrected" && isWithoutReply(state);
    recordsOf(trial).add(index, isMissing ? withoutReply(measured) : measured);
  }

  async function trialStats(trial: TrialInstances): Promise<Stat[]> {
    const records = recordsOf(trial);
    const sums = statSums();
    for (const one of records.sums.values()) sums.add(one);
    const include = (measurements: readonly (Measurement | Absent)[], context: Context) => {
      for (const one of measurements)
        if ("absent" in one) absent[one.name] = one.absent;
        else sums.add(records.statIn(context, one.name, one.value));
    };
    const { derive, deriveFromInstances, needsInstances, ofCount } = metric;
    const byContext = Map.groupBy(sums.values(), ({ name }) => contextKey(name));
    if (derive)
      for (const stats of byContext.values()) include(derive(byName(stats), scoring), contextOf(stats[0]?.name ?? {}));
    if (deriveFromInstances)
      for (const context of records.contexts()) {
        if (needsInstances?.(byName(byContext.get(contextKey(context)) ?? [])) === false) continue;
        include(
          await deriveFromInstances(
            eachByName(() => records.inContext(context)),
            scoring,
          ),
          context,
        );
      }
    for (const one of await worstCases(records)) sums.add(one);
    if (ofCount) for (const { context, instances } of trial.groups()) include(ofCount(instances), context);
    return sums.values();
  }

  return {
    add,
    absent,
    async stats(trials) {
      const sums = statSums();
      for (const trial of trials) for (const one of await trialStats(trial)) sums.add(takeMean(one));
      return sums.values();
    },
    measure: (state, only) => metric.ofInstance?.(processed(state, processors), { ...scoring, only }) ?? [],
    closedQuestion: (state) => metric.closedQuestion?.(state, scoring),
    ratioOf: (name, valueOf) => metric.ratioOf?.(name, valueOf),
    record: (trial, index) => recordsOf(trial).at(index),
    readings: (state) => {
      const seen = processed(state, processors);
      const readings = metric.readingsOf?.(seen, scoring) ?? [];
      return ofWholeReply(readings, firstReply(state), firstReply(seen));
    },
  };
}

const firstReply = ({ result }: RequestState): string => result?.completions[0]?.text ?? "";

function eachByName(records: () => Iterable<PerInstanceStats>): AllInstanceStats {
  return {
    *[Symbol.iterator]() {
      for (const { stats } of records()) yield byName(stats);
    },
    async *[Symbol.asyncIterator]() {
      const turn = turns();
      for (const { stats } of records()) {
        yield byName(stats);
        const turning = turn();
        if (turning !== undefined) await turning;
      }
    },
  };
}

function byName(stats: readonly Stat[]): InstanceStats {
  return new Map(stats.map((one) => [one.name.name, one]));
}
