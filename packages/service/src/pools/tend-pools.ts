import { isActive, isInterruption, MAX_JOB_FAULTS } from "@medhelm/core/jobs/job";
import { type EntryFacts, entryFacts } from "@medhelm/core/pools/entry-name";
import { type EndedWorker, firstWorker, type PoolWorkers, withoutWorker } from "@medhelm/core/pools/pool-workers";
import { type PoolStop, QueueEntry, SHARD_REQUESTS } from "@medhelm/core/pools/shard";
import { workersFor } from "@medhelm/core/pools/workers-for";
import type { Compute, Job, ObjectStore } from "@medhelm/core/ports";
import { collect } from "@medhelm/core/run/collect";
import { listFolders } from "@medhelm/core/store/list-folders";
import { keys } from "@medhelm/core/store/object-keys";
import { orUnreadable } from "@medhelm/core/store/objects";
import type { DispatchMessage } from "@medhelm/core/submission";
import { claimStart, readStart, type StartClaimPorts } from "../index/start-claims.ts";
import { dropRun } from "./drop-run.ts";
import { isOver } from "./is-over.ts";
import { type QueuePorts, readOrRemove } from "./read-or-remove.ts";
import { changePoolWorkers, readPoolWorkers } from "./pool-workers.ts";

export interface TendPorts extends StartClaimPorts, QueuePorts {
  readonly compute: Compute;
  /** Whether the job brings the deployment's server. Absent: the server runs elsewhere. */
  readonly isServed?: boolean;
  /** The most workers of a deployment's pool at once. Absent: one. */
  readonly mostWorkers?: (deployment: string) => number;
  /** One further worker starts for each group of this many waiting requests. */
  readonly requestsAWorker?: number;
}

const nameOf = (pool: string, n: number): string => `pool-${pool}-${n}`;

/** The pool of a job; undefined: the job is another one. */
export const poolOfJob = (name: string): string | undefined => /^pool-(.+)-\d+$/.exec(name)?.[1];

/** Starts the workers that each pool with waiting shards lacks. */
export async function tendPools(ports: TendPorts): Promise<void> {
  for (const pool of await listFolders(ports.objects, keys.pools())) await tendPool(ports, pool);
}

/**
 * Starts the workers that a pool lacks: a first one if a shard waits, and further ones while the queue pays for them (workersFor). After
 * MAX_JOB_FAULTS jobs in a row have failed by their own fault, the runs that wait fail with the last reason. The next shards are a new try.
 */
export async function tendPool(ports: TendPorts, pool: string): Promise<void> {
  const { mostWorkers, requestsAWorker } = ports;
  if ((await waitingEntry(ports, pool)) === undefined) return;
  const { record, hasMachine } = await settleEnded(ports, pool);
  const first = await dropOver(ports, pool);
  if (first === undefined) return;
  const active = Object.keys(record.workers).length;
  if (record.faults >= MAX_JOB_FAULTS) {
    if (active === 0) await giveUp(ports, pool, first, record);
    return;
  }
  const most = mostWorkers?.(first.deployment) ?? 1;
  const wanted = workersFor(first.waiting, { most, ...(requestsAWorker !== undefined && { requestsAWorker }) });
  const hasFirst = firstWorker(record) !== undefined;
  // a further worker without a machine may wait for long, because all other jobs come before it
  const missing = Math.max(wanted - active, Number(!hasFirst && !hasMachine));
  for (let i = 0; i < missing; i++)
    if (!(await startWorker(ports, pool, first, { n: record.n + 1 + i, isFurther: hasFirst || i > 0 }))) return;
}

/**
 * Removes the workers whose jobs have ended from the record. Batch may list a job only some time after its start. `hasMachine`: a worker has a
 * machine.
 */
async function settleEnded(
  ports: TendPorts,
  pool: string,
): Promise<{ readonly record: PoolWorkers; readonly hasMachine: boolean }> {
  const { objects, compute, clock } = ports;
  const record = await readPoolWorkers(objects, pool);
  const { claim } = await readStart(ports, nameOf(pool, 0));
  const isJustStarted = (n: number): boolean => claim !== undefined && claim.n >= n && claim.untilMs > clock.nowMs();
  const ended: EndedWorker[] = [];
  let hasMachine = false;
  for (const n of Object.keys(record.workers).map(Number)) {
    const job = await newestOf(compute, nameOf(pool, n));
    hasMachine ||= job?.state === "running";
    if (isActive(job) || (job === undefined && isJustStarted(n))) continue;
    const { reason = "no reason was given" } = job ?? {};
    ended.push(job?.state === "failed" ? { n, reason, isInterrupted: isInterruption(job.reason) } : { n });
  }
  if (ended.length === 0) return { record, hasMachine };
  await changePoolWorkers(objects, pool, (stored) => {
    const known = ended.filter(({ n }) => stored.workers[n] !== undefined);
    return known.length === 0 ? undefined : known.reduce(withoutWorker, stored);
  });
  return { record: await readPoolWorkers(objects, pool), hasMachine };
}

/** @returns whether the worker was started now, so that a further one may follow */
async function startWorker(
  ports: TendPorts,
  pool: string,
  { deployment }: Waiting,
  { n, isFurther }: { readonly n: number; readonly isFurther: boolean },
): Promise<boolean> {
  const { objects, compute } = ports;
  const seen = await readStart(ports, nameOf(pool, 0));
  const record = (isNew: boolean): Promise<void> =>
    changePoolWorkers(objects, pool, (stored) =>
      stored.n >= n
        ? undefined
        : {
            ...stored,
            n,
            workers: isNew ? { ...stored.workers, [n]: "requested" } : stored.workers,
            ...(!isFurther && { first: n }),
          },
    );
  const there = await newestOf(compute, nameOf(pool, n)); // of a dispatcher that ended before it wrote the record
  if (there !== undefined) {
    await record(isActive(there));
    return false;
  }
  if (!(await claimStart(ports, nameOf(pool, 0), n, seen))) return false;
  await compute.submit({
    name: nameOf(pool, n),
    definition: "worker",
    environment: { MEDHELM_POOL: deployment, MEDHELM_POOL_WORKER: String(n) },
    pool: { deployment, isFurther },
    ...(ports.isServed === true && { served: deployment }),
  });
  await record(true);
  return true;
}

/** Fails the runs that wait. */
async function giveUp(ports: QueuePorts, pool: string, { deployment }: Waiting, failed: PoolWorkers): Promise<void> {
  const { objects } = ports;
  const message = `the worker of ${deployment} failed ${failed.faults} times, last: ${failed.reason}`;
  for await (const entry of waitingEntries(ports, pool))
    await dropWaiting(objects, entry, { code: "given_up", message });
  await changePoolWorkers(objects, pool, ({ reason: _known, ...stored }) => ({ ...stored, faults: 0 }));
}

/** Removes the run of a waiting shard. The place goes in any case: a process that was killed may have deleted only its shard. */
async function dropWaiting(
  objects: ObjectStore,
  entry: WaitingEntry,
  stop?: Omit<PoolStop, "formatVersion">,
): Promise<void> {
  await dropRun(objects, entry, stop);
  await objects.delete(entry.key);
}

const newestOf = async (compute: Compute, name: string): Promise<Job | undefined> => {
  const jobs = await compute.findByName(name);
  return jobs.find(isActive) ?? jobs[0];
};

interface WaitingEntry extends QueueEntry {
  readonly owner: string;
  /** of the object */
  readonly key: string;
}
/** The first shard of a pool, and what the names of all shards say. */
interface Waiting extends WaitingEntry {
  readonly waiting: readonly Pick<EntryFacts, "requests" | "lane" | "run">[];
}

async function* waitingEntries(ports: QueuePorts, pool: string): AsyncGenerator<WaitingEntry> {
  for await (const { key } of ports.objects.list(keys.poolQueue(pool))) {
    const entry = await readEntry(ports, pool, key);
    if (entry !== undefined) yield entry;
  }
}

async function readEntry(ports: QueuePorts, pool: string, key: string): Promise<WaitingEntry | undefined> {
  const entry = await readOrRemove(ports, key, QueueEntry);
  return entry && { ...entry, key, owner: key.slice(keys.poolQueue(pool).length).split("/", 1)[0] ?? "" };
}

/** The first shard that waits in a pool. */
export async function waitingEntry(ports: QueuePorts, pool: string): Promise<WaitingEntry | undefined> {
  for await (const entry of waitingEntries(ports, pool)) return entry;
  return undefined;
}

/** A message after which the dispatcher starts a worker of the entry's pool, if it has none. */
export const poolMessage = ({ submission, deployment }: QueueEntry): DispatchMessage => ({
  submission,
  deployment,
  role: "candidate",
});

/** A message for each pool in which a shard waits. */
export async function poolMessages(ports: QueuePorts): Promise<DispatchMessage[]> {
  const messages: DispatchMessage[] = [];
  for (const pool of await listFolders(ports.objects, keys.pools())) {
    const entry = await waitingEntry(ports, pool);
    if (entry !== undefined) messages.push(poolMessage(entry));
  }
  return messages;
}

/**
 * Removes the runs that nobody waits for any more before the first other shard, so that no worker starts for them, and returns that shard. A place
 * without a shard is of a withdrawn run, or of a process that was killed.
 */
async function dropOver(ports: QueuePorts, pool: string): Promise<Waiting | undefined> {
  const { objects } = ports;
  const listed = await collect(objects.list(keys.poolQueue(pool)));
  const waiting = listed.map(({ key }) => ({ key, ...factsOf(key) }));
  const dropped = new Set<string>();
  for (const { key, run } of waiting) {
    if (dropped.has(run)) continue;
    const entry = await readEntry(ports, pool, key);
    if (entry === undefined) continue;
    const { suite, run: name, deployment, shard } = entry;
    if ((await objects.head(keys.shard(suite, name, deployment, shard))) === undefined) {
      await objects.delete(key);
      continue;
    }
    // a damaged submission holds back no other one: a worker drops its shards with the reason
    if ((await isOver(objects, entry).catch(orUnreadable)) !== true)
      return { ...entry, waiting: waiting.filter((one) => !dropped.has(one.run)) };
    await dropWaiting(objects, entry);
    dropped.add(run);
  }
  return undefined;
}

/** A name without facts counts as a full shard of its own. */
const factsOf = (key: string): Pick<EntryFacts, "requests" | "lane" | "run"> =>
  entryFacts(key.split("/").at(-1) ?? "") ?? { requests: SHARD_REQUESTS, lane: key, run: key };
