// The worker on AWS Batch: a separate program that the image starts, not a Lambda.
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { localDataSource } from "@medhelm/adapters/data/data-source";
import { leaseThread } from "@medhelm/adapters/leases/lease-thread";
import { compilePatternsOnce } from "@medhelm/adapters/threads/compile-patterns-once";
import { programBeside } from "@medhelm/adapters/threads/program-beside";
import { makeFolders } from "@medhelm/adapters/make-folders";
import { guardedSql } from "@medhelm/adapters/sql/guard";
import { storeDataSource } from "@medhelm/adapters/data/store-data-source";
import { spillFile } from "@medhelm/adapters/spill-file";
import { systemClock } from "@medhelm/adapters/system-clock";
import { annotatorFor, findBenchmark } from "@medhelm/benchmarks/registry";
import { machinePrice } from "@medhelm/core/money/machine-price";
import { keys } from "@medhelm/core/store/object-keys";
import { FIRST_LANES } from "@medhelm/core/run/asking/concurrency-of";
import { getJson } from "@medhelm/core/store/objects";
import type { ObjectStore } from "@medhelm/core/ports";
import { StoredSubmission } from "@medhelm/core/submission";
import { withFields } from "@medhelm/core/log/with-fields";
import { UserError } from "@medhelm/core/user-error";
import { uploadedFiles } from "@medhelm/service/api/submissions/uploaded-files";
import { readEnvironment } from "../aws/environment.ts";
import { awsIndex } from "../aws/index.ts";
import { awsObjects } from "../aws/objects.ts";
import { awsQueue } from "../aws/queue.ts";
import { helmPromptsOf } from "../aws/helm-prompts.ts";
import { awsModels } from "../aws/models.ts";
import type { Models } from "@medhelm/service/models/models";
import { type MachineMeter, openMachineMeter } from "@medhelm/service/money/machine-meter";
import { refusingAll, submissionLedger } from "@medhelm/service/money/submission-ledger";
import { readSegments } from "@medhelm/service/pools/answer-segments";
import { poolsOf } from "@medhelm/service/pools/pools-of";
import { planRun } from "@medhelm/service/submissions/plan-submission";
import { awsTracer } from "../aws/tracer.ts";
import { awsLog } from "../aws/log.ts";
import { runProgram } from "../aws/run-program.ts";
import { sqlProgram } from "@medhelm/adapters/sql/sql-program";
import { version } from "@medhelm/service/version";
import { workJob } from "@medhelm/service/work/work-job";
import { openDeployments } from "@medhelm/service/work/models/open-deployments";
import type { WorkerPorts } from "@medhelm/service/work/ports";
import { Environment, PoolEnvironment } from "./environment.ts";
import { deploymentPorts, thisHolder, tryOf } from "./job-ports.ts";
import { workWithServer } from "./with-server.ts";
import { workOnPool } from "./work-on-pool.ts";
import { reachableDeployments } from "@medhelm/service/work/models/reachable-deployments";
import { storedEncoder } from "@medhelm/service/work/assembly/stored-encoder";
import { ecsTaskStart } from "@medhelm/service/work/ecs-task-start";
import { workWithinBudget } from "@medhelm/service/work/work-within-budget";

const leaseProgram = programBeside(import.meta.url, "../lease-thread/entry.ts", "./lease-thread.mjs");

compilePatternsOnce();
const log = withFields(awsLog("worker", process.env), { submission: process.env["MEDHELM_SUBMISSION"] });
const trace = awsTracer("worker", process.env, log);
const say = (line: string): void => log("info", line);

await runProgram(log, async (signal) => {
  if (process.env["MEDHELM_POOL"] !== undefined)
    return workOnPool(readEnvironment("worker", PoolEnvironment, process.env), {
      variables: process.env,
      log,
      keepLease: leaseThread({ program: leaseProgram }),
      signal,
    });
  const env = readEnvironment("worker", Environment, process.env);
  const objects = awsObjects(process.env);
  const submission = await getJson(objects, keys.submission(env.MEDHELM_SUBMISSION), StoredSubmission);
  if (submission === undefined)
    throw new UserError(`there is no submission ${env.MEDHELM_SUBMISSION} in the results bucket`);
  const { files, models } = await awsModels(env.MEDHELM_CONF, process.env);
  if (env.MEDHELM_SERVED === undefined) return work(env, objects, submission, models, signal);
  const withServer = (stop: AbortSignal, meter?: MachineMeter): Promise<void> =>
    workWithServer(env, log, models, stop, (reached, until) => work(env, objects, submission, reached, until, meter));

  const find = (one: string) => models.prodEnv.deployments.find((deployment) => deployment.name === one);
  const price = machinePrice({ find, gpuClasses: await files.gpuClasses() }, env.MEDHELM_SERVED);
  if (price === undefined) return withServer(signal);
  const start = await ecsTaskStart(fetch, env.ECS_CONTAINER_METADATA_URI_V4, systemClock.nowMs());
  const meter = await openMachineMeter({ objects, clock: systemClock }, submission, {
    of: tryOf(env),
    price,
    startedAtMs: start.atMs,
  });
  const job = { submission: submission.id, deployment: env.MEDHELM_DEPLOYMENT, role: env.MEDHELM_ROLE, signal };
  await workWithinBudget(objects, meter, job, (stop) => withServer(stop, meter));
  const refused = meter.refused();
  if (refused !== undefined) say(refused.message);
});

async function work(
  env: Environment,
  objects: ObjectStore,
  submission: StoredSubmission,
  models: Models,
  signal: AbortSignal,
  machine?: MachineMeter,
): Promise<void> {
  const organisation = env.MEDHELM_ORGANISATION;
  const holder = thisHolder();
  const index = awsIndex(env.MEDHELM_INDEX_TABLE);
  const ledger = submissionLedger({
    objects,
    index,
    clock: systemClock,
    submission: submission.id,
    holder: holder.host,
    ...(machine === undefined ? {} : { machine }),
    ...refusingAll(env.MEDHELM_GIVEN_UP),
  });
  const encoder = await storedEncoder({ objects, makeFolders }, async (folder) =>
    (await import("@medhelm/encoders/thread-encoder")).openThreadEncoder({ folder }),
  );
  const find = (one: string) => models.prodEnv.deployments.find((deployment) => deployment.name === one);
  const isPooled = env.MEDHELM_POOLS === "on";
  const downloads = localDataSource({ cacheDir: await mkdtemp(join(tmpdir(), "medhelm-data-")), fetch });
  const ports: WorkerPorts = {
    objects,
    index,
    clock: systemClock,
    ledger,
    dispatchQueue: awsQueue(env.MEDHELM_DISPATCH_QUEUE),
    ...(isPooled && { isPooled: (one: string) => find(one)?.served !== undefined }),
    canReach: reachableDeployments({
      own: env.MEDHELM_DEPLOYMENT,
      isPooled,
      find,
      holds: (secret) => (process.env[secret] ?? "") !== "",
    }),
    data: storeDataSource({ objects, organisation, otherwise: downloads }),
    annotators: annotatorFor,
    openSpill: () => spillFile(tmpdir()),
    sql: guardedSql({ program: sqlProgram }),
    ...(encoder === undefined ? {} : { encoder }),
    holder,
    leaseTtlMs: env.MEDHELM_LEASE_TTL_MS,
    keepLease: leaseThread({ program: leaseProgram }),
    version,
    log,
    ...(trace !== undefined && { trace }),
    report: ({ run, notice }) => notice !== undefined && log("info", notice, { run }),
    open: openDeployments({
      ...deploymentPorts(env, objects, models, log),
      ledger,
      owner: submission.owner,
      segments: (place) => readSegments(objects, place),
      ...(isPooled && { pools: poolsOf({ objects, clock: systemClock }, submission) }),
    }),
  };
  try {
    await workJob(ports, {
      submission: submission.id,
      deployment: env.MEDHELM_DEPLOYMENT,
      role: env.MEDHELM_ROLE,
      organisations: organisation === undefined ? [] : [organisation],
      ...(env.AWS_BATCH_JOB_ARRAY_INDEX === undefined ? {} : { child: env.AWS_BATCH_JOB_ARRAY_INDEX }),
      isBeyondPools: env.MEDHELM_POOLS === "server",
      concurrency: env.MEDHELM_CONCURRENCY ?? FIRST_LANES,
      protocol: "fenced",
      retryFailed: false,
      signal,
      expand: (stored, run) =>
        planRun(
          { findBenchmark, models: models.registry, helmPrompts: helmPromptsOf(env.MEDHELM_CONF) },
          stored,
          run,
          uploadedFiles(objects, stored.owner, stored.request.inputs),
        ),
    });
  } finally {
    await trace?.flush();
  }
}
