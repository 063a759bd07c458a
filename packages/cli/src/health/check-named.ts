import { UserError } from "@medhelm/core/user-error";
import { modelNameOf } from "../models/choose-models.ts";
import { prepareModels } from "../run/prepare-runs.ts";
import { type CheckedModel, checkModel } from "./check-model.ts";

type Options = Parameters<typeof prepareModels>[0];

/** A person waits for the check. A model that is loaded first may need longer, and --timeout says so. */
const TIMEOUT_S = 120;

/** Checks a model that is named as for --model. A name that leads to no model is a model that is not usable. */
export async function checkNamed(name: string, options: Options): Promise<CheckedModel> {
  try {
    const timeout = options.timeout ?? TIMEOUT_S;
    const { models, chosen } = await prepareModels({ ...options, timeout, model: [name] }, { asksServers: true });
    const [deployment = name] = chosen;
    return await checkModel(models, deployment, await modelNameOf(models.registry, deployment));
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    return { deployment: name, isUsable: false, problems: [{ problem: error.message }] };
  }
}
