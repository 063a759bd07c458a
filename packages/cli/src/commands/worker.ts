import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { join, resolve } from "node:path";
import { childProcessCompute } from "@medhelm/adapters/compute/child-process";
import { workSharedJobs } from "@medhelm/adapters/compute/work-shared-jobs";
import { withFields } from "@medhelm/core/log/with-fields";
import { systemClock } from "@medhelm/adapters/system-clock";
import { stackModels } from "../stack/settings/stack-models.ts";
import { applyOffline } from "../run/apply-offline.ts";
import { openStore } from "../places/open-store.ts";
import { PRIVATE_FOLDER } from "../places/private-folder.ts";
import { fullDisk } from "../stack/log/full-disk.ts";
import { logOfChild } from "../stack/log/child-log.ts";
import { logOptions } from "../stack/log/log-options.ts";
import { logSettings, stackLog } from "../stack/log/stack-log.ts";
import { stackTracer, traceOptions } from "../stack/trace/stack-tracer.ts";
import { promptsFolder } from "../prompts/prompts-folder.ts";
import { refuseNetworkDisk } from "../stack/settings/refuse-network-disk.ts";
import { storeOfWorker } from "../stack/settings/server-options.ts";
import { shareStore } from "../stack/store/share-store.ts";
import { stackOptions, submissionOptions } from "../stack/settings/stack-options.ts";
import { jobEnvironment } from "../stack/settings/job-environment.ts";
import { settingsFileOf, StackSettings } from "../stack/settings/stack-settings.ts";
import { stackProgram } from "../stack/stack-program.ts";
import { interruptSignal } from "../terminal/interrupt-signal.ts";
import { defineCommand } from "../terminal/define-command.ts";
import { option } from "../terminal/option.ts";
import { positiveInt } from "../terminal/option-values.ts";
import { errorText } from "../terminal/report-error.ts";

const { port: _, ...workerOptions } = stackOptions;

export const command = defineCommand({
  name: "medhelm worker",
  description:
    "Do the runs of a service on another machine: medhelm up --store s3://BUCKET. The output folder holds only working files and data sets. Give the models and their addresses as to medhelm up.",
  options: {
    store: storeOfWorker,
    ...workerOptions,
    ...logOptions,
    ...traceOptions,
    jobs: option("n", "most jobs at once", positiveInt.default(2)),
  },
  elsewhere: submissionOptions,
  async run({ store, jobs, ...options }) {
    const settingsOfLog = logSettings(options, process.stderr.isTTY);
    await applyOffline(options);
    const log = withFields(stackLog(settingsOfLog), { component: "worker", host: hostname() });
    const notice = (text: string): void => log("warn", text);
    const outputPath = resolve(options.outputPath);
    const promptsDir = resolve(promptsFolder({ ...options, outputPath }, process.env));
    const settings = StackSettings.parse({
      ...options,
      ...settingsOfLog,
      outputPath,
      promptsDir,
      store,
      isRemote: true,
    });
    stackTracer(settings, log); // refuses a wrong combination of options before the first job
    process.umask(0o077); // files and folders of this process and its children are for this user only
    refuseNetworkDisk(outputPath);
    await shareStore({ outputPath, bucket: store, notice });
    const models = await stackModels(settings, process.env, notice);
    const settingsFile = settingsFileOf(outputPath);
    const stop = interruptSignal();
    const disk = fullDisk({ outputPath, log, clock: systemClock, signal: stop.signal });
    const compute = childProcessCompute({
      dir: join(outputPath, PRIVATE_FOLDER, "compute"),
      prepare: () => writeFileSync(settingsFile, JSON.stringify(settings)),
      programs: {
        worker: {
          ...stackProgram("worker-main", settingsFile),
          environmentOf: jobEnvironment(settings, models, process.env),
        },
      },
      maxChildren: jobs,
      notice,
      refused: disk.report,
      onMessage: (message) => logOfChild(log, message),
    });
    process.stdout.write(`worker     ${hostname()} takes jobs of s3://${store}\n`);
    await workSharedJobs({
      objects: openStore(outputPath),
      clock: systemClock,
      compute,
      worker: hostname(),
      home: folderId(outputPath),
      maxJobs: jobs,
      signal: stop.signal,
      notice,
      report: (error) => notice(errorText(error)),
    });
    await compute.close();
    stop.dispose();
    return 0;
  },
});

/** Identifies the folder, which only one worker uses at a time. A folder's path may be the same on several machines. */
function folderId(outputPath: string): string {
  const file = join(outputPath, PRIVATE_FOLDER, "worker-id");
  if (!existsSync(file)) writeFileSync(file, systemClock.randomUuid());
  return readFileSync(file, "utf8");
}
