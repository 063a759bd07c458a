import type { Clock, Compute, Job, ObjectStore } from "@medhelm/core/ports";
import { keys } from "@medhelm/core/store/object-keys";
import { getJson } from "@medhelm/core/store/objects";
import { type OwnerTurns, ownerTurns } from "@medhelm/core/jobs/owner-turns";
import { updateJson } from "@medhelm/core/store/update-json";
import { INTERRUPTED } from "./child-launch.ts";
import { BEAT_MS, hasEnded, SharedJob } from "./shared-job.ts";

export interface SharedWork {
  readonly objects: ObjectStore;
  readonly clock: Clock;
  /** runs the jobs on this machine */
  readonly compute: Pick<Compute, "submit" | "describe" | "cancel">;
  /** the name of this machine, for people */
  readonly worker: string;
  /** identifies the folder of `compute`, which no other process uses now */
  readonly home: string;
  readonly maxJobs: number;
  /** Its abort stops the jobs, which other workers may then take. */
  readonly signal: AbortSignal;
  /** the pause between looks at the store for a waiting job, and at the jobs in work */
  readonly pollMs?: number;
  notice(text: string): void;
  /** An error of the store, after which the worker goes on. */
  report(error: unknown): void;
}

/**
 * Takes jobs of sharedCompute, in turns between the owners and the oldest first, and runs them until the signal aborts. Resolves when all have stopped. Before, it gives back
 * the jobs of an earlier process that was killed.
 */
export async function workSharedJobs(work: SharedWork): Promise<void> {
  const { clock, signal, maxJobs, pollMs = 1_000, report } = work;
  const known: Known = { ended: new Set(), owners: new Map(), turns: ownerTurns() };
  const running = new Set<Promise<void>>();
  await giveBack(work).catch(report);
  while (!signal.aborted) {
    const job = running.size < maxJobs ? await claimNext(work, known).catch(report) : undefined;
    if (job === undefined) {
      await clock.sleep(pollMs, signal).catch(() => undefined);
      continue;
    }
    const run = runJob(work, job, pollMs)
      .catch(report)
      .finally(() => running.delete(run));
    running.add(run);
  }
  await Promise.all(running);
}

/** Facts about jobs that need no second read. */
interface Known {
  /** the keys of ended jobs */
  readonly ended: Set<string>;
  /** by the keys of jobs */
  readonly owners: Map<string, string | undefined>;
  readonly turns: OwnerTurns;
}

/** Takes the oldest waiting job of the owner whose turn it is. Undefined: no job waits. */
async function claimNext(work: SharedWork, known: Known): Promise<SharedJob | undefined> {
  const { objects } = work;
  const { ended, owners, turns } = known;
  const listed: string[] = [];
  for await (const { key } of objects.list(keys.sharedJobs())) if (!ended.has(key)) listed.push(key);
  for (const key of listed) if (!owners.has(key)) owners.set(key, (await getJson(objects, key, SharedJob))?.owner);
  let open = listed.map((key) => ({ key, owner: owners.get(key) }));
  for (;;) {
    const [next] = turns.heads(open);
    if (next === undefined) return undefined;
    open = open.filter(({ key }) => key !== next.key);
    const job = await claimOne(work, next.key, ended);
    if (job === undefined) continue;
    turns.took(next.owner);
    return job;
  }
}

async function claimOne(
  { objects, clock, worker, home }: SharedWork,
  key: string,
  ended: Set<string>,
): Promise<SharedJob | undefined> {
  const found = await getJson(objects, key, SharedJob);
  if (found === undefined || hasEnded(found)) ended.add(key);
  if (found?.state !== "waiting") return undefined;
  const nonce = clock.randomUuid();
  const job = await updateJson(objects, key, SharedJob, (stored): SharedJob | undefined =>
    stored?.state === "waiting" ? { ...stored, state: "running", claim: { nonce, worker, home, beats: 0 } } : undefined,
  );
  return job?.claim?.nonce === nonce ? job : undefined;
}

async function giveBack({ objects, worker, home }: SharedWork): Promise<void> {
  for await (const { key } of objects.list(keys.sharedJobs()))
    await updateJson(objects, key, SharedJob, (stored): SharedJob | undefined =>
      stored?.state === "running" && stored.claim?.home === home
        ? { ...stored, state: "failed", reason: `${INTERRUPTED} (the worker on ${worker} was started again)` }
        : undefined,
    );
}

type Change = (next: (stored: SharedJob) => SharedJob) => Promise<SharedJob | undefined>;

/** Changes the record while the job is this worker's. Returns the record that is stored at the end. */
const changeOf =
  ({ objects }: SharedWork, { id, claim }: SharedJob): Change =>
  (next) =>
    updateJson(objects, keys.sharedJob(id), SharedJob, (stored) =>
      stored?.state === "running" && stored.claim?.nonce === claim?.nonce ? next(stored) : undefined,
    );

async function runJob(work: SharedWork, job: SharedJob, pollMs: number): Promise<void> {
  const { clock, compute, signal } = work;
  const change = changeOf(work, job);
  const { id } = await compute.submit({ name: job.name, definition: "worker", environment: job.environment });
  work.notice(`job ${job.id} started: ${job.name}`);
  let beatAtMs = clock.monotonicMs();
  let isStopping = false;
  for (;;) {
    const local = await compute.describe(id);
    if (local === undefined || local.state === "succeeded" || local.state === "failed")
      return finish(work, job, local, change);
    let stop = signal.aborted ? "the worker was stopped" : undefined;
    if (clock.monotonicMs() - beatAtMs >= Math.min(BEAT_MS, 5 * pollMs)) {
      beatAtMs = clock.monotonicMs();
      stop ??= await beat(work, job, change);
    }
    if (stop !== undefined && !isStopping) {
      isStopping = true;
      await compute.cancel(id, stop);
    }
    await clock.sleep(pollMs, signal.aborted ? undefined : signal).catch(() => undefined);
  }
}

/** Shows that the worker is alive. Returns why the job must stop, if it must. */
async function beat({ report }: SharedWork, job: SharedJob, change: Change): Promise<string | undefined> {
  const now = await change(({ claim, ...stored }) =>
    claim === undefined ? stored : { ...stored, claim: { ...claim, beats: claim.beats + 1 } },
  ).catch((error: unknown) => {
    report(error);
    return job; // the store may answer the next time
  });
  const isMine = now !== undefined && !hasEnded(now) && now.claim?.nonce === job.claim?.nonce;
  return isMine ? now.cancel : "the job is no longer this worker's";
}

async function finish(work: SharedWork, job: SharedJob, local: Job | undefined, change: Change): Promise<void> {
  const reason = work.signal.aborted ? `${INTERRUPTED} (the worker was stopped)` : (local?.reason ?? INTERRUPTED);
  const isDone = local?.state === "succeeded";
  work.notice(isDone ? `job ${job.id} succeeded` : `job ${job.id} failed: ${reason}`);
  await change((stored) => (isDone ? { ...stored, state: "succeeded" } : { ...stored, state: "failed", reason }));
}
