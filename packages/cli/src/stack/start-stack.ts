import { fork } from "node:child_process";
import { randomBytes } from "node:crypto";
import { writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { childProcessCompute } from "@medhelm/adapters/compute/child-process";
import { systemClock } from "@medhelm/adapters/system-clock";
import { allCards, findBenchmark, knownBenchmark } from "@medhelm/benchmarks/registry";
import { messageFields } from "@medhelm/core/log/message-fields";
import { withFields } from "@medhelm/core/log/with-fields";
import type { Index, Log, LogFields, ObjectStore, QueueMessage } from "@medhelm/core/ports";
import { DispatchMessage, ReleaseMessage } from "@medhelm/core/submission";
import { createApi } from "@medhelm/service/api/create-api";
import { ensureIndex } from "@medhelm/service/index/build-index";
import { anyAuthenticator } from "@medhelm/service/api/any-authenticator";
import { keyAuthenticator } from "@medhelm/service/api/key-authenticator";
import { oneToken } from "@medhelm/service/api/one-token";
import { consume } from "./consume.ts";
import { dispatch } from "@medhelm/service/dispatch/dispatch";
import { takeDeadLetter } from "@medhelm/service/failure/take-dead-letter";
import { planSubmission } from "@medhelm/service/submissions/plan-submission";
import { buildRequestedRelease } from "@medhelm/service/release/build-requested-release";
import { makeRelease } from "@medhelm/service/release/make-release";
import { openSubmissionIds } from "@medhelm/service/index/open-work";
import { deleteExpiredInputs } from "@medhelm/service/sweep/expired-inputs";
import { poolStandings } from "@medhelm/service/pools/pool-standings";
import { sweep } from "@medhelm/service/sweep/sweep";
import { acceptUpload } from "./accept-upload.ts";
import { apiToken, rememberToken, tokenFile } from "../service-api/api-token.ts";
import { catalogModels } from "@medhelm/service/models/catalog-models";
import type { Deployment } from "@medhelm/core/models/deployment";
import { priceList } from "@medhelm/service/money/price-list";
import { packagedDeployments } from "../run/packaged-deployments.ts";
import { choosePort, listen } from "./listen.ts";
import { holderIsGone } from "@medhelm/adapters/lease-holder";
import type { Models } from "../run/load-models.ts";
import { stackModels } from "./stack-models.ts";
import { givenPrice } from "../run/model-prices.ts";
import type { PriceList } from "@medhelm/core/money/make-quote";
import { makeOutputFolder } from "../run/make-output-folder.ts";
import { openStore } from "../run/open-store.ts";
import { PRIVATE_FOLDER } from "../run/private-folder.ts";
import { type StackProgram, stackProgram } from "./stack-program.ts";
import { openIndex } from "./open-index.ts";
import { changedFile } from "../repair/changed-file.ts";
import { checkPoolOptions, type PoolOptions, storePoolWeights, tendStackPools } from "./stack-pools.ts";
import { stackTracer } from "./trace/stack-tracer.ts";
import { refuseNetworkDisk } from "./refuse-network-disk.ts";
import { releasePorts } from "./release-ports.ts";
import { refuseForgottenBucket, shareStore } from "./share-store.ts";
import { routedCompute } from "@medhelm/adapters/compute/routed-compute";
import { sharedCompute } from "@medhelm/adapters/compute/shared-compute";
import { logOfChild } from "./log/child-log.ts";
import { LIVE, liveKey } from "./live/live-key.ts";
import { serveLive } from "./live/serve-live.ts";
import { type AddressOptions, checkAddress, stackAddress } from "./stack-address.ts";
import { clientAddress } from "./client-address.ts";
import { countedRequests } from "./metrics/counted-requests.ts";
import { serveMetrics } from "./metrics/serve-metrics.ts";
import { serveDocs } from "./serve-docs.ts";
import { serveSite } from "./serve-site.ts";
import { openDeadLetters, openQueue, type QueueName, repairQueues, VISIBILITY_MS } from "./stack-queues.ts";
import { promptsFolder } from "../prompts/prompts-folder.ts";
import { allowedEnvironment, helmPromptsOf, settingsFileOf, StackSettings } from "./stack-settings.ts";
import { errorText } from "../terminal/report-error.ts";
import type { Env } from "../env.ts";

const USUAL_PORT = 8787;
/** On AWS it is 5 minutes, but a user of a laptop waits for the sweep. */
const SWEEP_INTERVAL_MS = 5_000;

/** Every sweep reads every open submission. */
const SWEEP_PACE = { idleMs: 0, activeMs: 0 };
/** How often the stack looks for pools with waiting shards and no worker. */
const POOLS_INTERVAL_MS = 500;
/** Workers of pools that this machine runs at once. */
const MAX_POOLS = 8;
const DAY_MS = 86_400_000;
const KEEP_JOBS_MS = 30 * DAY_MS;
/** One process dispatches, so only its own last life can have left a claim. */
const CLAIM_MS = 60_000;

export interface Stack {
  /** what users open, e.g. http://127.0.0.1:8787 or the address of the proxy */
  readonly url: string;
  readonly token: string;
  /** The page of the runs in progress, with its key. */
  readonly liveUrl: string;
  /** Files of this user with the token and with liveUrl. A supervisor writes what a program prints into its log. */
  readonly files: { readonly token: string; readonly live: string };
  close(): Promise<void>;
}

export interface StackOptions
  extends Omit<StackSettings, "promptsDir" | "isRemote">,
    Partial<AddressOptions>,
    PoolOptions {
  /** absent: MEDHELM_PROMPTS, else a folder in the output path */
  readonly promptsDir?: string | undefined;
  /** Absent: the usual port or, if that is in use, the next free one. */
  readonly port?: number | undefined;
  readonly env: Env;
  readonly log: Log;
}

/**
 * Starts the embedded stack: the service's logic with the embedded adapters. It is the product for laptops and
 * hospitals, not a mock of the cloud. Its whole state is under the output path, so the next start continues the work.
 */
export async function startStack(options: StackOptions): Promise<Stack> {
  const { log } = options;
  const notice = (text: string): void => log("warn", text);
  const logOf = (component: string): Log => withFields(log, { component });
  const outputPath = resolve(options.outputPath);
  const promptsDir = resolve(promptsFolder({ ...options, outputPath }, options.env));
  const settings = StackSettings.parse({ ...options, outputPath, promptsDir });
  const helmPrompts = helmPromptsOf(settings);
  const { host = "127.0.0.1", publicUrl, allowedHosts = [] } = options;
  const reachedAt: AddressOptions = { host, publicUrl, allowedHosts };
  checkAddress(reachedAt);
  const { pools: hasPools = false } = options;
  checkPoolOptions(options);
  const trace = stackTracer(settings, log);
  process.umask(0o077); // files and folders of the stack and its children are for this user only
  refuseNetworkDisk(outputPath);
  makeOutputFolder(options.outputPath);
  const { store } = settings;
  if (store !== undefined) await shareStore({ outputPath, bucket: store, copiesObjects: true, notice: notice });
  else refuseForgottenBucket(outputPath);
  const models = await stackModels(settings, options.env, notice);
  const clock = systemClock;
  const settingsFile = settingsFileOf(outputPath);
  const children = {
    programs: { worker: stackProgram("worker-main", settingsFile), site: stackProgram("site-main", settingsFile) },
    parentEnvironment: options.env,
    allowedEnvironment: allowedEnvironment(settings, models.prodEnv.deployments),
    notice,
    onMessage: (message: unknown) => logOfChild(log, message),
  };
  const local = childProcessCompute({
    dir: join(outputPath, PRIVATE_FOLDER, "compute"),
    prepare: () => writeFileSync(settingsFile, JSON.stringify(settings)),
    ...children,
  });
  // machines of their own: a pool's worker must not hold back the jobs that encode for it
  const localPools = hasPools
    ? childProcessCompute({ dir: join(outputPath, PRIVATE_FOLDER, "pools"), maxChildren: MAX_POOLS, ...children })
    : undefined;
  repairQueues(outputPath, notice);
  const port = await choosePort(options.port, USUAL_PORT, notice, host).catch(async (error: unknown) => {
    await local.close();
    await localPools?.close();
    throw error;
  });
  const address = stackAddress(reachedAt, port);
  const secret = randomBytes(32).toString("hex");
  const objects = openStore(outputPath, { presign: { base: address.shown, secret } });
  const shared = store === undefined ? undefined : sharedCompute(objects, clock);
  const compute = shared === undefined ? local : routedCompute({ shared, local });
  const index = openIndex(outputPath);
  await fillIndex(objects, index, notice);
  if (hasPools) await storePoolWeights(objects, options);
  const token = await apiToken(outputPath, address.local, options.env);
  await rememberToken(address.shown, token, options.env);
  const queue = (name: QueueName) => openQueue(outputPath, name);
  const [dispatchQueue, aggregateQueue, releaseQueue] = [queue("dispatch"), queue("aggregate"), queue("release")];

  const authenticate = anyAuthenticator(
    oneToken(token, {
      owner: "local",
      scopes: new Set(["submit", "release", "admin"]),
      organisations: "all",
      keyId: "local",
    }),
    keyAuthenticator(objects, clock),
  );
  const clientOf = (given: unknown) => clientAddress(given, { isBehindProxy: publicUrl !== undefined });
  const api = createApi({
    objects,
    index,
    dispatchQueue,
    releaseQueue,
    aggregateQueue,
    clock,
    authenticate,
    clientAddress: clientOf,
    ...(hasPools && { pools: poolStandings({ objects, clock }) }),
    expand: (request, files) =>
      planSubmission(
        {
          findBenchmark,
          models: models.registry,
          helmPrompts,
          fhirServer: settings.fhirServer ?? options.env["MEDHELM_FHIR_SERVER"],
        },
        request,
        files,
      ),
    catalog: { benchmarks: allCards, benchmark: knownBenchmark, models: () => catalogModels(models) },
    prices: await stackPrices(settings, models),
    allowedHosts: address.allowedHosts,
    acceptUpload: acceptUpload(objects, secret, clock),
    log: logOf("api"),
    report: (error, request) => logOf("api")("error", "a request failed", { ...request, error: errorText(error) }),
  });
  serveSite(api, outputPath, objects);
  serveDocs(api);
  const requests = countedRequests(api.fetch, clock.monotonicMs);
  const deadLetters = (["dispatch", "aggregate", "release"] as const).map((name) => ({
    name,
    queue: openDeadLetters(outputPath, name),
  }));
  const queues = {
    dispatch: dispatchQueue,
    aggregate: aggregateQueue,
    release: releaseQueue,
    ...Object.fromEntries(deadLetters.map((of) => [`dead letters of ${of.name}`, of.queue])),
  };
  serveMetrics(api, {
    authenticate,
    clientAddress: clientOf,
    clock,
    index,
    objects,
    outputPath,
    queues,
    requests: requests.metrics,
  });
  const ports = {
    ...(await releasePorts(outputPath, objects, models)),
    changedFile: changedFile(outputPath, objects),
    report: notice,
  };
  const ownersKey = liveKey(token);
  const live = serveLive(api, { ports, url: address.local, token, key: ownersKey, notice: notice });
  const liveUrl = `${address.shown}${LIVE}?key=${ownersKey}`;
  const liveFile = join(outputPath, PRIVATE_FOLDER, "progress-address");
  writeFileSync(liveFile, `${liveUrl}\n`, { mode: 0o600 });
  const server = await listen(requests.fetch, port, host);

  const stop = new AbortController();
  const failed = (component: string, message: string, error: unknown, fields: LogFields = {}): void =>
    logOf(component)("warn", message, { ...fields, error: errorText(error) });
  const report = (component: string) => (error: unknown, message?: QueueMessage) =>
    message === undefined
      ? failed(component, "the queue could not be read", error)
      : failed(component, "a message was not handled", error, {
          ...messageFields(message.body),
          receives: message.receiveCount,
        });
  const consumer = (name: QueueName, handle: (body: string) => Promise<void>) =>
    consume({ queue: queue(name), handle, report: report(name), visibilityMs: VISIBILITY_MS, signal: stop.signal });
  const forSweep = {
    objects,
    index,
    compute,
    pace: SWEEP_PACE,
    dispatchQueue,
    aggregateQueue,
    releaseQueue,
    clock,
    log: logOf("sweep"),
    ...(trace !== undefined && { trace }),
    report: (error: unknown, key: string) => failed("sweep", "an object was not swept", error, { object: key }),
  };
  const buildHere = (release: string) => buildRequestedRelease(ports, release, stop.signal);
  const forReleases = { objects, index, clock, compute, buildHere, claimMs: CLAIM_MS };
  const forPools = { objects, index, clock, claimMs: CLAIM_MS };
  const loops = [
    consumer("dispatch", (body) =>
      dispatch(
        { objects, index, clock, compute, holderIsGone, claimMs: CLAIM_MS, hasPools, log: logOf("dispatch") },
        DispatchMessage.parse(JSON.parse(body)),
      ),
    ),
    consumer("release", (body) => makeRelease(forReleases, ReleaseMessage.parse(JSON.parse(body)).release)),
    ...deadLetters.map(({ name, queue: dead }) =>
      consume({
        queue: dead,
        handle: (body, { receiveCount: receives }) =>
          takeDeadLetter({ objects, index, clock, log: logOf("failure") }, { queue: name, body, receives }),
        report: report("failure"),
        visibilityMs: VISIBILITY_MS,
        signal: stop.signal,
      }),
    ),
    ...(localPools === undefined
      ? []
      : [
          every(POOLS_INTERVAL_MS, stop.signal, () =>
            tendStackPools({ ...forPools, compute: shared ?? localPools }, options).catch((error: unknown) =>
              failed("pools", "no worker of a pool was started", error),
            ),
          ),
        ]),
    // after a failed sweep the next one does the work
    every(DAY_MS, stop.signal, () =>
      (shared?.forget(clock.nowMs() - KEEP_JOBS_MS) ?? Promise.resolve()).catch((error: unknown) =>
        failed("sweep", "old jobs were not deleted", error),
      ),
    ),
    every(DAY_MS, stop.signal, () =>
      deleteInputs(objects, index).catch((error: unknown) => failed("sweep", "expired inputs were not deleted", error)),
    ),
    every(SWEEP_INTERVAL_MS, stop.signal, () =>
      sweep(forSweep).catch((error: unknown) => failed("sweep", "the sweep failed", error)),
    ),
  ];
  const aggregator = keepAlive("aggregate-main", settingsFile, childEnvironment(options.env, settings), stop.signal);
  return {
    url: address.shown,
    token,
    liveUrl,
    files: { token: tokenFile(outputPath), live: liveFile },
    async close() {
      stop.abort();
      await server.close();
      await live.close();
      await Promise.all([local.close(), localPools?.close(), aggregator, ...loops]);
      await trace?.flush();
      index.close();
    },
  };
}

/** On AWS a lifecycle rule deletes uploaded files. */
async function deleteInputs(objects: ObjectStore, index: Index): Promise<void> {
  const open: string[] = [];
  for await (const id of openSubmissionIds(index)) open.push(id);
  await deleteExpiredInputs(objects, open);
}

function childEnvironment(env: StackOptions["env"], settings: StackSettings): Record<string, string> {
  return Object.fromEntries(
    allowedEnvironment(settings, []).flatMap((name) => {
      const value = env[name];
      return value === undefined ? [] : [[name, value]];
    }),
  );
}

/** Runs a child process, and starts it again each time it ends, until the signal aborts. */
async function keepAlive(
  name: StackProgram,
  settingsFile: string,
  env: Record<string, string>,
  signal: AbortSignal,
): Promise<void> {
  const { args } = stackProgram(name, settingsFile);
  while (!signal.aborted) {
    const [script = "", ...rest] = args;
    const child = fork(script, rest, { env, stdio: ["ignore", "ignore", "inherit", "ipc"] });
    const stop = (): void => void child.kill("SIGTERM");
    signal.addEventListener("abort", stop, { once: true });
    await new Promise((done) => child.once("exit", done).once("error", done));
    signal.removeEventListener("abort", stop);
    if (!signal.aborted) await systemClock.sleep(200, signal).catch(() => undefined);
  }
}

async function every(intervalMs: number, signal: AbortSignal, work: () => Promise<unknown>): Promise<void> {
  while (!signal.aborted) {
    await work();
    await systemClock.sleep(intervalMs, signal).catch(() => undefined);
  }
}

/** Builds the index of a folder that an earlier version wrote. */
async function fillIndex(objects: ObjectStore, index: Index, notice: (text: string) => void): Promise<void> {
  const built = await ensureIndex({ objects, index, clock: systemClock });
  if (built === undefined) return;
  for (const { key, reason } of built.damaged) notice(`the index leaves out ${key}: ${reason}`);
  if (built.submissions > 0) notice(`the index of this folder is built: ${built.submissions} submissions`);
}

/** The known prices, after those that --price-per-million gives. */
async function stackPrices(settings: StackSettings, { prodEnv }: Models): Promise<PriceList> {
  const known = priceList([...(await packagedPrices(settings)), ...prodEnv.deployments], []);
  return {
    ...known,
    find: (name, role) => {
      const found = known.find(name, role);
      const price = found?.client?.kind === "builtin" ? undefined : givenPrice(settings, name, role);
      return price === undefined ? found : { ...found, price };
    },
  };
}

/** The packaged deployments, whose prices hold unless the user gives a server of their own. */
async function packagedPrices({ endpoint }: StackSettings): Promise<readonly Deployment[]> {
  if (endpoint !== undefined) return [];
  return (await packagedDeployments()).filter(({ served }) => served === undefined);
}
