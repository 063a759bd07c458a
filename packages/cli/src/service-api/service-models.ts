import type { RunEntry } from "@medhelm/core/helm/conf";
import { nearNames } from "@medhelm/core/text/near-names";
import { UserError } from "@medhelm/core/user-error";
import { z } from "zod";
import { withModels } from "../models/choose-models.ts";
import type { ApiClient } from "./api-client.ts";

const Listed = z.object({ models: z.array(z.object({ name: z.string(), deployments: z.array(z.string()) })) });
const MOST_NAMED = 5;

/**
 * Adds the models of --model to each entry. The command also sends a name that the service does not list, because a server of its --endpoint may have
 * it. `notice` then names the listed models.
 * @throws UserError for the address of a server, and for an entry that names a model itself
 */
export async function withServiceModels(
  api: Pick<ApiClient, "call">,
  names: readonly string[],
  entries: readonly RunEntry[],
): Promise<{ readonly entries: readonly RunEntry[]; readonly notice?: string }> {
  const address = names.find((name) => /^https?:\/\//.test(name));
  if (address !== undefined)
    throw new UserError(
      `--model ${address}: a service asks only the models that its conf names; give one of their names, or use medhelm run`,
    );
  if (names.length === 0) return { entries };
  const { models } = await api.call("GET", "/v1/models", Listed);
  const byDeployment = new Map(models.flatMap(({ name, deployments }) => deployments.map((one) => [one, name])));
  const listed = [...new Set([...models.map(({ name }) => name), ...byDeployment.keys()])];
  const modelOf = (name: string) => byDeployment.get(name) ?? (listed.includes(name) ? name : undefined);
  const missing = names.find((name) => modelOf(name) === undefined);
  return {
    entries: entries.flatMap((entry) => withModels(entry, names, modelOf)),
    ...(missing === undefined ? {} : { notice: noticeOf(missing, listed) }),
  };
}

function noticeOf(missing: string, listed: readonly string[]): string {
  const near = nearNames(missing, listed);
  const more = listed.length > MOST_NAMED ? ` and ${listed.length - MOST_NAMED} more` : "";
  const choice =
    near.length > 0
      ? `did you mean ${near.join(" or ")}?`
      : `it lists ${listed.slice(0, MOST_NAMED).join(", ")}${more}`;
  return `the service does not list the model ${missing}, so its runs fail unless a server of the service has it; ${choice}`;
}
