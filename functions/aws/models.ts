import { modelClients } from "@medhelm/adapters/models/clients";
import { systemClock } from "@medhelm/adapters/system-clock";
import type { Env } from "./environment.ts";
import { configuredModels } from "@medhelm/service/models/configured-models";
import type { Models } from "@medhelm/service/models/models";
import { type ServiceFiles, serviceFiles } from "@medhelm/service/models/service-files";

const today = (): string => new Date(systemClock.nowMs()).toISOString().slice(0, 10);

/** The configuration of this service and its models. */
export async function awsModels(
  conf: string,
  env: Env,
): Promise<{ readonly files: ServiceFiles; readonly models: Models }> {
  const files = serviceFiles(conf);
  const [prodEnv, juries] = await Promise.all([files.prodEnv(), files.juries()]);
  return { files, models: configuredModels({ prodEnv, juries, env, clients: modelClients, today }) };
}
