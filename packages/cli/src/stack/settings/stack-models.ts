import { endpointFlags } from "../../run/options/endpoint-flags.ts";
import { loadModels, type Models } from "../../models/load-models.ts";
import type { Env } from "../../env.ts";
import type { StackSettings } from "./stack-settings.ts";

/** Loads the models of a stack's settings, in each of its processes in the same way. */
export const stackModels = (settings: StackSettings, env: Env, notice: (text: string) => void): Promise<Models> =>
  loadModels({
    localPath: settings.localPath,
    allowRetiredJudges: settings.allowRetiredJudges,
    env,
    notice,
    ...endpointFlags(settings),
  });
