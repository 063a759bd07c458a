import type { ModelFailure } from "../ports.ts";
import type { Deployment } from "./deployment.ts";
import { RunStopped } from "../run/run-stopped.ts";

/** The number of consecutive failed requests, each after all its retries, at which the endpoint counts as down. */
const CONSECUTIVE_FAILURES = {
  neverAnswered: { connection: 1, unreadable: 1, server_error: 3 },
  answeredBefore: 10,
} as const;

/**
 * Decides whether a failure is due to one instance or to the endpoint. A refused key or an unknown model stops the run at once.
 * An endpoint that never answered stops the run after its first failed request. For 5xx it is the third, because one prompt can
 * crash a server. An endpoint that answered before stops the run after ten consecutive failures.
 */
export function createEndpointHealth(deployment: Deployment, endpoint: string) {
  let hasAnswered = false;
  let inARow = 0;
  let stop: RunStopped | undefined;
  const where = `${deployment.name} (${endpoint})`;

  const judge = ({ reason, message }: ModelFailure): RunStopped | undefined => {
    if (reason === "auth")
      return new RunStopped("auth", `${where} refuses the key: ${message}; ${keyAdvice(deployment)}`);
    if (reason === "no_such_model")
      return new RunStopped(
        "no_such_model",
        `${where} does not serve the model: ${message}; give a model that it lists with --model-name`,
      );
    if (reason !== "connection" && reason !== "unreadable" && reason !== "server_error") {
      inARow = 0;
      return undefined;
    }
    inARow++;
    if (inARow < (hasAnswered ? CONSECUTIVE_FAILURES.answeredBefore : CONSECUTIVE_FAILURES.neverAnswered[reason]))
      return undefined;
    const what = reason === "unreadable" ? "does not answer like an OpenAI-compatible server" : "does not answer";
    const isServerThere = hasAnswered || reason === "server_error";
    return new RunStopped(
      isServerThere ? "endpoint_down" : "no_server",
      `${where} ${what}: ${message}; start it or give another one with --endpoint, then run the same command again; all answers are kept`,
    );
  };

  return {
    /** Limits the attempts at an address that never answered: it is probably wrong, and the user waits. */
    maxAttempts: ({ reason }: ModelFailure, maxAttempts: number): number =>
      !hasAnswered && (reason === "connection" || reason === "unreadable") ? Math.min(3, maxAttempts) : maxAttempts,
    /** Throws the RunStopped of an earlier request, if there is one. */
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

function keyAdvice({ client }: Deployment): string {
  if (client.kind === "builtin") return "it needs no key";
  const from = client.apiKeyFrom;
  if (from === undefined) return "no key was sent; name the environment variable of the key with --api-key-env";
  return from.kind === "env" ? `check the environment variable ${from.name}` : `check ${from.name} in credentials.conf`;
}
