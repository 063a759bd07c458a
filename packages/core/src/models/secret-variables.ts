import { type Credentials, keyEntries, secretsOf } from "./credentials.ts";
import { type Deployment, hostOrganization } from "./deployment.ts";
import { providerSecrets, secretsOfClient } from "./providers.ts";
import { endpointKey, type ResolveInputs } from "./resolve-deployment.ts";

/** Where a deployment may be served, as for resolveDeployment. */
type Places = Pick<ResolveInputs, "prodEnv" | "builtins" | "flags" | "env">;

/**
 * The environment variables with the secrets of the place where resolveDeployment finds a deployment; it decides in the same order. A name may have
 * no value.
 */
export function secretVariables(name: string, { prodEnv, builtins, flags, env }: Places): readonly string[] {
  const known = prodEnv.deployments.find((deployment) => deployment.name === name);
  if (known === undefined ? new Set(builtins).has(name) : known.client.kind === "builtin") return [];
  if (flags.endpoint !== undefined) return [endpointKey(flags)];
  if (known !== undefined) return secretsOfKnown(known);
  if (hostOrganization(name) !== "openai" && (env["MEDHELM_ENDPOINT"] ?? "") !== "") return [endpointKey(flags)];
  return providerSecrets(name);
}

const secretsOfKnown = (known: Deployment): string[] => [...secretsOf(known), ...secretsOfClient(known.client)];

/** The entries of credentials.conf without the keys of other deployments. Addresses stay, because model_deployments.yaml needs them. */
export const credentialsOf = (names: readonly string[], credentials: Credentials): Credentials => {
  const keys = new Set(names.flatMap(keyEntries));
  return new Map([...credentials].filter(([entry]) => entry.endsWith("BaseUrl") || keys.has(entry)));
};
