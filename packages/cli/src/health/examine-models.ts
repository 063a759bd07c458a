import { chooseJudges } from "@medhelm/core/judge/judges-file";
import { UserError } from "@medhelm/core/user-error";
import { modelNameOf } from "../run/choose-models.ts";
import type { Models } from "../run/load-models.ts";
import { type Finding, findingOf } from "./examine.ts";

/** The jury of HELM's benchmarks, which judges if neither an entry nor --judges names another. */
const DEFAULT_JURY = ["medhelm-2025"];

/** Whether each judge could be asked. It asks servers on this machine for their models, and sends no text. */
export async function examineJudges(
  models: Pick<Models, "juries" | "registry" | "resolve">,
  names: readonly string[] = DEFAULT_JURY,
): Promise<readonly Finding[]> {
  const judges = chooseJudges(names, await models.juries(), models.registry.modelOf);
  const find = ({ modelDeployment: name, model }: (typeof judges)[number]) =>
    placeOf("judges", name, () => models.resolve(name, model, "judge"));
  return Promise.all(judges.map(find));
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
