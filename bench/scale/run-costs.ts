import { AGGREGATE_CPU_S_PER_1000 } from "./assumptions.ts";
import type { S3Requests } from "./counted-store.ts";
import { type MeasuredRun, measureRun, type RunKind, type Step } from "./measure-run.ts";

/** The costs of one job for a run of any size. */
export interface JobCosts {
  /** `seconds`: from its first to its last request, for models and store together */
  requests(instances: number, seconds: number): S3Requests;
  /** in addition to the models' own time */
  storeSeconds(instances: number): number;
}
/** The requests of a run of any size to the store, and the time that it waits for the store. */
export interface RunCosts {
  /** the candidate's job, then the jobs of judges that it cannot reach */
  readonly jobs: readonly JobCosts[];
  aggregate(instances: number): { readonly requests: S3Requests; readonly seconds: number };
}

const SMALL = 40;
const LARGE = 160;
/** so long that the clock causes most requests: renewals of the lease, progress */
const SLOW_MS = 30_000;

/**
 * Measures the real worker and aggregator with few instances, with more, and with slow answers. Requests are linear in instances and
 * seconds, as a run of full size confirms (scalingCheck).
 */
export async function measureRunCosts(kind: RunKind): Promise<RunCosts> {
  const small = await measureRun({ instances: SMALL, kind, answerMs: 0 });
  const large = await measureRun({ instances: LARGE, kind, answerMs: 0 });
  const slow = await measureRun({ instances: SMALL, kind, answerMs: SLOW_MS });
  const aggregateRequests = fit(small.aggregate, large.aggregate);
  const aggregateSeconds = line(small.aggregate.seconds, large.aggregate.seconds);
  return {
    jobs: small.jobs.map((job, i) => jobCosts(job, at(large.jobs, i), at(slow.jobs, i))),
    aggregate: (instances) => ({
      requests: aggregateRequests(instances, 0),
      seconds: aggregateSeconds(instances) + (instances / 1000) * AGGREGATE_CPU_S_PER_1000,
    }),
  };
}

function jobCosts(small: Step, large: Step, slow: Step): JobCosts {
  const perSecond = (kind: keyof S3Requests): number =>
    (slow.requests[kind] - small.requests[kind]) / (slow.seconds - small.seconds);
  return { requests: fit(small, large, perSecond), storeSeconds: line(small.seconds, large.seconds) };
}

function fit(small: Step, large: Step, perSecond: (kind: keyof S3Requests) => number = () => 0) {
  return (instances: number, seconds: number): S3Requests => {
    const of = (kind: keyof S3Requests): number => {
      const rate = perSecond(kind);
      const still = (step: Step): number => step.requests[kind] - rate * step.seconds;
      return Math.max(0, Math.round(line(still(small), still(large))(instances) + rate * seconds));
    };
    return {
      put: of("put"),
      get: of("get"),
      head: of("head"),
      list: of("list"),
      copy: of("copy"),
      delete: of("delete"),
    };
  };
}

const line =
  (small: number, large: number) =>
  (instances: number): number =>
    Math.max(0, small + ((large - small) / (LARGE - SMALL)) * (instances - SMALL));

function at<T>(list: readonly T[], i: number): T {
  const found = list[i];
  if (found === undefined) throw new Error("a run took fewer jobs with other instances");
  return found;
}

export interface ScalingCheck {
  readonly kind: RunKind;
  readonly measured: MeasuredRun;
  readonly predicted: readonly S3Requests[];
}
/** Compares one run of full size with the prediction from the small ones. */
export async function scalingCheck(costs: RunCosts, kind: RunKind, instances: number): Promise<ScalingCheck> {
  const measured = await measureRun({ instances, kind, answerMs: 1000 });
  return {
    kind,
    measured,
    predicted: measured.jobs.map(({ seconds }, i) => at(costs.jobs, i).requests(instances, seconds)),
  };
}
