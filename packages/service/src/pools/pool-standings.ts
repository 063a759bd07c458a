import { entryFacts, markOfRun } from "@medhelm/core/pools/entry-name";
import type { PoolStanding } from "@medhelm/core/pools/pool-standing";
import { noWorkers, PoolWorkers } from "@medhelm/core/pools/pool-workers";
import type { Clock, ObjectStore } from "@medhelm/core/ports";
import { keys } from "@medhelm/core/store/object-keys";
import { DamagedObject, getJson, orUnreadable, UnreadableObject } from "@medhelm/core/store/objects";
import type { RunState, StoredSubmission } from "@medhelm/core/submission";
import { distinctName } from "@medhelm/core/text/distinct-name";

/** How long a read of a pool is used again: one answer serves all waiting clients. */
const KEPT_MS = 2_000;

/** The states of runs, with the requests of those that wait in pools, and these pools. */
export interface SeenPools {
  readonly states: readonly RunState[];
  readonly pools: readonly PoolStanding[];
}

/** Adds the pools in which runs of a submission wait to their states. `from`: the position of the first state. */
export type PoolStandings = (
  submission: StoredSubmission,
  states: readonly RunState[],
  from?: number,
) => Promise<SeenPools>;

interface Line {
  readonly owner: string;
  readonly run: string;
  readonly requests: number;
}
interface Look {
  readonly lines: readonly Line[];
  readonly server: ServerStanding;
}
type ServerStanding = Pick<PoolStanding, "server" | "workers" | "reason">;

/** Reads the names of the waiting shards and the record of the workers, and no shard. */
export function poolStandings({
  objects,
  clock,
}: {
  readonly objects: ObjectStore;
  readonly clock: Pick<Clock, "monotonicMs">;
}): PoolStandings {
  const looks = new Map<string, { readonly atMs: number; readonly look: Promise<Look> }>();
  const lookAt = (deployment: string): Promise<Look> => {
    const nowMs = clock.monotonicMs();
    const kept = looks.get(deployment);
    if (kept !== undefined && nowMs - kept.atMs < KEPT_MS) return kept.look;
    const look = readPool(objects, distinctName(deployment));
    looks.set(deployment, { atMs: nowMs, look });
    look.catch(() => looks.delete(deployment));
    return look;
  };
  return async (submission, states, from = 0) => {
    const { suite } = submission.request;
    const own = new Map(submission.runs.map(({ run }) => [markOfRun({ suite, run }), run]));
    const pools = new Map<string, Look>();
    for (const state of states)
      if (state.state === "awaiting" && !pools.has(state.deployment))
        pools.set(state.deployment, await lookAt(state.deployment));
    const isOwn = ({ owner, run }: Line): boolean => owner === submission.owner && own.has(run);
    const shown = states.map((state, i): RunState => {
      const planned = submission.runs[from + i];
      const look = state.state === "awaiting" ? pools.get(state.deployment) : undefined;
      if (look === undefined || planned === undefined) return state;
      const mark = markOfRun({ suite, run: planned.run });
      const lines = look.lines.filter((line) => isOwn(line) && line.run === mark);
      // the pool finds out which model answers before a run has requests there
      const hasRequests =
        state.state === "awaiting" && (sumOf(lines) > 0 || (lines.length === 0 && state.pool !== undefined));
      return hasRequests ? { ...state, pool: { requests: sumOf(lines) } } : state;
    });
    return {
      states: shown,
      pools: [...pools].flatMap(([deployment, { lines, server }]): PoolStanding[] => {
        const others = lines.filter((line) => !isOwn(line));
        if (others.length === lines.length) return [];
        return [
          {
            deployment,
            requests: sumOf(lines) - sumOf(others),
            others: sumOf(others),
            otherOwners: new Set(others.flatMap(({ owner }) => (owner === submission.owner ? [] : [owner]))).size,
            ...server,
          },
        ];
      }),
    };
  };
}

async function readPool(objects: ObjectStore, pool: string): Promise<Look> {
  const queue = keys.poolQueue(pool);
  const lines: Line[] = [];
  for await (const { key } of objects.list(queue)) {
    const [owner = "", entry = ""] = key.slice(queue.length).split("/");
    const facts = entryFacts(entry);
    if (facts !== undefined) lines.push({ owner, run: facts.run, requests: facts.requests });
  }
  return { lines, server: await serverStanding(objects, pool) };
}

const sumOf = (lines: readonly Line[]): number => lines.reduce((sum, { requests }) => sum + requests, 0);

/** Nobody starts a worker while a record of a later version is there. A damaged record is made again. */
async function serverStanding(objects: ObjectStore, pool: string): Promise<ServerStanding> {
  const workers = await getJson(objects, keys.poolWorkers(pool), PoolWorkers).catch(orUnreadable);
  if (!(workers instanceof UnreadableObject)) return serverOf(workers ?? noWorkers());
  if (workers instanceof DamagedObject) return serverOf(noWorkers());
  const reason = `${workers.message}; nothing is lost, and the work continues when the operator of this service has repaired the object`;
  return { server: "none", workers: 0, reason };
}

function serverOf({ workers, faults, reason }: PoolWorkers): ServerStanding {
  const states = Object.values(workers);
  const serving = states.filter((state) => state === "serving").length;
  if (serving > 0) return { server: "serving", workers: serving };
  if (states.includes("starting")) return { server: "starting", workers: 0 };
  if (faults > 0) return { server: "failed", workers: 0, ...(reason !== undefined && { reason }) };
  return { server: states.length > 0 ? "requested" : "none", workers: 0 };
}
