import type { ModelFailure } from "../ports.ts";
import type { Deployment } from "./deployment.ts";
import { LONGEST_WAIT_MS } from "../run/asking/retry.ts";
import { RunStopped } from "../run/asking/run-stopped.ts";
import { waitText } from "./wait-text.ts";

export type EndpointHealth = ReturnType<typeof createEndpointHealth>;

/** The number of consecutive failed requests, each after all its retries, at which the endpoint counts as down. */
const CONSECUTIVE_FAILURES = {
  neverAnswered: { connection: 1, unreadable: 1, server_error: 3, timeout: 3 },
  answeredBefore: 10,
} as const;

/**
 * Decides whether a failure is due to one instance or to the endpoint. A refused key or an unknown model stops the run at once.
 * An endpoint that never answered stops the run after its first failed request. For 5xx it is the third, because one prompt can
 * crash a server; so it is for timeouts, because one answer can take long. A server that asks to wait longer than 15 minutes stops the run at once. An endpoint that answered before stops the run after ten consecutive failures.
 */
export function createEndpointHealth(deployment: Deployment, endpoint: string) {
  let hasAnswered = false;
  let inARow = 0;
  let stop: Error | undefined;
  const where = `${deployment.name} (${endpoint})`;

  const judge = (failure: ModelFailure): RunStopped | undefined => {
    const { reason, message } = failure;
    if (reason === "auth")
      return new RunStopped("auth", `${where} refuses the key: ${message}; ${keyAdvice(deployment)}`);
    if (reason === "no_such_model")
      return new RunStopped(
        "no_such_model",
        `${where} does not serve the model: ${message}; give a model that it lists with --model-name`,
      );
    if (reason === "no_tools")
      return new RunStopped(
        "no_tools",
        `${where} takes no tools, which this benchmark needs: ${message}; choose a model with tool calls, or start the server with them (vLLM: --enable-auto-tool-choice and --tool-call-parser; llama.cpp: --jinja)`,
      );
    if (isLongWait(failure))
      return new RunStopped(
        "endpoint_down",
        `${where} asks to wait ${waitText(failure.retryAfterMs)} before the next request: ${message}; medhelm does not wait so long; run the same command again later; all answers are kept`,
      );
    if (reason !== "connection" && reason !== "unreadable" && reason !== "server_error" && reason !== "timeout") {
      inARow = 0;
      return undefined;
    }
    inARow++;
    if (inARow < (hasAnswered ? CONSECUTIVE_FAILURES.answeredBefore : CONSECUTIVE_FAILURES.neverAnswered[reason]))
      return undefined;
    const what = reason === "unreadable" ? `does not answer like ${apiName(deployment)}` : "does not answer";
    const advice = reason === "timeout" ? "start it, give it more time with --timeout," : "start it";
    const isWrongAddress = !hasAnswered && failure.isWrongAddress === true;
    return new RunStopped(
      isWrongAddress ? "no_server" : "endpoint_down",
      `${where} ${what}: ${message}; ${advice} or give another one with --endpoint (for a judge: --judge-endpoint), then run the same command again; all answers are kept`,
    );
  };

  return {
    /**
     * Limits the attempts at an address that never answered: it is probably wrong, and the user waits. After one request without an answer
     * in time, the others have one attempt each. After a request to wait long there is no other attempt.
     */
    maxAttempts(failure: ModelFailure, maxAttempts: number): number {
      if (isLongWait(failure)) return 1;
      if (!hasAnswered && inARow > 0 && failure.reason === "timeout") return 1;
      const isWrongAddress = !hasAnswered && (failure.reason === "connection" || failure.reason === "unreadable");
      return isWrongAddress ? Math.min(3, maxAttempts) : maxAttempts;
    },
    hasAnswered: (): boolean => hasAnswered,
    /** Ends the run for a reason of its own: later checks throw it. */
    stop(reason: Error): void {
      stop ??= reason;
    },
    /** Throws the reason why the run has ended, if it has. */
    check(): void {
      if (stop !== undefined) throw stop;
    },
    answered(): void {
      hasAnswered = true;
      inARow = 0;
    },
    /** Records a request that failed after all retries. @throws RunStopped if the endpoint is at fault */
    failed(failure: ModelFailure): void {
      stop ??= judge(failure);
      if (stop !== undefined) throw stop;
    },
  };
}

const isLongWait = (failure: ModelFailure): failure is ModelFailure & { readonly retryAfterMs: number } =>
  failure.retryAfterMs !== undefined && failure.retryAfterMs > LONGEST_WAIT_MS;

const API_NAMES: Readonly<Record<string, string>> = {
  "anthropic-messages": "Anthropic's API",
  gemini: "Gemini's API",
  "bedrock-converse": "Bedrock",
};
const apiName = ({ client }: Deployment): string => API_NAMES[client.kind] ?? "an OpenAI-compatible server";

function keyAdvice({ client }: Deployment): string {
  if (client.kind === "builtin") return "it needs no key";
  const from = client.apiKeyFrom;
  if (client.token !== undefined) return "a token was sent; give its account the role that the model needs";
  if (from === undefined) return "no key was sent; name the environment variable of the key with --api-key-env";
  return from.kind === "env" ? `check the environment variable ${from.name}` : `check ${from.name} in credentials.conf`;
}
