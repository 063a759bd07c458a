import type { Request, RequestResult } from "../../helm/scenario-state.ts";
import type { Clock, ModelClient, ModelFailure, ObjectStore, TokenUsage } from "../../ports.ts";
import { type Payer, readAnswer, type StoredAnswer, storeAnswer } from "./answers.ts";
import type { Budget } from "../../money/budget.ts";
import type { Deployment } from "../../models/deployment.ts";
import { createEndpointHealth, type EndpointHealth } from "../../models/endpoint-health.ts";
import { waitText } from "../../models/wait-text.ts";
import type { Guard } from "../../models/guard.ts";
import type { Limiter } from "./limiter.ts";
import { exchangeWithRetries, type SendOptions } from "./exchange-with-retries.ts";
import type { MinuteBudget } from "./minute-budget.ts";
import { keyOfRequest } from "./request-key.ts";
import { DEFAULT_RETRY, type RetryPolicy } from "./retry.ts";
import { RunStopped } from "./run-stopped.ts";
import { noReplyFrom, silenceText } from "./silence-text.ts";
import { createSilenceWatch } from "./silence-watch.ts";
import { createWaitMessages } from "./wait-messages.ts";

export interface AskOptions extends SendOptions {
  /** The trial of the prompt. Each trial is a separate request. Default: 0. */
  readonly trial?: number;
  /** 0 for the first attempt. A judge that repeats the same prompt counts up. */
  readonly attempt?: number;
  /** Distinguishes the answers of `--fresh` from earlier ones. */
  readonly fresh?: string | undefined;
}
/** The outcome of a request: an answer, or a failure with its reason. */
export type Outcome =
  | {
      readonly kind: "answer";
      readonly result: RequestResult;
      readonly usage: TokenUsage;
      readonly server?: StoredAnswer["server"];
      /** True if this request cost nothing. */
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
 * Sends a request to a model. Every model call in the program uses this function.
 * @throws UserError if the deployment must not receive the data
 * @throws RunStopped if the deployment cannot answer any request
 * @throws the signal's reason on abort
 */
export type Ask = (request: Request, options: AskOptions) => Promise<Outcome>;

export interface AskPorts {
  readonly deployment: Deployment;
  readonly client: ModelClient;
  readonly store: ObjectStore;
  /** Maps a request key to an object key, e.g. `(key) => keys.answer("public", key)`. Without the cache, the prefix belongs to the run. */
  readonly answerKey: (requestKey: string) => string;
  readonly clock: Clock;
  /** The limiter of the deployment. All its runs share it. */
  readonly limiter: Limiter;
  /** The limits a minute of the deployment, for all its runs. Absent: it has none. */
  readonly minute?: MinuteBudget;
  readonly guard: Guard;
  /** The budget of the submission. */
  readonly budget: Budget;
  /** The run that is charged. Absent: no accounts are kept. */
  readonly payer?: Payer;
  /** Called for each use of a stored answer, old or new. */
  readonly onAnswerUsed?: (requestKey: string, answer: StoredAnswer) => void;
  readonly retry?: Partial<RetryPolicy>;
  /** false: a request without an answer in time is not sent again. Default: true. */
  readonly retriesTimeouts?: boolean;
  /** Called before a wait that a user would take for a stop; once for all requests that wait. */
  readonly onLongWait?: (message: string) => void;
  /** Called while requests are in flight and no reply arrives. */
  readonly onSilence?: (message: string) => void;
  /** Shared by several `ask` of one run. Default: its own. */
  readonly health?: EndpointHealth;
  /** Answers that share objects. Absent: each answer is an object of its own. */
  readonly segments?: SharedAnswers;
  /** The requests in progress by the object key of their answer. Runs that share it, and run at once, pay for an equal request once. */
  readonly inFlight?: Map<string, Promise<Outcome>>;
  /** The requests in progress of all processes, by the object key of their answer. Absent: each process asks for itself. */
  readonly claims?: RequestClaims;
}

/** Lets the processes that share stored answers ask an equal request once. */
export interface RequestClaims {
  /** Returns how to free the request when its answer is stored or its turn has failed. Undefined: another process asks it now. */
  claim(answer: string): Promise<(() => Promise<void>) | undefined>;
}

/** How often a process looks for the answer that another one asks for. */
const CLAIMED_MS = 250;

/** Answers by request key, many in one object. */
export interface SharedAnswers {
  /** Undefined: it is known at once that no answer is stored. */
  read(requestKey: string): Promise<StoredAnswer | undefined> | undefined;
  /** Resolves when the answer is durable. Absent: new answers are objects of their own. */
  store?(requestKey: string, answer: StoredAnswer): Promise<StoredAnswer>;
}

/**
 * Creates the function that sends requests to one deployment. Each request passes guard, cache, limiter, budget and client, in this
 * order. The cache precedes the budget because a stored answer costs nothing: a run without budget can still replay its answers.
 * Equal concurrent requests share one call.
 */
export function createAsk(ports: AskPorts): Ask {
  const { deployment, client, store, answerKey, guard } = ports;
  const retry = { ...DEFAULT_RETRY, ...ports.retry };
  const health = ports.health ?? createEndpointHealth(deployment, client.endpoint);
  const maxAttempts = (failure: ModelFailure) =>
    ports.retriesTimeouts === false && failure.reason === "timeout"
      ? 1
      : health.maxAttempts(failure, retry.maxAttempts);
  const inFlight = ports.inFlight ?? new Map<string, Promise<Outcome>>();
  const waits = createWaitMessages(deployment, ports.clock, (message) => ports.onLongWait?.(message));
  const { onSilence } = ports;
  const silence =
    onSilence === undefined
      ? undefined
      : createSilenceWatch(ports.clock, (silent) => {
          const { inFlight: waiting } = silent;
          const other = client.waitsFor?.();
          const next = health.hasAnswered() ? retried(client, retry.maxAttempts) : givenUp(client);
          onSilence(
            other === undefined
              ? `${noReplyFrom(`${deployment.name} (${client.endpoint})`, silent)}; ${waiting === 1 ? "1 request is" : `${waiting} requests are`} in flight; ${next}`
              : `${deployment.name}: ${silenceText(other.host, silent)} for its token, at most ${waitText(other.timeoutMs)}`,
          );
        });

  const exchangePorts = { ...ports, health, silence, waits };

  const read = async (key: string): Promise<Outcome | undefined> => {
    const shared = ports.segments?.read(key);
    const stored = (shared === undefined ? undefined : await shared) ?? (await readAnswer(store, answerKey(key)));
    if (stored === undefined) return undefined;
    ports.onAnswerUsed?.(key, stored);
    return answerOutcome(stored, key, true);
  };
  const readOrSend = async (request: Request, key: string, options: SendOptions): Promise<Outcome> => {
    const stored = await read(key);
    if (stored !== undefined) return stored;
    if (ports.claims === undefined) return send(request, key, options);
    for (;;) {
      health.check();
      const free = await ports.claims.claim(answerKey(key));
      if (free === undefined) await ports.clock.sleep(CLAIMED_MS, options.signal);
      try {
        const late = await read(key); // another process may have stored it before this one claimed the request
        if (late !== undefined) return late;
        if (free !== undefined) return await send(request, key, options);
      } finally {
        await free?.();
      }
    }
  };
  const send = async (request: Request, key: string, options: SendOptions): Promise<Outcome> => {
    health.check();
    const exchange = await exchangeWithRetries(exchangePorts, retry, maxAttempts, request, options);
    if (exchange.kind === "failure") {
      health.failed(exchange.failure);
      return { ...exchange, requestKey: key };
    }
    health.answered();
    waits.answered();
    const { answer } = exchange;
    const kept = await (ports.segments?.store?.(key, answer) ?? storeAnswer(store, answerKey(key), answer));
    ports.onAnswerUsed?.(key, kept);
    return answerOutcome(kept, key, false);
  };

  return async (request, { signal, readImage, trial = 0, attempt = 0, fresh }) => {
    signal.throwIfAborted();
    guard(deployment);
    const key = keyOfRequest(ports, request, { trial, attempt, fresh });
    const place = answerKey(key);
    for (;;) {
      const shared = inFlight.get(place);
      if (shared === undefined) break;
      const outcome = await shared.catch((error: unknown) => {
        if (error instanceof RunStopped) throw error;
        // The caller that shared its call was aborted or failed. This caller sends its own request.
        return undefined;
      });
      signal.throwIfAborted();
      if (outcome !== undefined) return outcome.kind === "answer" ? { ...outcome, fromCache: true } : outcome;
    }
    const call = readOrSend(request, key, { signal, readImage }).finally(() => inFlight.delete(place));
    inFlight.set(place, call);
    return call;
  };
}

/** Says how a request without a reply goes on. A client without a time limit waits for ever. */
const retried = ({ timeoutMs }: ModelClient, maxAttempts: number): string =>
  timeoutMs === undefined
    ? "the run waits"
    : `a request without a reply is given up after ${waitText(timeoutMs)} (--timeout) and sent up to ${maxAttempts} times`;

/** As endpoint-health.ts decides: after the canary request and two others, the server counts as down. */
const givenUp = ({ timeoutMs }: ModelClient): string =>
  timeoutMs === undefined
    ? "the run waits"
    : `it has not answered yet; a request is given up after ${waitText(timeoutMs)} (--timeout), and the run ends after three`;

export function answerOutcome({ result, usage, server }: StoredAnswer, key: string, fromCache: boolean): Outcome {
  return { kind: "answer", result, usage, ...(server !== undefined && { server }), fromCache, requestKey: key };
}
