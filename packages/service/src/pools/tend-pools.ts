import { isActive, isInterruption, MAX_JOB_FAULTS } from "@medhelm/core/jobs/job";
import { QueueEntry } from "@medhelm/core/pools/shard";
import type { Compute, Job, ObjectStore } from "@medhelm/core/ports";
import { listFolders } from "@medhelm/core/store/list-folders";
import { keys } from "@medhelm/core/store/object-keys";
import { getIfReadable, putJson } from "@medhelm/core/store/objects";
import type { DispatchMessage } from "@medhelm/core/submission";
import { z } from "zod";
import { claimStart, readStart, type StartClaimPorts } from "../index/start-claims.ts";
import { dropRun } from "./drop-run.ts";

export interface TendPorts extends StartClaimPorts {
  readonly objects: ObjectStore;
  readonly compute: Compute;
  /** Whether the job brings the deployment's server. Absent: the server runs elsewhere. */
  readonly isServed?: boolean;
}

/** jobs/.pools/<pool>.json */
const PoolJob = z.object({
  formatVersion: z.literal(1),
  /** The number of the pool's last job, which is a part of its name. */
  n: z.int(),
  /** How many jobs before it failed by their own fault, one after another. */
  faults: z.int(),
});
type PoolJob = z.infer<typeof PoolJob>;

const nameOf = (pool: string, n: number): string => `pool-${pool}-${n}`;

/** The pool of a job; undefined: the job is another one. */
export const poolOfJob = (name: string): string | undefined => /^pool-(.+)-\d+$/.exec(name)?.[1];

/** Starts a worker for each pool in which a shard waits and no worker is active. */
export async function tendPools(ports: TendPorts): Promise<void> {
  for (const pool of await listFolders(ports.objects, keys.pools())) await tendPool(ports, pool);
}

/**
 * Starts a worker for a pool in which a shard waits and no worker is active. After MAX_JOB_FAULTS jobs in a row have failed by their own fault,
 * the runs that wait fail with the last reason, and the next shards are a new try.
 */
export async function tendPool(ports: TendPorts, pool: string): Promise<void> {
  const { objects, compute } = ports;
  if ((await waitingEntry(objects, pool)) === undefined) return;
  const seen = await readStart(ports, nameOf(pool, 0)); // before the jobs: a job that is started in between also changes the claim
  const stored = (await getIfReadable(objects, keys.poolJob(pool), PoolJob)) ?? { formatVersion: 1, n: 0, faults: 0 };
  const last = await newestOf(compute, nameOf(pool, stored.n));
  if (isActive(last)) return;
  await dropCancelled(objects, pool);
  const first = await waitingEntry(objects, pool);
  if (first === undefined) return;
  const next: PoolJob = { ...stored, ...nextOf(stored, last) };
  const there = await newestOf(compute, nameOf(pool, next.n)); // of a dispatcher that ended before it wrote the record
  if (there !== undefined) return void (await putJson(objects, keys.poolJob(pool), next));
  if (next.faults >= MAX_JOB_FAULTS) {
    await dropAll(
      objects,
      pool,
      `the worker of ${first.deployment} failed ${next.faults} times, last: ${last?.reason}`,
    );
    await putJson(objects, keys.poolJob(pool), { ...next, faults: 0 });
    return;
  }
  if (!(await claimStart(ports, nameOf(pool, 0), next.n, seen))) return;
  await compute.submit({
    name: nameOf(pool, next.n),
    definition: "worker",
    environment: { MEDHELM_POOL: first.deployment },
    owner: first.owner, // whose shard is the first; a job queue shares the machines between owners
    ...(ports.isServed === true && { served: first.deployment }),
  });
  await putJson(objects, keys.poolJob(pool), next);
}

const newestOf = async (compute: Compute, name: string): Promise<Job | undefined> => {
  const jobs = await compute.findByName(name);
  return jobs.find(isActive) ?? jobs[0];
};

/** A job that nobody knows has never started. */
function nextOf({ n, faults }: PoolJob, last: Job | undefined): Pick<PoolJob, "n" | "faults"> {
  if (last === undefined) return { n: Math.max(1, n), faults };
  const isFault = last.state === "failed" && !isInterruption(last.reason);
  return { n: n + 1, faults: isFault ? faults + 1 : last.state === "failed" ? faults : 0 };
}

interface Waiting extends QueueEntry {
  readonly owner: string;
}

async function* waitingEntries(objects: ObjectStore, pool: string): AsyncGenerator<Waiting> {
  const queue = keys.poolQueue(pool);
  for await (const { key } of objects.list(queue)) {
    const entry = await getIfReadable(objects, key, QueueEntry);
    if (entry !== undefined) yield { ...entry, owner: key.slice(queue.length).split("/", 1)[0] ?? "" };
  }
}

/** The first shard that waits in a pool. */
export async function waitingEntry(objects: ObjectStore, pool: string): Promise<Waiting | undefined> {
  for await (const entry of waitingEntries(objects, pool)) return entry;
  return undefined;
}

/** A message after which the dispatcher starts a worker of the entry's pool, if it has none. */
export const poolMessage = ({ submission, deployment }: QueueEntry): DispatchMessage => ({
  submission,
  deployment,
  role: "candidate",
});

/** A message for each pool in which a shard waits. */
export async function poolMessages(objects: ObjectStore): Promise<DispatchMessage[]> {
  const messages: DispatchMessage[] = [];
  for (const pool of await listFolders(objects, keys.pools())) {
    const entry = await waitingEntry(objects, pool);
    if (entry !== undefined) messages.push(poolMessage(entry));
  }
  return messages;
}

/** Removes the runs of cancelled submissions, so that no worker starts for them. */
async function dropCancelled(objects: ObjectStore, pool: string): Promise<void> {
  for await (const entry of waitingEntries(objects, pool))
    if ((await objects.head(keys.submissionCancel(entry.submission))) !== undefined) await dropRun(objects, entry);
}

async function dropAll(objects: ObjectStore, pool: string, message: string): Promise<void> {
  for await (const entry of waitingEntries(objects, pool)) await dropRun(objects, entry, { code: "given_up", message });
}
