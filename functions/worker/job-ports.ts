import { hostname } from "node:os";
import { systemClock } from "@medhelm/adapters/system-clock";
import { openTokenizer } from "@medhelm/adapters/tokenizers/open-tokenizer";
import { concurrencyOf } from "@medhelm/core/run/asking/concurrency-of";
import { createBudget } from "@medhelm/core/money/budget";
import { machineName, type MachineTry } from "@medhelm/core/money/machine-time";
import type { Deployment } from "@medhelm/core/models/deployment";
import type { Log, ObjectStore } from "@medhelm/core/ports";
import type { Models } from "@medhelm/service/models/models";
import type { Common, Environment } from "./environment.ts";

/** Identifies this attempt as Batch's events do. */
export function tryOf(env: Common & Pick<Environment, "MEDHELM_JOB_NAME">): MachineTry {
  const id = env.AWS_BATCH_JOB_ID ?? `of ${hostname()}, outside Batch`; // in an array, it ends with ":<index>"
  return {
    job: id,
    name: machineName(env.MEDHELM_JOB_NAME ?? id, env.AWS_BATCH_JOB_ARRAY_INDEX),
    attempt: env.AWS_BATCH_JOB_ATTEMPT,
  };
}

export function thisHolder() {
  return { host: hostname(), pid: process.pid, startedAt: new Date(systemClock.nowMs()).toISOString() };
}

/** How this job reaches the models. */
export function deploymentPorts(env: Common, objects: ObjectStore, { resolve, connect }: Models, log: Log) {
  return {
    objects,
    clock: systemClock,
    resolve,
    connect,
    budget: createBudget(),
    ...concurrencyOf({ numThreads: env.MEDHELM_CONCURRENCY }),
    offline: false,
    allowedHosts: [],
    allowHosted: false,
    shareAnswers: true,
    // OpenAI's encodings are in the bundle; a tokenizer_file is on the operator's machine
    tokenizerOf: ({ tokenizerName }: Deployment) => openTokenizer({ tokenizerName }),
    notify: (run: string, message: string) => log("info", message, { run }),
  };
}
