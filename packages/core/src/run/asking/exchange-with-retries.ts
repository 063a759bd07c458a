import type { ReadImage } from "../../helm/media.ts";
import type { Request } from "../../helm/scenario-state.ts";
import type { Deployment } from "../../models/deployment.ts";
import type { EndpointHealth } from "../../models/endpoint-health.ts";
import { type Budget, worstMicroUsd } from "../../money/budget.ts";
import { toUsd } from "../../money/micro-usd.ts";
import type { Reservation } from "../../money/reservation-tally.ts";
import { worstTokens } from "../../money/worst-tokens.ts";
import type { Clock, ModelClient, ModelFailure, TokenUsage } from "../../ports.ts";
import { counted } from "../../text/counted.ts";
import type { Payer, StoredAnswer } from "./answers.ts";
import type { Limiter } from "./limiter.ts";
import type { MinuteBudget } from "./minute-budget.ts";
import { LONGEST_WAIT_MS, type RetryPolicy, waitBeforeRetryMs } from "./retry.ts";
import { RunStopped } from "./run-stopped.ts";
import type { SilenceWatch } from "./silence-watch.ts";
import type { WaitMessages } from "./wait-messages.ts";

export interface SendOptions {
  readonly signal: AbortSignal;
  /** Reads the images of the request. Absent: the run has none. */
  readonly readImage?: ReadImage | undefined;
}

export interface ExchangePorts {
  readonly deployment: Deployment;
  readonly client: ModelClient;
  readonly clock: Clock;
  /** Of the deployment, for all its runs. */
  readonly limiter: Limiter;
  /** The limits a minute of the deployment, for all its runs. Absent: it has none. */
  readonly minute?: MinuteBudget;
  readonly budget: Budget;
  readonly payer?: Payer;
  readonly health: EndpointHealth;
  readonly silence: SilenceWatch | undefined;
  readonly waits: WaitMessages;
}

type Exchange =
  | { readonly kind: "answer"; readonly answer: StoredAnswer }
  | { readonly kind: "failure"; readonly failure: ModelFailure; readonly attempts: number };

/** Sends a request, and sends it again after failures that may pass. Each attempt has a slot, a place in its minute and a reservation of its own. */
export async function exchangeWithRetries(
  ports: ExchangePorts,
  retry: RetryPolicy,
  maxAttempts: (failure: ModelFailure) => number,
  request: Request,
  options: SendOptions,
): Promise<Exchange> {
  const { deployment, clock, limiter } = ports;
  for (let attempts = 1; ; attempts++) {
    ports.health.check(); // before the slot, too: the limiter of a server that asks to wait gives none for as long
    const { reply, startedAtMs, tookMs } = await limiter.run(
      () => paidExchange(ports, request, options),
      options.signal,
    );
    if (reply.kind === "answer") {
      limiter.speedUp();
      const { result, usage, server } = reply;
      const times = { request_time: tookMs / 1000, request_datetime: Math.floor(startedAtMs / 1000) };
      // HELM writes `cached: true` for a replayed answer. Here it is always false, so that a resumed run writes the same bytes.
      return {
        kind: "answer",
        answer: {
          formatVersion: 1,
          deployment: deployment.name,
          result: { ...result, cached: false, ...times },
          usage,
          ...(server !== undefined && { server }),
          ...paidBy(ports),
        },
      };
    }
    const { failure } = reply;
    const waitMs = waitBeforeRetryMs(retry, attempts, failure, clock.random());
    // a longer wait stops the run, and those that wait for a slot must hear of it at once
    const isWaitedFor = failure.retryAfterMs !== undefined && failure.retryAfterMs <= LONGEST_WAIT_MS;
    if (failure.reason === "rate_limited") limiter.slowDown(isWaitedFor ? waitMs : 0);
    if (!failure.isRetriable || attempts >= maxAttempts(failure)) return { kind: "failure", failure, attempts };
    ports.waits.beforeRetry(failure, waitMs);
    await clock.sleep(waitMs, options.signal);
    ports.health.check(); // another request has found out that the server is down
  }
}

function paidBy({ payer, deployment: { price } }: ExchangePorts): Pick<StoredAnswer, "paidBy"> {
  return payer === undefined ? {} : { paidBy: { ...payer, ...(price === undefined ? {} : { price }) } };
}

/**
 * Reserves the cost of one exchange while it has a slot of the limiter. A request that waits for a slot thus holds no reservation, and a
 * budget that ends meanwhile refuses it. The place in the minute comes last, because a reservation may wait, and the server counts what arrives.
 */
async function paidExchange(ports: ExchangePorts, request: Request, options: SendOptions) {
  const { deployment, minute, waits, health } = ports;
  const { price } = deployment;
  const reservation = await reserve(ports, request);
  let charge: Parameters<Reservation["settle"]>[0] | undefined;
  try {
    const inMinute = await minute?.take(totalOf(worstTokens(deployment, request)), options.signal, waits.beforeMinute);
    health.check(); // the run may have ended while this request waited
    const timed = await timedExchange(ports, request, options);
    if (timed.reply.kind === "answer") {
      const { usage } = timed.reply;
      charge = { price, usage };
      if (usage.promptTokens !== undefined && usage.completionTokens !== undefined) inMinute?.settle(totalOf(usage));
    }
    return timed;
  } finally {
    if (charge === undefined) reservation.release();
    else reservation.settle(charge);
  }
}

const totalOf = ({ promptTokens = 0, completionTokens = 0 }: TokenUsage): number => promptTokens + completionTokens;

async function timedExchange({ client, clock, silence }: ExchangePorts, request: Request, options: SendOptions) {
  const startedAtMs = clock.nowMs();
  const startMs = clock.monotonicMs();
  const send = () => client.ask(request, options);
  const reply = await (silence === undefined ? send() : silence.during(send));
  return { reply, startedAtMs, tookMs: clock.monotonicMs() - startMs };
}

async function reserve({ deployment, budget }: ExchangePorts, request: Request) {
  const worst = worstMicroUsd(deployment, request, budget);
  const reservation = await budget.reserve(worst);
  if (reservation !== undefined) return reservation;
  const { microUsd, requests } = budget.spent();
  throw new RunStopped(
    "budget",
    `the budget is used up after ${counted(requests, "request")} and $${toUsd(microUsd).toFixed(4)} (${describeLimits(budget, worst)}): raise it and run the same command again; all answers are kept`,
  );
}

function describeLimits({ limits: { maxMicroUsd, maxRequests } }: Budget, nextMicroUsd: number): string {
  return [
    maxMicroUsd !== undefined &&
      `at most $${toUsd(maxMicroUsd)}; the next request may cost $${toUsd(nextMicroUsd).toFixed(4)}`,
    maxRequests !== undefined && `at most ${counted(maxRequests, "request")}`,
  ]
    .filter((part) => part !== false)
    .join(", ");
}
