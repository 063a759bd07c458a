import { randomBytes } from "node:crypto";
import { resolve } from "node:path";
import { routedCompute } from "@medhelm/adapters/compute/routed-compute";
import { sharedCompute } from "@medhelm/adapters/compute/shared-compute";
import { systemClock } from "@medhelm/adapters/system-clock";
import type { Index, Log, ObjectStore } from "@medhelm/core/ports";
import { ensureIndex } from "@medhelm/service/index/build-index";
import { removeUnpublishedSites } from "@medhelm/service/release/site/remove-unpublished-sites";
import { forgetClaims } from "@medhelm/service/work/answers/request-claims";
import type { Env } from "../env.ts";
import { promptsFolder } from "../prompts/prompts-folder.ts";
import { changedFile } from "../repair/changed-file.ts";
import { progressLine } from "../terminal/progress-line.ts";
import { makeOutputFolder } from "../places/make-output-folder.ts";
import { openStore } from "../places/open-store.ts";
import { apiToken, rememberToken, tokenFile } from "../service-api/api-token.ts";
import { backgroundLoops } from "./background-loops.ts";
import { keepAlive } from "./keep-alive.ts";
import { choosePort, listen } from "./http/listen.ts";
import { localMachines } from "./local-machines.ts";
import { fullDisk } from "./log/full-disk.ts";
import { openIndex, setIndexAside } from "./store/open-index.ts";
import { refuseDamagedLock } from "./settings/refuse-damaged-lock.ts";
import { refuseNetworkDisk } from "./settings/refuse-network-disk.ts";
import { releasePorts } from "./release-ports.ts";
import { refuseForgottenBucket, shareStore } from "./store/share-store.ts";
import { type AddressOptions, checkAddress, stackAddress } from "./settings/stack-address.ts";
import { stackApi } from "./http/stack-api.ts";
import { stackModels } from "./settings/stack-models.ts";
import { checkPoolOptions, type PoolOptions, storePoolWeights } from "./settings/stack-pools.ts";
import { openQueues, repairQueues } from "./stack-queues.ts";
import { StackSettings } from "./settings/stack-settings.ts";
import { stackTracer } from "./trace/stack-tracer.ts";

const USUAL_PORT = 8787;

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
  const { env, host = "127.0.0.1", publicUrl, allowedHosts = [], pools: hasPools = false } = options;
  const stop = new AbortController();
  // work that the stop cuts off finds its database closed, and the next start does it again
  const log: Log = (...record) => (stop.signal.aborted ? undefined : options.log(...record));
  const notice = (text: string): void => log("warn", text);
  const settings = settingsOf(options);
  const { outputPath } = settings;
  const reachedAt: AddressOptions = { host, publicUrl, allowedHosts };
  checkAddress(reachedAt);
  checkPoolOptions(options);
  const trace = stackTracer(settings, log);
  const models = await stackModels(settings, env, notice); // first, because a refusal leaves no folder
  await prepareFolder(options.outputPath, settings, notice);
  const disk = fullDisk({ outputPath, log, clock: systemClock, signal: stop.signal });
  const machines = localMachines(settings, { models, hasPools, env, log, disk });
  repairQueues(outputPath, notice);
  const port = await choosePort(options.port, USUAL_PORT, notice, host).catch(async (error: unknown) => {
    await machines.close();
    throw error;
  });
  const address = stackAddress(reachedAt, port);
  const secret = randomBytes(32).toString("hex");
  const objects = openStore(outputPath, { presign: { base: address.shown, secret } });
  const shared = settings.store === undefined ? undefined : sharedCompute(objects, systemClock);
  const compute = shared === undefined ? machines.jobs : routedCompute({ shared, local: machines.jobs });
  const damagedIndex = setIndexAside(outputPath);
  if (damagedIndex !== undefined) notice(`${damagedIndex}: it is made again from the objects`);
  const index = openIndex(outputPath);
  if (shared === undefined) await forgetClaims(objects);
  await fillIndex(objects, index, notice);
  for (const name of await removeUnpublishedSites({ objects, index }))
    notice(`release ${name} is not published, so its site is removed; medhelm releases publish ${name} makes it again`);
  if (hasPools) await storePoolWeights(objects, options);
  const token = await apiToken(outputPath, address.local, env);
  await rememberToken(address.shown, token, env);
  const releases = {
    ...(await releasePorts(outputPath, objects, models)),
    changedFile: changedFile(outputPath, objects),
    report: notice,
  };
  const parts = { settings, env, models, objects, index, queues: openQueues(outputPath), clock: systemClock, releases };
  const isBehindProxy = publicUrl !== undefined;
  const api = await stackApi({ ...parts, address, isBehindProxy, hasPools, token, secret, log, disk });
  const server = await listen(api.fetch, port, host, { refuse: api.refuse, isBehindProxy });
  const poolCompute = machines.pools && (shared ?? machines.pools);
  const forgetJobs = shared?.forget;
  const loops = backgroundLoops(
    { ...parts, compute, poolCompute, poolOptions: options, forgetJobs, log, trace, disk },
    stop.signal,
  );
  const aggregator = keepAlive("aggregate-main", settings, env, stop.signal);
  return {
    url: address.shown,
    token,
    liveUrl: api.live.url,
    files: { token: tokenFile(outputPath), live: api.live.file },
    async close() {
      stop.abort();
      await Promise.all([server.close(), api.close(), machines.close(), aggregator, loops]);
      await trace?.flush();
      index.close();
    },
  };
}

function settingsOf(options: StackOptions): StackSettings {
  const outputPath = resolve(options.outputPath);
  const promptsDir = resolve(promptsFolder({ ...options, outputPath }, options.env));
  return StackSettings.parse({ ...options, outputPath, promptsDir });
}

/** Makes the output folder, or joins it with the bucket. @param given the folder as the user wrote it */
async function prepareFolder(
  given: string,
  { outputPath, store }: StackSettings,
  notice: (text: string) => void,
): Promise<void> {
  process.umask(0o077); // files and folders of the stack and its children are for this user only
  refuseNetworkDisk(outputPath);
  makeOutputFolder(given);
  refuseDamagedLock(outputPath);
  if (store === undefined) refuseForgottenBucket(outputPath);
  else {
    const line = progressLine(process.stderr, systemClock.monotonicMs);
    const onCopied = (done: number, total: number): void => line.count(`objects copied to s3://${store}`, done, total);
    await shareStore({ outputPath, bucket: store, notice, onCopied }).finally(line.clear);
  }
}

/** Builds the index of a folder that an earlier version wrote. */
async function fillIndex(objects: ObjectStore, index: Index, notice: (text: string) => void): Promise<void> {
  const built = await ensureIndex({ objects, index, clock: systemClock });
  if (built === undefined) return;
  for (const { key, reason } of built.damaged) notice(`the index leaves out ${key}: ${reason}`);
  if (built.submissions > 0) notice(`the index of this folder is built: ${built.submissions} submissions`);
}
