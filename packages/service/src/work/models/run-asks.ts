import type { ModelClient } from "@medhelm/core/ports";
import type { Deployment } from "@medhelm/core/models/deployment";
import { createEndpointHealth, type EndpointHealth } from "@medhelm/core/models/endpoint-health";
import { createBudget } from "@medhelm/core/money/budget";
import { answerScope } from "@medhelm/core/run/asking/answer-scope";
import { type Ask, type AskPorts, createAsk, type Outcome, type RequestClaims } from "@medhelm/core/run/asking/ask";
import { settingsMark } from "@medhelm/core/run/asking/request-key";
import type { RetryPolicy } from "@medhelm/core/run/asking/retry";
import { keys } from "@medhelm/core/store/object-keys";
import type { RunLedger } from "../../money/submission-ledger.ts";
import type { Connected } from "./connected.ts";
import type { DeploymentPorts, DeploymentUse } from "./deployment-ports.ts";

/** Differences of one ask from the others of its run. */
interface AskChanges extends Partial<Pick<AskPorts, "retry" | "retriesTimeouts" | "budget">> {
  readonly isCanary?: boolean;
}
/** Makes the functions by which one run asks a deployment. They share its answers, account, limits and health. */
export interface RunAsks {
  readonly health: EndpointHealth;
  askOf(deployment: Deployment, client: ModelClient, options?: AskChanges): Ask;
}

/** `inFlight`: the requests that runs of this process are waiting for, by their key. */
export async function runAsks(
  { ports, name, model, use, deployment: resolved, client: plainClient, limits }: Connected,
  { guard, inFlight }: { readonly guard: AskPorts["guard"]; readonly inFlight: Map<string, Promise<Outcome>> },
): Promise<RunAsks> {
  const { objects: store, clock, notify } = ports;
  const scope = answerScope(use.access, use.owner ?? ports.owner);
  const ledger = await (use.ledger ?? ports.ledger)?.of(use.suite, use.run);
  const health = createEndpointHealth(resolved, plainClient.endpoint);
  const segments = ports.shareAnswers
    ? ports.segments?.({ scope, deployment: name, benchmark: use.benchmark })
    : undefined;
  const claims = claimsOf(ports, use, resolved, ledger);
  const shared = {
    store,
    clock,
    ...limits,
    guard,
    health,
    inFlight,
    answerKey: ports.shareAnswers
      ? (key: string) => keys.answer(scope, key)
      : (key: string) => keys.ownAnswer(use.suite, use.run, key),
    budget: use.isReplay === true ? createBudget() : (ledger?.budget ?? ports.budget), // a replay buys nothing
    ...(notify !== undefined && {
      onLongWait: (message: string) => notify(use.run, message),
      onSilence: (message: string) => notify(use.run, message),
    }),
  };
  const chargeTo =
    ({ charge }: Pick<RunLedger, "charge">, settings: string): NonNullable<AskPorts["onAnswerUsed"]> =>
    (key, answer) =>
      charge({ role: use.role, deployment: name, model, settings }, key, answer);

  return {
    health,
    askOf: (deployment, client, { isCanary = false, ...more } = {}) =>
      createAsk({
        deployment,
        client,
        ...shared,
        ...(claims !== undefined && !isCanary && { claims }),
        ...(segments !== undefined && !isCanary && { segments }), // a canary's answer is durable at once
        ...(ledger === undefined
          ? {}
          : { payer: ledger.payer, onAnswerUsed: chargeTo(ledger, settingsMark({ deployment, client })) }),
        retry: retryOf(ports, deployment),
        ...more,
      }),
  };
}

/** Absent: the answers belong to the run, or cost nothing. A replay sends nothing, and waits for no other process. */
function claimsOf(
  { claims, shareAnswers }: DeploymentPorts,
  { isReplay }: DeploymentUse,
  { client }: Deployment,
  ledger: RunLedger | undefined,
): RequestClaims | undefined {
  if (claims === undefined || !shareAnswers || isReplay === true || client.kind === "builtin") return undefined;
  return {
    claim: async (answer) => (ledger?.isReplaying() === true ? async () => undefined : claims.claim(answer)),
  };
}

/** The command's number of retries precedes that of the deployment's entry. */
function retryOf({ retry }: Pick<DeploymentPorts, "retry">, { request }: Deployment): Partial<RetryPolicy> {
  const { maxRetries } = request ?? {};
  return { ...(maxRetries !== undefined && { maxAttempts: maxRetries + 1 }), ...retry };
}
