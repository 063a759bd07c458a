import { systemClock } from "@medhelm/adapters/system-clock";
import type { Env } from "../aws-environment.ts";
import { configuredModels } from "./configured-models.ts";
import type { Models } from "./models.ts";
import { type ServiceFiles, serviceFiles } from "./service-files.ts";

const today = (): string => new Date(systemClock.nowMs()).toISOString().slice(0, 10);

/** The configuration of this service and its models. */
export async function awsModels(
  conf: string,
  env: Env,
): Promise<{ readonly files: ServiceFiles; readonly models: Models }> {
  const files = serviceFiles(conf);
  const [prodEnv, juries] = await Promise.all([files.prodEnv(), files.juries()]);
  return { files, models: configuredModels({ prodEnv, juries, env, today }) };
}
