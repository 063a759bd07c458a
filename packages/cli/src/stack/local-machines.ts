import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { allowedVariables } from "@medhelm/adapters/compute/allowed-variables";
import { type ChildProcessCompute, childProcessCompute } from "@medhelm/adapters/compute/child-process";
import type { Log } from "@medhelm/core/ports";
import type { Env } from "../env.ts";
import type { Models } from "../models/load-models.ts";
import { PRIVATE_FOLDER } from "../places/private-folder.ts";
import { logOfChild } from "./log/child-log.ts";
import type { FullDisk } from "./log/full-disk.ts";
import { stackProgram } from "./stack-program.ts";
import { jobEnvironment } from "./settings/job-environment.ts";
import { ownVariables, settingsFileOf, type StackSettings } from "./settings/stack-settings.ts";

/** Workers of pools that this machine runs at once. */
const MAX_POOLS = 8;

/** The child processes of this machine that work on jobs. */
interface LocalMachines {
  readonly jobs: ChildProcessCompute;
  /** The workers of pools. Absent: there are no pools. */
  readonly pools: ChildProcessCompute | undefined;
  close(): Promise<void>;
}

/** @throws UserError if another stack runs in the output folder */
export function localMachines(
  settings: StackSettings,
  {
    models,
    hasPools,
    env,
    log,
    disk,
  }: {
    readonly models: Models;
    readonly hasPools: boolean;
    readonly env: Env;
    readonly log: Log;
    readonly disk: FullDisk;
  },
): LocalMachines {
  const folder = join(settings.outputPath, PRIVATE_FOLDER);
  const settingsFile = settingsFileOf(settings.outputPath);
  const children = {
    programs: {
      worker: {
        ...stackProgram("worker-main", settingsFile),
        environmentOf: jobEnvironment(settings, models, env),
      },
      site: {
        ...stackProgram("site-main", settingsFile),
        environmentOf: () => allowedVariables(env, ownVariables(settings)),
      },
    },
    notice: (text: string) => log("warn", text),
    refused: disk.report,
    onMessage: (message: unknown) => logOfChild(log, message),
  };
  const jobs = childProcessCompute({
    dir: join(folder, "compute"),
    prepare: () => writeFileSync(settingsFile, JSON.stringify(settings)),
    ...children,
  });
  // machines of their own: a pool's worker must not hold back the jobs that encode for it
  const pools = hasPools
    ? childProcessCompute({ dir: join(folder, "pools"), maxChildren: MAX_POOLS, ...children })
    : undefined;
  return {
    jobs,
    pools,
    async close() {
      await Promise.all([jobs.close(), pools?.close()]);
    },
  };
}
