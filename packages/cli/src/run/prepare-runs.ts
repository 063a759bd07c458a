import type { EndpointFlags } from "@medhelm/core/models/resolve-deployment";
import { UserError } from "@medhelm/core/user-error";
import { changePlan, type RequestFlags, requestChanges } from "@medhelm/core/run/spec/request-changes";
import { withPluginModels } from "../plugins/plugin-models.ts";
import { type Extensions, loadPlugins } from "../plugins/load-plugins.ts";
import { printMessage } from "../terminal/print-message.ts";
import { chooseModels, type ServedModels } from "../models/choose-models.ts";
import { endpointFlags } from "./options/endpoint-flags.ts";
import type { PlanWithPrompts } from "@medhelm/service/prompts/helm-specs";
import { loadModels, type Models } from "../models/load-models.ts";
import { withPrices } from "../models/model-prices.ts";
import type { ModelOptions } from "./options/model-options.ts";
import { planRuns } from "./plan-runs.ts";
import type { RunOptions } from "./options/run-options.ts";

export interface PreparedRuns {
  readonly extensions: Extensions;
  readonly models: Models;
  readonly plans: readonly PlanWithPrompts[];
}

/** The options that say which models are asked, and how. */
type AskOptions = ModelOptions & ServedModels & RequestFlags & Pick<RunOptions, "model" | "modelsToRun" | "plugins">;

/**
 * Reads the options and the models. Only `asksServers` lets it ask a server of --model URL which model it has. `ofJudges`: the judges have the
 * settings of the requests, because the candidates are built in.
 */
export async function prepareModels(
  options: AskOptions,
  { asksServers, ofJudges = false }: { readonly asksServers: boolean; readonly ofJudges?: boolean },
) {
  const env = process.env;
  const { localPath, allowRetiredJudges } = options;
  const extensions = await loadPlugins(options.plugins, process.cwd());
  const changes = requestChanges(options);
  const { settings } = changes;
  const { chosen, servers } = await chooseModels(options, env, { asksServers, headers: settings.extraHeaders });
  const loaded = await loadModels({
    localPath,
    env,
    allowRetiredJudges,
    notice: printMessage,
    ...withJudges(endpointFlags(options), options, servers),
    servers,
    settings,
    settingsOfJudges: ofJudges,
  });
  return { extensions, changes, chosen, models: withPrices(withPluginModels(loaded, extensions.models), options) };
}

/** --judges-may-be-candidate lets the only server of --model judge, unless another option names a server. */
function withJudges(
  flags: ReturnType<typeof endpointFlags>,
  { judgesMayBeCandidate, endpoint, judgeEndpoint, model = [] }: AskOptions,
  servers: ReadonlyMap<string, EndpointFlags>,
): ReturnType<typeof endpointFlags> {
  const [server] = servers.values();
  if (!judgesMayBeCandidate || endpoint !== undefined || judgeEndpoint !== undefined || server === undefined)
    return flags;
  if (model.length > 1)
    throw new UserError(
      `--judges-may-be-candidate: --model names ${model.length} models; name the server that judges with --judge-endpoint`,
    );
  return { ...flags, judges: { ...server, mayBeAnother: true } };
}

/** Reads the options, the models and the entries. */
export async function prepareRuns(
  options: RunOptions & ServedModels,
  { asksServers }: { readonly asksServers: boolean },
): Promise<PreparedRuns> {
  const { extensions, changes, chosen, models } = await prepareModels(options, { asksServers });
  const plans = await planRuns(options, models, { ...extensions, chosen });
  return { extensions, models, plans: plans.map((one) => ({ ...one, plan: changePlan(one.plan, changes) })) };
}
