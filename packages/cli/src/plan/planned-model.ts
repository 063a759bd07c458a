import { catalogFacts } from "@medhelm/core/models/catalog-facts";
import { resolveApiKey } from "@medhelm/core/models/credentials";
import type { Deployment, Price, Served } from "@medhelm/core/models/deployment";
import { createGuard } from "@medhelm/core/models/guard";
import { REASONING_ALLOWANCE, withReasoningAllowance } from "@medhelm/core/models/reasoning-allowance";
import type { Card } from "@medhelm/core/run/card";
import type { Protocol } from "@medhelm/core/run/profile";
import { UserError } from "@medhelm/core/user-error";
import { pickDefined } from "../terminal/pick-defined.ts";
import type { Env } from "../env.ts";
import type { Models } from "../models/load-models.ts";
import { packagedDeployments } from "../models/packaged-deployments.ts";

/** The facts of a model that a plan finds without asking it. */
export interface PlannedModel extends Pick<Deployment, "tokenizerName" | "tokenizerFile" | "perMinute"> {
  readonly price?: Price;
  readonly served?: Served;
  /** the most tokens of thinking before an answer; absent: the model does not think */
  readonly thinking?: number;
  /** The sentences with which the run would stop: no key, a retired model, or text that must not go there. */
  problemsFor(card: Pick<Card, "name" | "access" | "org">): readonly string[];
}

export interface ModelFacts {
  readonly models: Models;
  readonly env: Env;
  readonly protocol: Protocol;
  readonly offline: boolean;
  readonly allowedHosts: readonly string[];
  readonly allowHosted: boolean;
}

const FREE = { inputUsdPerMillion: 0, outputUsdPerMillion: 0 };

/** Reads the facts of a model from the configuration. It asks no server and prints no key. */
export async function plannedModel(
  { models, env, ...options }: ModelFacts,
  name: string,
  modelName: string,
  role: "candidate" | "judge",
): Promise<PlannedModel> {
  const problems: string[] = [];
  const note = (error: unknown): undefined => {
    if (!(error instanceof UserError)) throw error;
    problems.push(error.message);
    return undefined;
  };
  if (role === "judge") await models.requireServing({ model: modelName, modelDeployment: name }).catch(note);
  const described = await models.describe(name, modelName, role).catch(note);
  const catalog = await packagedDeployments();
  const facts: Partial<Deployment> = described ?? catalogFacts(name, catalog);
  if (described !== undefined) noteKey(described, { env, credentials: models.prodEnv.credentials }, note);
  const isRetired = problems.some((text) => text.includes("retired by its provider"));
  if (facts.deprecated === true && !isRetired)
    problems.push(`${name} is withdrawn by its provider, or will be; choose another model`);
  const isElsewhere = described?.trust === "hosted";
  return {
    ...pickDefined(
      {
        tokenizerName: facts.tokenizerName,
        tokenizerFile: facts.tokenizerFile,
        perMinute: facts.perMinute,
        price: isFree(described) ? FREE : facts.price,
        served: facts.served ?? (isElsewhere ? undefined : servedAs(catalog, name, modelName)),
        thinking: thinkingOf(described, facts, options.protocol),
      },
      ["tokenizerName", "tokenizerFile", "perMinute", "price", "served", "thinking"],
    ),
    problemsFor: (card) => [...problems, ...refusals(described, card, options)],
  };
}

const isFree = (deployment: Deployment | undefined): boolean =>
  deployment?.client.kind === "builtin" && deployment.client.isPlugin !== true;

/** The weights of a model that a server of the user's has, if the catalog knows them. */
const servedAs = (catalog: readonly Deployment[], name: string, modelName: string): Served | undefined =>
  catalog.find((one) => one.served !== undefined && (one.name === name || one.modelName === modelName))?.served;

function noteKey(deployment: Deployment, sources: Parameters<typeof resolveApiKey>[1], note: (error: unknown) => void) {
  try {
    resolveApiKey(deployment, sources);
  } catch (error) {
    note(error);
  }
}

/** The sentence with which the guard would refuse the text. */
function refusals(
  deployment: Deployment | undefined,
  { name: benchmark, access, org }: Pick<Card, "name" | "access" | "org">,
  { offline, allowedHosts, allowHosted }: Pick<ModelFacts, "offline" | "allowedHosts" | "allowHosted">,
): string[] {
  if (deployment === undefined) return [];
  try {
    createGuard({ benchmark, access, ...(org === undefined ? {} : { org }), offline, allowedHosts, allowHosted })(
      deployment,
    );
    return [];
  } catch (error) {
    if (error instanceof UserError) return [error.message];
    throw error;
  }
}

/** The room for thinking that a request gets. Of a model that cannot be described, only the catalog says that it thinks. */
function thinkingOf(
  described: Deployment | undefined,
  { reasoning }: Partial<Deployment>,
  protocol: Protocol,
): number | undefined {
  if (described !== undefined) return withReasoningAllowance(described, protocol).settings?.reasoningAllowance;
  return protocol === "helm" || reasoning === undefined || reasoning === false ? undefined : REASONING_ALLOWANCE;
}
