import { AGGREGATE_CPU_S_PER_1000 } from "./assumptions.ts";
import { type IndexRequests, indexRequests } from "./counted-index.ts";
import { type S3Requests, s3Requests } from "./counted-store.ts";
import { type MeasuredRun, measureRun, type RunKind, type Step } from "./measure-run.ts";

/** The costs of one job for a run of any size. */
export interface JobCosts {
  /** `seconds`: from its first to its last request, for models and store together */
  requests(instances: number, seconds: number): S3Requests;
  index(instances: number, seconds: number): IndexRequests;
  /** in addition to the models' own time */
  storeSeconds(instances: number): number;
}
/** The requests of a run of any size to the store and the index, and the time that it waits for them. */
export interface RunCosts {
  /** the candidate's job, then the jobs of judges that it cannot reach */
  readonly jobs: readonly JobCosts[];
  aggregate(instances: number): {
    readonly requests: S3Requests;
    readonly index: IndexRequests;
    readonly seconds: number;
  };
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
  const aggregate = fit(small.aggregate, large.aggregate, undefined);
  const aggregateSeconds = line(small.aggregate.seconds, large.aggregate.seconds);
  return {
    jobs: small.jobs.map((job, i) => ({
      ...fit(job, at(large.jobs, i), at(slow.jobs, i)),
      storeSeconds: line(job.seconds, at(large.jobs, i).seconds),
    })),
    aggregate: (instances) => ({
      requests: aggregate.requests(instances, 0),
      index: aggregate.index(instances, 0),
      seconds: aggregateSeconds(instances) + (instances / 1000) * AGGREGATE_CPU_S_PER_1000,
    }),
  };
}

/** `slow`: the same instances with slow answers; absent: no request depends on the time. */
function fit(small: Step, large: Step, slow: Step | undefined): Pick<JobCosts, "requests" | "index"> {
  const count =
    (of: (step: Step) => number) =>
    (instances: number, seconds: number): number => {
      const rate = slow === undefined ? 0 : (of(slow) - of(small)) / (slow.seconds - small.seconds);
      const still = (step: Step): number => of(step) - rate * step.seconds;
      return Math.max(0, Math.round(line(still(small), still(large))(instances) + rate * seconds));
    };
  return {
    requests: (instances, seconds) => s3Requests((kind) => count(({ requests }) => requests[kind])(instances, seconds)),
    index: (instances, seconds) => indexRequests((kind) => count(({ index }) => index[kind])(instances, seconds)),
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
