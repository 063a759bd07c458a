import type { ShardOf } from "@medhelm/core/pools/shard";
import type { Outcome } from "@medhelm/core/run/asking/ask";
import type { ModelOfRun } from "@medhelm/core/models/model-of-run";
import { createBudget } from "@medhelm/core/money/budget";
import type { Deployment } from "@medhelm/core/models/deployment";
import { createGuard } from "@medhelm/core/models/guard";
import { withSettings } from "@medhelm/core/run/spec/request-changes";
import { keyOfRequest } from "@medhelm/core/run/asking/request-key";
import { shownPrice } from "../../models/shown-price.ts";
import type { RunShards } from "../../pools/run-shards.ts";
import { pooledAsk, unaskable } from "../answers/pooled-ask.ts";
import type { OpenDeployment, WorkerPorts } from "../ports.ts";
import { type Connected, connectFor } from "./connected.ts";
import type { DeploymentPorts, DeploymentUse } from "./deployment-ports.ts";
import { asAsked, asIdentified } from "./identified-deployment.ts";
import { type RunAsks, runAsks } from "./run-asks.ts";
import { serverLimits } from "./server-limits.ts";
import { whichModel } from "./which-model.ts";
import { windowOf } from "./window-of.ts";

/**
 * Opens deployments for a worker: each is resolved once, shares its limits between its runs and its roles, and gets one `ask` per run.
 */
export function openDeployments(ports: DeploymentPorts): WorkerPorts["open"] {
  const limitsOf = serverLimits(ports);
  const inFlight = new Map<string, Promise<Outcome>>();
  const connections = new Map<string, ReturnType<typeof connect>>();
  const connect = async (
    name: string,
    model: string,
    { role, settings = {}, isReplay = false, signal }: DeploymentUse,
  ) => {
    const deployment = withSettings(await ports.resolve(name, model, role, signal), settings);
    const client = await connectFor(ports, deployment, isReplay);
    const countTokens = await ports.tokenizerOf?.(deployment, signal);
    return { deployment, client, countTokens, limits: limitsOf(deployment, client) };
  };
  return async (name, model, use) => {
    const id = `${use.role}\n${use.isReplay === true}\n${name}\n${model}\n${JSON.stringify(use.settings ?? {})}`;
    const connection = connections.get(id) ?? connect(name, model, use);
    connections.set(id, connection);
    const connected = { ports, name, model, use, ...(await connection) };
    const guard = createGuard({
      benchmark: use.benchmark,
      access: use.access,
      offline: ports.offline,
      allowedHosts: ports.allowedHosts,
      allowHosted: ports.allowHosted,
    });
    guard(connected.deployment); // refuses here, before any request
    const asks = await runAsks(connected, { guard, inFlight });
    return { identify: () => identified(connected, asks) };
  };
}

/** Opens the deployment with the model that answers under its name. */
async function identified(connected: Connected, { askOf, health }: RunAsks): Promise<OpenDeployment> {
  const { ports, use, deployment: resolved, countTokens } = connected;
  const which = await whichModel(connected, { askOf });
  const deployment = asIdentified(resolved, which?.model, use.protocol);
  const price = shownPrice(deployment);
  const client =
    deployment.settings === resolved.settings
      ? connected.client
      : await connectFor(ports, deployment, use.isReplay === true);
  const shards = await openShards(connected, which?.model);
  const ask =
    shards === undefined
      ? askOf(deployment, client)
      : pooledAsk(askOf(deployment, unaskable(deployment, client), { budget: createBudget() }), shards, {
          deployment,
          client,
          isAssumed: which?.isAssumed === true,
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
    ...(which === undefined ? {} : { identified: { ...which, model: asAsked(which.model, deployment) } }),
    ...(price === undefined ? {} : { price }),
    ...(deployment.structuredOutput === undefined ? {} : { structuredOutput: deployment.structuredOutput }),
  };
}

/** Undefined: this job asks the deployment itself. */
async function openShards(
  { ports, name, model, use }: Connected,
  served: ModelOfRun | undefined,
): Promise<RunShards | undefined> {
  const pools = use.isPooled === true ? ports.pools : undefined;
  return served === undefined ? undefined : pools?.shards({ ...shardOf(use), deployment: name, model, served });
}

const shardOf = ({
  suite,
  run,
  benchmark,
  access,
  role,
  settings,
  protocol,
}: DeploymentUse): Omit<ShardOf, "owner" | "submission" | "deployment" | "model" | "served"> => ({
  suite,
  run,
  benchmark,
  access,
  role,
  ...(settings === undefined ? {} : { settings }),
  ...(protocol === undefined ? {} : { protocol }),
});

function servedBy({ client }: Deployment): Pick<OpenDeployment, "served"> {
  return client.kind === "builtin" ? {} : { served: { baseUrl: client.baseUrl, model: client.modelSent } };
}
