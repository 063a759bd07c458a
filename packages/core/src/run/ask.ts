import type { Request, RequestResult } from "../helm/scenario-state.ts";
import type { Clock, ModelClient, ModelFailure, ObjectStore, TokenUsage } from "../ports.ts";
import { keepAnswer, type Payer, readAnswer, type StoredAnswer } from "./answers.ts";
import { type Budget, type Reservation, worstMicroUsd } from "../money/budget.ts";
import { toUsd } from "../money/micro-usd.ts";
import type { Deployment } from "../models/deployment.ts";
import { createEndpointHealth } from "../models/endpoint-health.ts";
import type { Guard } from "../models/guard.ts";
import type { Limiter } from "./limiter.ts";
import { keyOfRequest } from "./request-key.ts";
import { DEFAULT_RETRY, type RetryPolicy, waitBeforeRetryMs } from "./retry.ts";
import { RunStopped } from "./run-stopped.ts";

export interface AskOptions {
  /** another trial of the same prompt is another request; default 0 */
  readonly trial?: number;
  /** 0 = the first ask; a judge's re-ask of the same text counts up */
  readonly attempt?: number;
  readonly signal: AbortSignal;
}
/** An answer, or a failure with its reason: what became of a request. */
export type Outcome =
  | {
      readonly kind: "answer";
      readonly result: RequestResult;
      readonly usage: TokenUsage;
      /** Nothing was paid for it now. */
      readonly fromCache: boolean;
      readonly requestKey: string;
    }
  | {
      readonly kind: "failure";
      readonly failure: ModelFailure;
      readonly attempts: number;
      readonly requestKey: string;
    };

/**
 * The one seam to a model: every model call of every kind goes through it.
 * @throws UserError where the data must not go there, RunStopped where the deployment is of no use, the signal's reason on abort
 */
export type Ask = (request: Request, options: AskOptions) => Promise<Outcome>;

export interface AskPorts {
  readonly deployment: Deployment;
  readonly client: ModelClient;
  readonly store: ObjectStore;
  /** where an answer lies: `(key) => keys.answer("public", key)`, or a prefix of the run's own where the cache is off */
  readonly answerKey: (requestKey: string) => string;
  readonly clock: Clock;
  /** one a deployment, shared by its runs */
  readonly limiter: Limiter;
  readonly guard: Guard;
  /** one a submission */
  readonly budget: Budget;
  /** who is charged; absent: nobody keeps accounts */
  readonly payer?: Payer;
  /** Sees every stored answer that is used, new or old, as often as it is used. */
  readonly used?: (requestKey: string, answer: StoredAnswer) => void;
  readonly retry?: Partial<RetryPolicy>;
}

/**
 * Guard, cache, budget, limiter, client, in this order. The budget stands behind the cache because a stored answer costs nothing:
 * a run whose budget is used up still replays what it has. Equal requests at the same time in one process share one call.
 */
export function createAsk(ports: AskPorts): Ask {
  const { deployment, client, store, answerKey, guard } = ports;
  const retry = { ...DEFAULT_RETRY, ...ports.retry };
  const health = createEndpointHealth(deployment, client.endpoint);
  const mostAttempts = (failure: ModelFailure) => health.mostAttempts(failure, retry.maxAttempts);
  const inFlight = new Map<string, Promise<Outcome>>();

  const obtain = async (request: Request, key: string, signal: AbortSignal): Promise<Outcome> => {
    const stored = await readAnswer(store, answerKey(key));
    if (stored !== undefined) {
      ports.used?.(key, stored);
      return answered(stored, key, true);
    }
    health.check();
    const reservation = await reserve(ports, request);
    try {
      const exchange = await exchangeWithRetries(ports, retry, mostAttempts, request, signal);
      if (exchange.kind === "failure") {
        reservation.release();
        health.failed(exchange.failure);
        return { ...exchange, requestKey: key };
      }
      reservation.settle({ price: deployment.price, usage: exchange.answer.usage });
      health.answered();
      const kept = await keepAnswer(store, answerKey(key), exchange.answer);
      ports.used?.(key, kept);
      return answered(kept, key, false);
    } catch (error) {
      reservation.release();
      throw error;
    }
  };

  return async (request, { signal, trial = 0, attempt = 0 }) => {
    signal.throwIfAborted();
    guard(deployment);
    const key = keyOfRequest(ports, request, { trial, attempt });
    for (;;) {
      const shared = inFlight.get(key);
      if (shared === undefined) break;
      const outcome = await shared.catch((error: unknown) => {
        if (error instanceof RunStopped) throw error;
        // The other asker was aborted or met a fault of its own: this one asks for itself.
        return undefined;
      });
      signal.throwIfAborted();
      if (outcome !== undefined) return outcome.kind === "answer" ? { ...outcome, fromCache: true } : outcome;
    }
    const mine = obtain(request, key, signal).finally(() => inFlight.delete(key));
    inFlight.set(key, mine);
    return mine;
  };
}

function answered({ result, usage }: StoredAnswer, key: string, fromCache: boolean): Outcome {
  return { kind: "answer", result, usage, fromCache, requestKey: key };
}

async function reserve({ deployment, budget }: AskPorts, request: Request) {
  const reservation = await budget.reserve(worstMicroUsd(deployment, request, budget));
  if (reservation !== undefined) return once(reservation);
  const { microUsd, requests } = budget.spent();
  throw new RunStopped(
    "budget",
    `the budget is used up after ${requests} requests and $${toUsd(microUsd).toFixed(4)} (${limitsInWords(budget)}): raise it to go on, nothing answered is lost`,
  );
}

function limitsInWords({ limits: { maxMicroUsd, maxRequests } }: Budget): string {
  return [
    maxMicroUsd !== undefined && `at most $${toUsd(maxMicroUsd)}`,
    maxRequests !== undefined && `at most ${maxRequests} requests`,
  ]
    .filter((part) => part !== false)
    .join(", ");
}

/** A reservation ends once: a release after it was settled does nothing. */
function once(reservation: Reservation): Reservation {
  let isOpen = true;
  const end = (how: () => void) => {
    if (isOpen) how();
    isOpen = false;
  };
  return {
    settle: (charge) => end(() => reservation.settle(charge)),
    release: () => end(() => reservation.release()),
  };
}

type Exchange =
  | { readonly kind: "answer"; readonly answer: StoredAnswer }
  | { readonly kind: "failure"; readonly failure: ModelFailure; readonly attempts: number };

async function exchangeWithRetries(
  ports: AskPorts,
  retry: RetryPolicy,
  mostAttempts: (failure: ModelFailure) => number,
  request: Request,
  signal: AbortSignal,
): Promise<Exchange> {
  const { deployment, clock, limiter } = ports;
  for (let attempts = 1; ; attempts++) {
    const { reply, startedAtMs, tookMs } = await limiter.run(() => timed(ports, request, signal), signal);
    if (reply.kind === "answer") {
      limiter.speedUp();
      const { result, usage } = reply;
      const times = { request_time: tookMs / 1000, request_datetime: Math.floor(startedAtMs / 1000) };
      // HELM says cached: true on a replay; always false here, so that a resumed run writes the same bytes.
      return {
        kind: "answer",
        answer: {
          formatVersion: 1,
          deployment: deployment.name,
          result: { ...result, cached: false, ...times },
          usage,
          ...paidBy(ports),
        },
      };
    }
    const { failure } = reply;
    const waitMs = waitBeforeRetryMs(retry, attempts, failure, clock.random());
    if (failure.reason === "rate_limited") limiter.slowDown(failure.retryAfterMs === undefined ? 0 : waitMs);
    if (!failure.isRetriable || attempts >= mostAttempts(failure)) return { kind: "failure", failure, attempts };
    await clock.sleep(waitMs, signal);
  }
}

function paidBy({ payer, deployment: { price } }: AskPorts): Pick<StoredAnswer, "paidBy"> {
  return payer === undefined ? {} : { paidBy: { ...payer, ...(price === undefined ? {} : { price }) } };
}

async function timed({ client, clock }: AskPorts, request: Request, signal: AbortSignal) {
  const startedAtMs = clock.nowMs();
  const startMs = clock.monotonicMs();
  const reply = await client.ask(request, { signal });
  return { reply, startedAtMs, tookMs: clock.monotonicMs() - startMs };
}
