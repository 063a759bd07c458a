import { chooseJudges } from "@medhelm/core/judge/judges-file";
import { UserError } from "@medhelm/core/user-error";
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
  return Promise.all(
    judges.map(async ({ modelDeployment: name, model }): Promise<Finding> => {
      try {
        const { client } = await models.resolve(name, model, "judge");
        const place = client.kind === "builtin" ? "in this process" : `at ${client.baseUrl}`;
        return { check: "judges", state: "ok", detail: `${name} ${place}` };
      } catch (error) {
        if (!(error instanceof UserError)) throw error;
        return findingOf("judges", "warning", error.message);
      }
    }),
  );
}
