import { concurrencyOf } from "@medhelm/core/run/asking/concurrency-of";
import type { Budget } from "@medhelm/core/money/budget";
import type { ObjectStore } from "@medhelm/core/ports";
import type { WorkerPorts } from "@medhelm/service/work/ports";
import type { Models } from "../models/load-models.ts";
import type { Extensions } from "../plugins/load-plugins.ts";
import { printMessage } from "../terminal/print-message.ts";
import { encoderPort } from "./encoder-port.ts";
import { minuteLimitsOf } from "./options/minute-options.ts";
import type { RunOptions } from "./options/run-options.ts";
import { dataSource, workerPorts } from "./worker-ports.ts";

/** The worker's ports for the options of a run. */
export function portsOfOptions(
  options: RunOptions,
  models: Models,
  { annotatorFor }: Extensions,
  own: { readonly objects: ObjectStore; readonly budget: Budget; readonly report: WorkerPorts["report"] },
): WorkerPorts {
  const env = process.env;
  return workerPorts({
    outputPath: options.outputPath,
    ...own,
    owner: "local",
    models,
    annotators: annotatorFor,
    data: dataSource({ ...options, dataDir: options.dataDir, env }),
    encoder: encoderPort({ ...options, env, notice: printMessage }),
    fhirServer: options.fhirServer,
    ...concurrencyOf(options),
    ...minuteLimitsOf(options),
    offline: options.offline,
    allowedHosts: options.offlineAllow,
    allowHosted: options.allowHosted,
    shareAnswers: !options.disableCache,
    env,
    maxRetries: options.maxRetries,
  });
}
