// The worker on AWS Batch: a separate program that the image starts, not a Lambda.
import { mkdtemp } from "node:fs/promises";
import { hostname, tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { localDataSource } from "@medhelm/adapters/data/data-source";
import { leaseThread } from "@medhelm/adapters/leases/lease-thread";
import { makeFolders } from "@medhelm/adapters/make-folders";
import { guardedSql } from "@medhelm/adapters/sql/guard";
import { storeDataSource } from "@medhelm/adapters/data/store-data-source";
import { openTokenizer } from "@medhelm/adapters/tokenizers/open-tokenizer";
import { spillFile } from "@medhelm/adapters/spill-file";
import { systemClock } from "@medhelm/adapters/system-clock";
import { annotatorFor, findBenchmark } from "@medhelm/benchmarks/registry";
import { machinePrice } from "@medhelm/core/money/machine-price";
import { machineName, type MachineTry } from "@medhelm/core/money/machine-time";
import { keys } from "@medhelm/core/store/object-keys";
import { getJson } from "@medhelm/core/store/objects";
import type { ObjectStore } from "@medhelm/core/ports";
import { createBudget } from "@medhelm/core/money/budget";
import { type Deployment, SERVED_URL } from "@medhelm/core/models/deployment";
import { StoredSubmission } from "@medhelm/core/submission";
import { withFields } from "@medhelm/core/log/with-fields";
import { UserError } from "@medhelm/core/user-error";
import { z } from "zod";
import { uploadedFiles } from "@medhelm/service/api/uploaded-files";
import { Buckets, Conf, DispatchQueue, IndexTable, ModelsBucket, readEnvironment } from "../aws/environment.ts";
import { awsIndex } from "../aws/index.ts";
import { awsObjects } from "../aws/objects.ts";
import { awsQueue } from "../aws/queue.ts";
import { useModelServer, serverBaseUrl } from "@medhelm/service/models/server/use-model-server";
import { waitForServer, watchServer } from "@medhelm/service/models/server/wait-for-server";
import { folderServer } from "@medhelm/service/models/server/folder-server";
import { helmPromptsOf } from "../aws/helm-prompts.ts";
import { awsModels } from "../aws/models.ts";
import type { Models } from "@medhelm/service/models/models";
import { type MachineMeter, openMachineMeter } from "@medhelm/service/money/machine-meter";
import { refusingAll, submissionLedger } from "@medhelm/service/money/submission-ledger";
import { priceList } from "@medhelm/service/money/price-list";
import { readSegments } from "@medhelm/service/pools/answer-segments";
import { poolsOf } from "@medhelm/service/pools/pools-of";
import { segmentWriters } from "@medhelm/service/pools/segment-writers";
import { shardMachines } from "@medhelm/service/pools/shard-machines";
import { workPool } from "@medhelm/service/pools/work-pool";
import { planRun } from "@medhelm/service/submissions/plan-submission";
import { awsTracer } from "../aws/tracer.ts";
import { awsLog } from "../aws/log.ts";
import { runProgram } from "../aws/run-program.ts";
import { sqlProgram } from "@medhelm/adapters/sql/sql-program";
import { version } from "@medhelm/service/version";
import { workJob } from "@medhelm/service/work/work-job";
import { openDeployments } from "@medhelm/service/work/open-deployments";
import type { WorkerPorts } from "@medhelm/service/work/ports";
import { reachableDeployments } from "@medhelm/service/work/reachable-deployments";
import { storedEncoder } from "@medhelm/service/work/stored-encoder";
import { ecsTaskStart } from "@medhelm/service/work/ecs-task-start";
import { workWithinBudget } from "@medhelm/service/work/work-within-budget";

const name = z.string().min(1);
const Common = z.object({
  ...Buckets.shape,
  ...IndexTable.shape,
  ...ModelsBucket.shape,
  ...DispatchQueue.shape,
  ...Conf.shape,
  /** the deployment that this job's own GPUs serve */
  MEDHELM_SERVED: name.optional(),
  MEDHELM_SERVER_URL: z.url().default(SERVED_URL),
  /** the folder that the server's container shares with this one (models/server/folder-server.ts) */
  MEDHELM_SERVER_FOLDER: name.optional(),
  /** concurrent requests to a deployment that sets no number itself */
  MEDHELM_CONCURRENCY: z.coerce.number().int().positive().default(16),
  /** Batch's id of this job, and below the number of its attempt. */
  AWS_BATCH_JOB_ID: name.optional(),
  AWS_BATCH_JOB_ATTEMPT: z.coerce.number().int().positive().default(1),
  /** The job's index in its array. */
  AWS_BATCH_JOB_ARRAY_INDEX: z.coerce.number().int().min(0).optional(),
  /**
   * The life of a lease on S3, whose times are whole seconds. The worker renews it every 15 s, which costs a thousandth of a dollar
   * an hour. A killed worker's run is free again within two minutes, before Batch has started the next job.
   */
  MEDHELM_LEASE_TTL_MS: z.coerce.number().int().min(10_000).default(60_000),
  /** The address of the ECS task's metadata. */
  ECS_CONTAINER_METADATA_URI_V4: z.url().optional(),
});
type Common = z.infer<typeof Common>;

/** A job of a submission. */
const Environment = z.object({
  ...Common.shape,
  MEDHELM_SUBMISSION: name,
  MEDHELM_DEPLOYMENT: name,
  MEDHELM_ROLE: z.enum(["candidate", "judge"]),
  MEDHELM_ORGANISATION: name.optional(),
  /** on: pools ask the served models, and this job has no server; server: the job works on runs for which no pool can ask. */
  MEDHELM_POOLS: z.enum(["on", "server"]).optional(),
  /** Why the runs are given up: this job charges their stored answers and sends no request. */
  MEDHELM_GIVEN_UP: name.optional(),
  /** The name under which the start of a GPU job was reserved. */
  MEDHELM_JOB_NAME: name.optional(),
});
type Environment = z.infer<typeof Environment>;

/** A job of a pool, for all submissions. */
const PoolEnvironment = z.object({
  ...Common.shape,
  /** the deployment of the pool */
  MEDHELM_POOL: name,
  MEDHELM_SERVED: name,
  /** After this time without a shard the job ends. A job that encodes the next requests starts in a minute. */
  MEDHELM_POOL_IDLE_MS: z.coerce.number().int().positive().default(180_000),
});
type PoolEnvironment = z.infer<typeof PoolEnvironment>;

/** The thread's program, here or next to the bundle (scripts/bundle.ts). */
const leaseProgram = fileURLToPath(
  import.meta.url.endsWith(".ts")
    ? new URL("../lease-thread/entry.ts", import.meta.url)
    : new URL("./lease-thread.mjs", import.meta.url),
);

const log = withFields(awsLog("worker", process.env), { submission: process.env["MEDHELM_SUBMISSION"] });
const trace = awsTracer("worker", process.env, log);
const say = (line: string): void => log("info", line);

await runProgram(log, async (signal) => {
  if (process.env["MEDHELM_POOL"] !== undefined)
    return workOnPool(readEnvironment("worker", PoolEnvironment, process.env), signal);
  const env = readEnvironment("worker", Environment, process.env);
  const objects = awsObjects(process.env);
  const submission = await getJson(objects, keys.submission(env.MEDHELM_SUBMISSION), StoredSubmission);
  if (submission === undefined)
    throw new UserError(`there is no submission ${env.MEDHELM_SUBMISSION} in the results bucket`);
  const { files, models } = await awsModels(env.MEDHELM_CONF, process.env);
  if (env.MEDHELM_SERVED === undefined) return work(env, objects, submission, models, signal);
  const withServer = (stop: AbortSignal, meter?: MachineMeter): Promise<void> =>
    workWithServer(env, models, stop, (reached, until) => work(env, objects, submission, reached, until, meter));

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

/** Identifies this attempt as Batch's events do. */
function tryOf(env: Common & Pick<Environment, "MEDHELM_JOB_NAME">): MachineTry {
  const id = env.AWS_BATCH_JOB_ID ?? `of ${hostname()}, outside Batch`; // in an array, it ends with ":<index>"
  return {
    job: id,
    name: machineName(env.MEDHELM_JOB_NAME ?? id, env.AWS_BATCH_JOB_ARRAY_INDEX),
    attempt: env.AWS_BATCH_JOB_ATTEMPT,
  };
}

/** Works when the model's server answers, with models that reach it, until the signal aborts or the server ends. */
async function workWithServer(
  env: Common,
  models: Models,
  signal: AbortSignal,
  workWith: (models: Models, signal: AbortSignal) => Promise<void>,
): Promise<void> {
  const server = folderServer(serverBaseUrl(env.MEDHELM_SERVER_URL), env.MEDHELM_SERVER_FOLDER);
  const ports = { clock: systemClock, fetch, say };
  await waitForServer(ports, server, { signal });
  const over = new AbortController();
  const stop = AbortSignal.any([signal, over.signal]);
  const watching = watchServer(ports, server, { signal: stop, onDeath: (died) => over.abort(died) });
  try {
    await workWith(useModelServer(models, server.baseUrl), stop);
  } catch (error) {
    throw over.signal.aborted ? over.signal.reason : error; // a stopped request may throw any error
  } finally {
    over.abort();
    await watching;
  }
}

/** Works on the shards of a pool, whose segments hold the answers. */
async function workOnPool(env: PoolEnvironment, signal: AbortSignal): Promise<void> {
  const objects = awsObjects(process.env);
  const index = awsIndex(env.MEDHELM_INDEX_TABLE);
  const { files, models } = await awsModels(env.MEDHELM_CONF, process.env);
  const prices = priceList(models.prodEnv.deployments, await files.gpuClasses());
  const { poolWeights: weights } = await files.service();
  const start = await ecsTaskStart(fetch, env.ECS_CONTAINER_METADATA_URI_V4, systemClock.nowMs());
  const { job, attempt } = tryOf(env);
  const deployment = env.MEDHELM_POOL;
  await workWithServer(env, models, signal, async (reached, stop) => {
    const segments = segmentWriters({ objects, clock: systemClock, signal: stop });
    await workPool(
      {
        objects,
        index,
        clock: systemClock,
        name: `${hostname()} ${process.pid}`,
        holder: thisHolder(),
        leaseTtlMs: env.MEDHELM_LEASE_TTL_MS,
        keepLease: leaseThread({ program: leaseProgram }),
        weights,
        segments,
        dispatchQueue: awsQueue(env.MEDHELM_DISPATCH_QUEUE),
        machine: shardMachines({ objects, index, clock: systemClock, prices }, { job: `${job}-${attempt}`, start }),
        log: withFields(log, { deployment }),
        open: openDeployments({
          ...deploymentPorts(env, objects, reached),
          owner: "no owner", // each shard names its own
          segments,
        }),
      },
      { deployment, idleMs: env.MEDHELM_POOL_IDLE_MS, signal: stop },
    );
  });
}

function thisHolder() {
  return { host: hostname(), pid: process.pid, startedAt: new Date(systemClock.nowMs()).toISOString() };
}

/** How this job reaches the models. */
function deploymentPorts(env: Common, objects: ObjectStore, { resolve, connect }: Models) {
  return {
    objects,
    clock: systemClock,
    resolve,
    connect,
    budget: createBudget(),
    concurrency: env.MEDHELM_CONCURRENCY,
    offline: false,
    allowedHosts: [],
    allowHosted: false,
    shareAnswers: true,
    // OpenAI's encodings are in the bundle; a tokenizer_file is on the operator's machine
    tokenizerOf: ({ tokenizerName }: Deployment) => openTokenizer({ tokenizerName }),
    notify: (run: string, message: string) => log("info", message, { run }),
  };
}

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
    (await import("@medhelm/encoders/onnx-encoder")).openOnnxEncoder({ folder }),
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
      ...deploymentPorts(env, objects, models),
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
      concurrency: env.MEDHELM_CONCURRENCY,
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
