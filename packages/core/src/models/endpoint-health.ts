import type { ModelFailure } from "../ports.ts";
import type { Deployment } from "./deployment.ts";
import { RunStopped } from "../run/run-stopped.ts";

/** Requests in a row that may fail after all their retries before the endpoint counts as down. */
const IN_A_ROW = { neverAnswered: { connection: 1, unreadable: 1, server_error: 3 }, answeredBefore: 10 } as const;

/**
 * Tells one bad instance from a bad endpoint. A refused key or an unknown model stops the run at once; an endpoint that never gave
 * an answer stops it at the first exhausted request (the third for 5xx, which one poisonous prompt can cause); one that did, after ten.
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
        `${where} does not serve the model: ${message}; name one that it lists with --model-name`,
      );
    if (reason !== "connection" && reason !== "unreadable" && reason !== "server_error") {
      inARow = 0;
      return undefined;
    }
    inARow++;
    if (inARow < (hasAnswered ? IN_A_ROW.answeredBefore : IN_A_ROW.neverAnswered[reason])) return undefined;
    const what = reason === "unreadable" ? "does not answer like an OpenAI-compatible server" : "does not answer";
    return new RunStopped(
      "endpoint_down",
      `${where} ${what}: ${message}; start it or name another with --endpoint, then run the same command again: nothing answered is lost`,
    );
  };

  return {
    /** An address that never answered is probably wrong, and its user waits: two more asks tell. */
    mostAttempts: ({ reason }: ModelFailure, maxAttempts: number): number =>
      !hasAnswered && (reason === "connection" || reason === "unreadable") ? Math.min(3, maxAttempts) : maxAttempts,
    /** Throws what stopped the run, again for every later request. */
    check(): void {
      if (stop !== undefined) throw stop;
    },
    answered(): void {
      hasAnswered = true;
      inARow = 0;
    },
    /** A request failed for good. Throws RunStopped where that speaks against the endpoint. */
    failed(failure: ModelFailure): void {
      stop ??= judge(failure);
      if (stop !== undefined) throw stop;
    },
  };
}

function keyAdvice({ client }: Deployment): string {
  if (client.kind === "builtin") return "it needs none";
  const from = client.apiKeyFrom;
  if (from === undefined) return "no key was sent: name the environment variable that holds it with --api-key-env";
  return from.kind === "env" ? `check the environment variable ${from.name}` : `check ${from.name} in credentials.conf`;
}
