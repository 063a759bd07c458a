import { sayWaiting } from "../models/say-waiting.ts";
import { createProbe } from "@medhelm/adapters/models/probe";
import { chooseJudges } from "@medhelm/core/judge/judges-file";
import type { Deployment } from "@medhelm/core/models/deployment";
import { listsModel } from "@medhelm/core/models/model-name";
import { judgeName } from "@medhelm/core/models/resolve-deployment";
import { UserError } from "@medhelm/core/user-error";
import { modelNameOf } from "../models/choose-models.ts";
import type { Models } from "../models/load-models.ts";
import { type Finding, findingOf } from "./examine.ts";

/** The jury of HELM's benchmarks, which judges if neither an entry nor --judges names another. */
const DEFAULT_JURY = ["medhelm-2025"];

/** Whether each judge could be asked. It asks servers on this machine for their models, and sends no text. */
export async function examineJudges(
  models: Pick<Models, "juries" | "registry" | "resolve" | "describe">,
  names: readonly string[] = DEFAULT_JURY,
): Promise<readonly Finding[]> {
  const judges = chooseJudges(names, await models.juries(), models.registry.modelOf);
  const named = judges.map(({ modelDeployment: name, model }) => ({ name, model }));
  const unlisted = await examineListed(models, named);
  const find = async ({ name, model }: (typeof named)[number]) => {
    const place = await placeOf("judges", name, () => models.resolve(name, model, "judge"));
    return place.state === "ok" ? (unlisted.get(name) ?? place) : place;
  };
  return Promise.all(named.map(find));
}

/** The same for the candidates that --model names. Without one of them no run can start. */
export async function examineCandidates(
  models: Pick<Models, "registry" | "resolve">,
  deployments: readonly string[],
): Promise<readonly Finding[]> {
  return Promise.all(
    deployments.map(async (name) => {
      const model = await modelNameOf(models.registry, name);
      const found = await placeOf("model", name, () => models.resolve(name, model, "candidate"));
      return found.state === "warning" ? { ...found, state: "blocked" as const } : found;
    }),
  );
}

/**
 * The judges that their own server does not list: it may answer for them with another model. The check sends no key and no text, so that a
 * server that asks for a key stays unexamined.
 */
export async function examineListed(
  models: Pick<Models, "describe">,
  judges: readonly { readonly name: string; readonly model: string }[],
): Promise<ReadonlyMap<string, Finding>> {
  const probe = createProbe({ onSlow: sayWaiting });
  const findings = judges.map(async ({ name, model }): Promise<readonly [string, Finding][]> => {
    const client = await models.describe(name, model, "judge").then(clientOf, () => undefined);
    const listed = client === undefined ? undefined : await probe.models(client.baseUrl);
    const [first] = listed ?? [];
    if (client === undefined || listed === undefined || first === undefined) return [];
    if (listsModel([name, model, client.modelSent], listed)) return [];
    const detail = `${client.baseUrl} does not list the judge ${name} (it lists ${listed.slice(0, 5).join(", ")})`;
    const cure = `name one of its models, as in --judges ${judgeName(first)}, or give a server of that judge with --judge-endpoint`;
    return [[name, { check: "judges", state: "warning", detail, cure }]];
  });
  return new Map((await Promise.all(findings)).flat());
}

/** The client of a server whose list has the names that requests use. Azure lists other names. */
function clientOf({ client }: Deployment) {
  if (client.kind === "openai-completions") return client;
  return client.kind === "openai-chat" && client.keyHeader === undefined && client.token === undefined
    ? client
    : undefined;
}

async function placeOf(check: string, name: string, resolve: () => ReturnType<Models["resolve"]>): Promise<Finding> {
  try {
    const { client } = await resolve();
    const place = client.kind === "builtin" ? "in this process" : `at ${client.baseUrl}`;
    return { check, state: "ok", detail: `${name} ${place}` };
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    return findingOf(check, "warning", error.message);
  }
}
