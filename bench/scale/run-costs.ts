import type { S3Requests } from "./counted-store.ts";
import { CONCURRENCY, HOSTED } from "./assumptions.ts";
import { type MeasuredRun, measureRun, type Step } from "./measure-run.ts";
import { type Load, VERDICT_TOKENS } from "./workload.ts";

/** What a run of any size asks of the store and how long it waits for it. */
export interface RunCosts {
  /** asking and writing took `jobSeconds` */
  worker(instances: number, jobSeconds: number): S3Requests;
  /** beside the models' own time, s */
  storeSeconds(instances: number): number;
  aggregate(instances: number): { readonly requests: S3Requests; readonly seconds: number };
}

const SMALL = 40;
const LARGE = 160;
/** long enough that most of the requests behind it come from the clock: renewals of the lease, progress */
const SLOW_MS = 30_000;

/**
 * Real worker, real aggregator, twice with few instances and once with slow answers: requests are linear in instances and seconds, as
 * a run of full size confirms (checkRunCosts).
 */
export async function measureRunCosts(isJudged: boolean): Promise<RunCosts> {
  const small = await measureRun({ instances: SMALL, isJudged, answerMs: 0 });
  const large = await measureRun({ instances: LARGE, isJudged, answerMs: 0 });
  const slow = await measureRun({ instances: SMALL, isJudged, answerMs: SLOW_MS });
  const perSecond = (kind: keyof S3Requests): number =>
    (slow.worker.requests[kind] - small.worker.requests[kind]) / (slow.worker.seconds - small.worker.seconds);
  const requests = fit(small.worker, large.worker, perSecond);
  const aggregateRequests = fit(small.aggregate, large.aggregate, () => 0);
  return {
    worker: requests,
    storeSeconds: line(SMALL, small.worker.seconds, LARGE, large.worker.seconds),
    aggregate: (instances) => ({
      requests: aggregateRequests(instances, 0),
      seconds:
        line(SMALL, small.aggregate.seconds, LARGE, large.aggregate.seconds)(instances) +
        line(SMALL, small.aggregate.cpuSeconds, LARGE, large.aggregate.cpuSeconds)(instances),
    }),
  };
}

function fit(small: Step, large: Step, perSecond: (kind: keyof S3Requests) => number) {
  return (instances: number, seconds: number): S3Requests => {
    const of = (kind: keyof S3Requests): number => {
      const rate = perSecond(kind);
      const still = (step: Step): number => step.requests[kind] - rate * step.seconds;
      return Math.max(0, Math.round(line(SMALL, still(small), LARGE, still(large))(instances) + rate * seconds));
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
  (x1: number, y1: number, x2: number, y2: number) =>
  (x: number): number =>
    Math.max(0, y1 + ((y2 - y1) / (x2 - x1)) * (x - x1));

/** Seconds that one worker needs to ask a hosted model, then its judges, for everything. */
export function hostedSeconds({ instances, outputTokens, isJudged }: Load): number {
  return (instances / CONCURRENCY) * (answerS(outputTokens) + (isJudged ? answerS(VERDICT_TOKENS) : 0));
}
export const judgingSeconds = (instances: number): number => (instances / CONCURRENCY) * answerS(VERDICT_TOKENS);

const answerS = (tokens: number): number => HOSTED.firstTokenMs / 1000 + tokens / HOSTED.tokensPerS;

export interface ScalingCheck {
  readonly isJudged: boolean;
  readonly measured: MeasuredRun;
  readonly predicted: S3Requests;
  readonly predictedSeconds: number;
}
/** One run at full size against what the small ones predict. */
export async function checkRunCosts(costs: RunCosts, isJudged: boolean, instances: number): Promise<ScalingCheck> {
  const measured = await measureRun({ instances, isJudged, answerMs: 1000 });
  return {
    isJudged,
    measured,
    predicted: costs.worker(instances, measured.worker.seconds),
    predictedSeconds: costs.storeSeconds(instances) + (instances / CONCURRENCY) * (isJudged ? 2 : 1),
  };
}
