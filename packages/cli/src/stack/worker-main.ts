/** The stack's worker process. It works on all runs of one deployment in a submission. AWS Batch starts functions/worker/entry.ts instead. */
import { hostname } from "node:os";
import { keepReportsPrivate } from "@medhelm/adapters/private-reports";
import { compilePatternsOnce } from "@medhelm/adapters/threads/compile-patterns-once";
import { dieWithParent } from "@medhelm/adapters/compute/child-program";
import { awaitSpace } from "@medhelm/adapters/await-space";
import { awaitSpaceStore } from "@medhelm/adapters/objects/await-space-store";
import { withObjectEvents } from "@medhelm/adapters/objects/events-store";
import { systemClock } from "@medhelm/adapters/system-clock";
import { findBenchmark } from "@medhelm/benchmarks/registry";
import { keys, TOP_FOLDERS } from "@medhelm/core/store/object-keys";
import { getJson } from "@medhelm/core/store/objects";
import { StoredSubmission } from "@medhelm/core/submission";
import { MaxFailuresText } from "@medhelm/core/run/max-failures";
import { concurrencyOf, FIRST_LANES } from "@medhelm/core/run/asking/concurrency-of";
import { createBudget } from "@medhelm/core/money/budget";
import { uploadedFiles } from "@medhelm/service/api/submissions/uploaded-files";
import { refusingAll, submissionLedger } from "@medhelm/service/money/submission-ledger";
import { planRun } from "@medhelm/service/submissions/plan-submission";
import { workJob } from "@medhelm/service/work/work-job";
import { UserError } from "@medhelm/core/user-error";
import { z } from "zod";
import { withFields } from "@medhelm/core/log/with-fields";
import { stackTracer } from "./trace/stack-tracer.ts";
import { fullDisk } from "./log/full-disk.ts";
import { childLog } from "./log/child-log.ts";
import { runFinishedEvents } from "./run-finished-events.ts";
import { applyOffline } from "../run/apply-offline.ts";
import { encoderPort } from "../run/encoder-port.ts";
import { reportError } from "../terminal/report-error.ts";
import { applyProxy } from "../terminal/apply-proxy.ts";
import { interruptSignal } from "../terminal/interrupt-signal.ts";
import { stackModels } from "./settings/stack-models.ts";
import { workPoolHere } from "./work-pool-here.ts";
import { withPrices } from "../models/model-prices.ts";
import { openStore } from "../places/open-store.ts";
import { openIndex } from "./store/open-index.ts";
import { helmPromptsOf, readSettings } from "./settings/stack-settings.ts";
import { minuteLimitsOf } from "../run/options/minute-options.ts";
import { dataSource, workerPorts } from "../run/worker-ports.ts";
import { printMessage } from "../terminal/print-message.ts";

keepReportsPrivate();
compilePatternsOnce();

/** The deployment whose pool the job serves. Absent: the job is one of a submission. */
const PoolEnvironment = z.object({
  MEDHELM_POOL: z.string().optional(),
  /** The number of the worker in its pool. */
  MEDHELM_POOL_WORKER: z.coerce.number().int().positive().default(1),
});

const Environment = z.object({
  MEDHELM_SUBMISSION: z.string(),
  MEDHELM_DEPLOYMENT: z.string(),
  MEDHELM_ROLE: z.enum(["candidate", "judge"]),
  /** Present if pools ask the deployments that have a server. */
  MEDHELM_POOLS: z.literal("on").optional(),
  MEDHELM_GIVEN_UP: z.string().optional(),
});

dieWithParent();
const stop = interruptSignal();
const ended = new AbortController();
try {
  await main();
} catch (error) {
  // After the signal every error comes from the stop, so the job is tried again.
  process.exitCode = reportError(stop.signal.aborted ? stop.signal.reason : error);
} finally {
  ended.abort();
}

async function main(): Promise<void> {
  const settings = readSettings(process.argv);
  await applyProxy(process.env, settings.offline);
  const loaded = await stackModels(settings, process.env, printMessage);
  const models = withPrices(loaded, settings);
  const log = withFields(childLog(settings), { component: "worker" });
  const disk = fullDisk({ outputPath: settings.outputPath, log, clock: systemClock, signal: ended.signal });
  const space = { clock: systemClock, signal: stop.signal, refused: disk.report };
  const store = awaitSpaceStore(openStore(settings.outputPath), TOP_FOLDERS.cache, space);
  // the sweep of the other machine finds the ended runs
  const objects = settings.isRemote ? store : withObjectEvents(store, runFinishedEvents(settings.outputPath));
  const index = openIndex(settings.outputPath);
  await applyOffline(settings);
  const { MEDHELM_POOL: deployment, MEDHELM_POOL_WORKER: worker } = PoolEnvironment.parse(process.env);
  if (deployment !== undefined) {
    const pool = { deployment, worker };
    await awaitSpace(() => workPoolHere(settings, pool, { objects, index, models, signal: stop.signal }), space);
    stop.dispose();
    return;
  }
  const job = Environment.parse(process.env);
  const jobLog = withFields(log, { submission: job.MEDHELM_SUBMISSION });
  const trace = stackTracer(settings, jobLog);
  const stored = await getJson(objects, keys.submission(job.MEDHELM_SUBMISSION), StoredSubmission);
  if (stored === undefined) throw new UserError(`there is no submission ${job.MEDHELM_SUBMISSION}`);
  const ports = workerPorts({
    owner: stored.owner,
    outputPath: settings.outputPath,
    objects,
    index,
    models,
    data: dataSource({
      outputPath: settings.outputPath,
      dataDir: settings.dataDir,
      offline: settings.offline,
      env: process.env,
    }),
    encoder: encoderPort({ ...settings, env: process.env, notice: printMessage }),
    fhirServer: settings.fhirServer,
    budget: createBudget(),
    ledger: submissionLedger({
      objects,
      index,
      clock: systemClock,
      submission: job.MEDHELM_SUBMISSION,
      holder: `${hostname()} ${process.pid}`,
      ...refusingAll(job.MEDHELM_GIVEN_UP),
    }),
    ...concurrencyOf(settings),
    ...minuteLimitsOf(settings),
    offline: settings.offline,
    allowedHosts: settings.offlineAllow,
    allowHosted: settings.allowHosted,
    shareAnswers: true,
    claimsRequests: settings.store === undefined, // a put in a bucket costs more than the few requests that are asked twice
    ...(job.MEDHELM_POOLS === undefined ? {} : { pooledFor: job.MEDHELM_SUBMISSION }),
    env: process.env,
    log: jobLog,
    ...(trace !== undefined && { trace }),
    report: ({ run, notice }) => {
      if (notice === undefined) return;
      printMessage(`${run}: ${notice}`);
      jobLog("info", notice, { run });
    },
  });
  try {
    const work = () =>
      workJob(ports, {
        submission: job.MEDHELM_SUBMISSION,
        deployment: job.MEDHELM_DEPLOYMENT,
        role: job.MEDHELM_ROLE,
        concurrency: settings.numThreads ?? FIRST_LANES,
        protocol: "fenced",
        retryFailed: false,
        ...(settings.maxFailures === undefined ? {} : { maxFailures: MaxFailuresText.parse(settings.maxFailures) }),
        signal: stop.signal,
        expand: (submission, run) =>
          planRun(
            { findBenchmark, models: models.registry, helmPrompts: helmPromptsOf(settings) },
            submission,
            run,
            uploadedFiles(objects, submission.owner, submission.request.inputs),
          ),
      });
    await awaitSpace(work, space); // a job that failed three times is given up
  } finally {
    await trace?.flush();
  }
  stop.dispose();
}
