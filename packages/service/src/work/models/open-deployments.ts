import { answerScope } from "@medhelm/core/run/asking/answer-scope";
import { keys } from "@medhelm/core/store/object-keys";
import type { Clock, ModelClient, ObjectStore } from "@medhelm/core/ports";
import { createEndpointHealth } from "@medhelm/core/models/endpoint-health";
import type { ShardOf } from "@medhelm/core/pools/shard";
import {
  type AskPorts,
  createAsk,
  type Outcome,
  type RequestClaims,
  type SharedAnswers,
} from "@medhelm/core/run/asking/ask";
import type { ModelOfRun } from "@medhelm/core/models/model-of-run";
import { type Budget, createBudget } from "@medhelm/core/money/budget";
import type { Deployment } from "@medhelm/core/models/deployment";
import { withoutSecrets } from "@medhelm/core/models/credentials";
import { createGuard } from "@medhelm/core/models/guard";
import { withSettings } from "@medhelm/core/run/spec/request-changes";
import { createLimiter, type Limiter } from "@medhelm/core/run/asking/limiter";
import { keyOfRequest, settingsMark } from "@medhelm/core/run/asking/request-key";
import type { MinuteLimits } from "@medhelm/core/models/minute-limits";
import { type MinuteBudget, minuteBudget } from "@medhelm/core/run/asking/minute-budget";
import type { RetryPolicy } from "@medhelm/core/run/asking/retry";
import { shownPrice } from "../../models/shown-price.ts";
import type { RunLedger, SubmissionLedger } from "../../money/submission-ledger.ts";
import type { SegmentPlace } from "../../pools/segment-place.ts";
import type { RunShards } from "../../pools/run-shards.ts";
import { asAsked, asIdentified } from "./identified-deployment.ts";
import { identify, readCanary } from "./identify.ts";
import { pooledAsk, unaskable } from "../answers/pooled-ask.ts";
import type { Identified, OpenDeployment, Opening, WorkerPorts } from "../ports.ts";
import { shareMinute } from "../answers/share-minute.ts";
import { windowOf } from "./window-of.ts";

export interface DeploymentPorts {
  readonly objects: ObjectStore;
  readonly clock: Clock;
  /** @throws UserError if nothing serves the deployment */
  resolve(
    deployment: string,
    model: string,
    role: "candidate" | "judge",
    signal: AbortSignal | undefined,
  ): Promise<Deployment>;
  connect(deployment: Deployment): Promise<ModelClient>;
  /** the budget without a ledger */
  readonly budget: Budget;
  /** the account that pays, in a submission */
  readonly ledger?: SubmissionLedger;
  /** the owner of answers to text that is not public */
  readonly owner: string;
  /** concurrent requests to a deployment that sets no number itself */
  readonly concurrency: number;
  /** The concurrency from which the best one is searched, up to `concurrency`. Absent: there is no search. */
  readonly firstConcurrency?: number;
  /** The limits a minute of a deployment that sets none itself. Absent: it has none. */
  readonly perMinute?: MinuteLimits;
  readonly offline: boolean;
  readonly allowedHosts: readonly string[];
  readonly allowHosted: boolean;
  /** false: only this run may use its answers again */
  readonly shareAnswers: boolean;
  readonly retry?: Partial<RetryPolicy>;
  /** Shows the user a sentence about a run that goes on. */
  readonly notify?: (run: string, message: string) => void;
  /** The answers that pools have stored. Absent: none. */
  readonly segments?: (place: SegmentPlace) => SharedAnswers;
  /** The requests that other processes ask now, if they share the stored answers. Absent: equal requests at the same time are asked twice. */
  readonly claims?: RequestClaims;
  /** The pools that ask for a submission. Absent: jobs ask. */
  readonly pools?: {
    readonly submission: string;
    readonly shards: (of: Omit<ShardOf, "owner" | "submission">) => Promise<RunShards>;
    /** Which model answers in the pool; undefined: no worker of it knows yet. Absent: this job asks the deployment itself. */
    readonly modelOf?: (run: Pick<ShardOf, "suite" | "run" | "deployment">) => Promise<Identified | undefined>;
  };
  /** Opens the model's own tokenizer. Absent: only providers count tokens. */
  readonly tokenizerOf?: (deployment: Deployment) => Promise<((text: string) => number) | undefined>;
}

type Use = Parameters<WorkerPorts["open"]>[2];

/** isAssumed: nobody has asked the deployment for this submission. */
type Which = Identified & { readonly isAssumed: boolean };

interface Connected {
  readonly deployment: Deployment;
  readonly client: ModelClient;
  readonly countTokens: ((text: string) => number) | undefined;
  readonly limits: Limits;
}

/** The limits of one deployment, for all its runs and roles. */
interface Limits {
  readonly limiter: Limiter;
  readonly minute?: MinuteBudget;
}

const shardOf = ({ suite, run, benchmark, access, role, settings, protocol }: Use) => ({
  suite,
  run,
  benchmark,
  access,
  role,
  ...(settings === undefined ? {} : { settings }),
  ...(protocol === undefined ? {} : { protocol }),
});

/** The client of a replay has no key: another job asks the deployment, and this one does not have its secret. Request keys are the same. */
const connectFor = async (
  ports: DeploymentPorts,
  deployment: Deployment,
  { isReplay }: Pick<Use, "isReplay">,
): Promise<ModelClient> =>
  isReplay === true
    ? unaskable(deployment, await ports.connect(withoutSecrets(deployment)))
    : ports.connect(deployment);

/** Absent: the answers belong to the run, or cost nothing. A replay sends nothing, and waits for no other process. */
function claimsOf(
  { claims, shareAnswers }: DeploymentPorts,
  { isReplay }: Use,
  { client }: Deployment,
  ledger: RunLedger | undefined,
): RequestClaims | undefined {
  if (claims === undefined || !shareAnswers || isReplay === true || client.kind === "builtin") return undefined;
  return {
    claim: async (answer) => (ledger?.isReplaying() === true ? async () => undefined : claims.claim(answer)),
  };
}

/**
 * Opens deployments for a worker: each is resolved once, shares its limits between its runs and its roles, and gets one `ask` per run.
 */
export function openDeployments(ports: DeploymentPorts): WorkerPorts["open"] {
  const connected = new Map<string, Promise<Connected>>();
  const limitsByServer = new Map<string, Limits>();
  const inFlight = new Map<string, Promise<Outcome>>();
  /** Two servers of one deployment, e.g. --endpoint and --judge-endpoint, have limits each. */
  const limitsOf = (deployment: Deployment, { endpoint }: ModelClient): Limits => {
    const id = `${deployment.name}\n${endpoint}`;
    const there = limitsByServer.get(id);
    if (there !== undefined) return there;
    const { clock, concurrency, firstConcurrency: first } = ports;
    const slots =
      deployment.concurrency === undefined
        ? { concurrency, ...(first !== undefined && { first }) }
        : { concurrency: deployment.concurrency };
    const perMinute = deployment.perMinute ?? ports.perMinute;
    const made: Limits = {
      limiter: createLimiter({ ...slots, clock }),
      ...(perMinute !== undefined && { minute: minuteBudget(shareMinute(ports, id, perMinute), clock) }),
    };
    limitsByServer.set(id, made);
    return made;
  };
  const connect = async (name: string, model: string, { role, settings = {}, isReplay = false, signal }: Use) => {
    const deployment = withSettings(await ports.resolve(name, model, role, signal), settings);
    const client = await connectFor(ports, deployment, { isReplay });
    const countTokens = await ports.tokenizerOf?.(deployment);
    return { deployment, client, countTokens, limits: limitsOf(deployment, client) };
  };
  return async (name, model, use): Promise<Opening> => {
    const id = `${use.role}\n${use.isReplay === true}\n${name}\n${model}\n${JSON.stringify(use.settings ?? {})}`;
    const pending = connected.get(id) ?? connect(name, model, use);
    connected.set(id, pending);
    const { deployment: resolved, client: plainClient, countTokens, limits } = await pending;
    const guard = createGuard({
      benchmark: use.benchmark,
      access: use.access,
      offline: ports.offline,
      allowedHosts: ports.allowedHosts,
      allowHosted: ports.allowHosted,
    });
    guard(resolved); // refuses here, before any request
    const scope = answerScope(use.access, use.owner ?? ports.owner);
    const answerKey = ports.shareAnswers
      ? (key: string) => keys.answer(scope, key)
      : (key: string) => keys.ownAnswer(use.suite, use.run, key);
    const { objects: store, clock, notify } = ports;
    const ledger = await (use.ledger ?? ports.ledger)?.of(use.suite, use.run);
    const segments = ports.shareAnswers
      ? ports.segments?.({ scope, deployment: name, benchmark: use.benchmark })
      : undefined;
    const claims = claimsOf(ports, use, resolved, ledger);
    const budget = use.isReplay === true ? createBudget() : (ledger?.budget ?? ports.budget); // a replay buys nothing
    const health = createEndpointHealth(resolved, plainClient.endpoint);
    const askOf = (
      deployment: Deployment,
      client: ModelClient,
      {
        isCanary = false,
        ...more
      }: Partial<Pick<AskPorts, "retry" | "retriesTimeouts" | "budget">> & { readonly isCanary?: boolean } = {},
    ) =>
      createAsk({
        deployment,
        client,
        store,
        answerKey,
        clock,
        ...limits,
        guard,
        budget,
        health,
        inFlight,
        ...(claims !== undefined && !isCanary && { claims }),
        ...(segments !== undefined && !isCanary && { segments }), // a canary's answer is durable at once
        ...(notify !== undefined && {
          onLongWait: (message) => notify(use.run, message),
          onSilence: (message) => notify(use.run, message),
        }),
        ...(ledger === undefined
          ? {}
          : { payer: ledger.payer, onAnswerUsed: chargeTo(ledger, settingsMark({ deployment, client })) }),
        retry: retryOf(ports, deployment),
        ...more,
      });
    const chargeTo =
      ({ charge }: Pick<RunLedger, "charge">, settings: string): NonNullable<AskPorts["onAnswerUsed"]> =>
      (key, answer) =>
        charge({ role: use.role, deployment: name, model, settings }, key, answer);
    const pools = use.isPooled === true ? ports.pools : undefined;
    const whichModel = async (): Promise<Which | undefined> => {
      if (resolved.client.kind === "builtin") return undefined;
      if (use.identified !== undefined) return { model: use.identified, notices: [], isAssumed: false };
      const signal = use.signal ?? new AbortController().signal;
      // the jobs of a submission share one canary request, which is charged once
      const nonce = use.canary ?? ports.pools?.submission ?? clock.randomUuid();
      const found = await pools?.modelOf?.({ suite: use.suite, run: use.run, deployment: name });
      if (found !== undefined) {
        const ask = askOf(resolved, unaskable(resolved, plainClient), { isCanary: true, budget: createBudget() });
        await readCanary({ ask, deployment: resolved, nonce, signal });
        return { ...found, isAssumed: false };
      }
      const isAssumed = pools?.modelOf !== undefined;
      const identified = await identify({
        objects: store,
        deployment: resolved,
        client: plainClient,
        ask: askOf(resolved, plainClient, {
          retriesTimeouts: false, // the user waits
          isCanary: true,
          ...(use.isDone === true && { retry: { ...ports.retry, maxAttempts: 1 } }),
        }),
        nonce,
        known: use.known,
        isReplay: use.isReplay === true || isAssumed,
        signal,
      });
      return { ...identified, isAssumed };
    };
    const openShards = async (served: ModelOfRun | undefined): Promise<RunShards | undefined> =>
      served === undefined ? undefined : pools?.shards({ ...shardOf(use), deployment: name, model, served });
    const open = async (): Promise<OpenDeployment> => {
      const identified = await whichModel();
      const deployment = asIdentified(resolved, identified?.model, use.protocol);
      const price = shownPrice(deployment);
      const client = deployment.settings === resolved.settings ? plainClient : await connectFor(ports, deployment, use);
      const shards = await openShards(identified?.model);
      const ask =
        shards === undefined
          ? askOf(deployment, client)
          : pooledAsk(askOf(deployment, unaskable(deployment, client), { budget: createBudget() }), shards, {
              deployment,
              client,
              isAssumed: identified?.isAssumed === true,
            });
      return {
        ask,
        ...(shards !== undefined && { shards }),
        stop: (reason) => health.stop(reason),
        keyOf: (request, fresh) => keyOfRequest({ deployment, client }, request, { fresh }),
        window: windowOf(deployment),
        concurrency: deployment.concurrency ?? ports.concurrency,
        ...(deployment.tokenizerName === undefined ? {} : { tokenizer: deployment.tokenizerName }),
        ...(countTokens === undefined ? {} : { countTokens }),
        isBuiltin: deployment.client.kind === "builtin" && deployment.client.isPlugin !== true,
        ...servedBy(deployment),
        ...(identified === undefined
          ? {}
          : { identified: { ...identified, model: asAsked(identified.model, deployment) } }),
        ...(price === undefined ? {} : { price }),
        ...(deployment.structuredOutput === undefined ? {} : { structuredOutput: deployment.structuredOutput }),
      };
    };
    return { identify: open };
  };
}

/** The command's number of retries precedes that of the deployment's entry. */
function retryOf({ retry }: Pick<DeploymentPorts, "retry">, { request }: Deployment): Partial<RetryPolicy> {
  const { maxRetries } = request ?? {};
  return { ...(maxRetries !== undefined && { maxAttempts: maxRetries + 1 }), ...retry };
}

function servedBy({ client }: Deployment): Pick<OpenDeployment, "served"> {
  return client.kind === "builtin" ? {} : { served: { baseUrl: client.baseUrl, model: client.modelSent } };
}
