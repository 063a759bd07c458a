import { judgesOf } from "@medhelm/core/judge/jury-spec";
import type { Deployment, Price } from "@medhelm/core/models/deployment";
import { needsPrice } from "@medhelm/core/money/needs-price";
import type { RunPlan } from "@medhelm/core/run/spec/expand";
import { UserError } from "@medhelm/core/user-error";
import type { Models } from "./load-models.ts";
import type { ModelOptions } from "../run/options/model-options.ts";
import type { PlanWithPrompts } from "@medhelm/service/prompts/helm-specs";
import type { RunOptions } from "../run/options/run-options.ts";

type Role = "candidate" | "judge";

/** --price-per-million, as the user typed it. */
export type PriceFlags = Pick<ModelOptions, "pricePerMillion" | "endpoint" | "judgeEndpoint">;

/**
 * The price that --price-per-million gives a deployment. Like --trust, a price without a name is that of the candidates and of the judges at a given
 * server. A judge of a provider has its own price.
 */
export function givenPrice(
  { pricePerMillion, endpoint, judgeEndpoint }: PriceFlags,
  deployment: string,
  role: Role | undefined,
): Price | undefined {
  const named = pricePerMillion.findLast((text) => text.startsWith(`${deployment}=`));
  const isGeneral = role === "candidate" || endpoint !== undefined || judgeEndpoint !== undefined;
  const text = named ?? (isGeneral ? pricePerMillion.findLast((each) => !each.includes("=")) : undefined);
  if (text === undefined) return undefined;
  const [inputUsdPerMillion = 0, outputUsdPerMillion = 0] = text
    .slice(text.indexOf("=") + 1)
    .split(",")
    .map(Number);
  return { inputUsdPerMillion, outputUsdPerMillion };
}

/** The models with the prices that the user gives. */
export function withPrices(models: Models, flags: PriceFlags): Models {
  if (flags.pricePerMillion.length === 0) return models;
  const priced = (deployment: Deployment, role: Role): Deployment => {
    const { client, name } = deployment;
    const price = client.kind === "builtin" && client.isPlugin !== true ? undefined : givenPrice(flags, name, role);
    return price === undefined ? deployment : { ...deployment, price };
  };
  return {
    ...models,
    resolve: async (name, model, role, signal) => priced(await models.resolve(name, model, role, signal), role),
    describe: async (name, model, role) => priced(await models.describe(name, model, role), role),
  };
}

/** The deployments of the runs with their roles, each once. */
export function deploymentsOf(plans: readonly RunPlan[]) {
  const all = plans.flatMap(({ runSpec: { adapter_spec, annotators } }) => [
    { name: adapter_spec.model_deployment, model: adapter_spec.model, role: "candidate" as const },
    ...(annotators ?? [])
      .flatMap((annotator) => judgesOf(annotator))
      .map(({ modelDeployment, model }) => ({ name: modelDeployment, model, role: "judge" as const })),
  ]);
  return [...new Map(all.map((one) => [`${one.role} ${one.name}`, one])).values()];
}

/**
 * Finds before the first request that --budget-usd could not hold. It asks no server.
 * @throws UserError naming each candidate and judge without a price
 */
export async function requirePrices(
  { budgetUsd }: Pick<RunOptions, "budgetUsd">,
  plans: readonly PlanWithPrompts[],
  models: Models,
): Promise<void> {
  if (budgetUsd === undefined) return;
  const without = new Set<string>();
  for (const { name, model, role } of deploymentsOf(plans.map(({ plan }) => plan))) {
    // A model that cannot be found ends its own run with a sentence.
    const deployment = await models.describe(name, model, role).catch(() => undefined);
    if (deployment !== undefined && needsPrice(deployment)) without.add(name);
  }
  if (without.size === 0) return;
  const [first = ""] = without;
  throw new UserError(
    `--budget-usd cannot hold, because the price of ${[...without].join(", ")} is unknown: give the dollars for a million tokens read and written with --price-per-million ${first}=IN,OUT (0,0 if it costs nothing), or price in model_deployments.yaml`,
  );
}
