import { z } from "zod";
import type { QueueEntry } from "./shard.ts";

/** A shard that a worker asks. `nonce`: of its lease. */
const ActiveShard = z.object({ entry: z.string(), nonce: z.string(), lane: z.string(), run: z.string() });
type ActiveShard = z.infer<typeof ActiveShard>;

/** work/.pools/<deployment>/state.json */
export const PoolState = z.object({
  formatVersion: z.literal(1),
  /** Where the last lease of any owner began. */
  turn: z.number(),
  owners: z.record(z.string(), z.object({ turn: z.number(), leasedMs: z.number() })),
  active: z.array(ActiveShard),
  /** The run that has the next turn in a lane, until a time. It renews the time while it waits. */
  next: z.record(z.string(), z.object({ run: z.string(), untilMs: z.number() })),
  /** How often a worker failed at a shard. */
  faults: z.record(z.string(), z.int()),
});
export type PoolState = z.infer<typeof PoolState>;

/** work/.pools/weights.json: the shares of owners, relative to each other. An owner that is not here has the weight 1. */
export const PoolWeights = z.object({
  formatVersion: z.literal(1),
  weights: z.record(z.string(), z.number().positive()),
});

export const newPool = (): PoolState => ({ formatVersion: 1, turn: 0, owners: {}, active: [], next: {}, faults: {} });

/** For how long a run that waits for a lane keeps its turn without a renewal. */
const NEXT_MS = 60_000;

export interface Claim {
  readonly entry: string;
  readonly nonce: string;
  readonly of: Pick<QueueEntry, "suite" | "run" | "lane">;
  readonly owner: string;
  /** The turns of the pool and of the owner after this lease. */
  readonly turns: { readonly pool: number; readonly owner: number };
  readonly nowMs: number;
  /** The nonces of leases that nobody holds any more. */
  readonly gone: ReadonlySet<string>;
}

/**
 * Lets a worker ask its shard, unless another run is asked in the lane or has the next turn there. Shards of one run may be asked at the
 * same time: their requests differ.
 */
export function claimed(state: PoolState, claim: Claim): { readonly state: PoolState; readonly isClaimed: boolean } {
  const { entry, nonce, owner, nowMs, turns } = claim;
  const { lane } = claim.of;
  const run = `${claim.of.suite}/${claim.of.run}`;
  const active = state.active.filter((one) => !claim.gone.has(one.nonce) && one.entry !== entry);
  const next = Object.fromEntries(Object.entries(state.next).filter(([, { untilMs }]) => untilMs > nowMs));
  const isBusy = active.some((one) => one.lane === lane && one.run !== run);
  const turn = next[lane];
  const isOthersTurn = turn !== undefined && turn.run !== run;
  if (isBusy || isOthersTurn) {
    const waiting = isOthersTurn ? next : { ...next, [lane]: { run, untilMs: nowMs + NEXT_MS } };
    return { state: { ...state, active, next: waiting }, isClaimed: false };
  }
  const { [lane]: _taken, ...others } = next;
  return {
    state: {
      ...state,
      turn: Math.max(state.turn, turns.pool),
      owners: { ...state.owners, [owner]: { turn: turns.owner, leasedMs: nowMs } },
      active: [...active, { entry, nonce, lane, run }],
      next: others,
    },
    isClaimed: true,
  };
}

/** The state after a worker has left a shard. `isDone`: it has all outcomes. `isFault`: the worker failed at it. */
export function left(
  state: PoolState,
  { entry, nonce }: Pick<ActiveShard, "entry" | "nonce">,
  { isDone, isFault }: { readonly isDone: boolean; readonly isFault: boolean },
): PoolState {
  const { [entry]: faults = 0, ...others } = state.faults;
  const count = faults + Number(isFault);
  return {
    ...state,
    active: state.active.filter((one) => one.nonce !== nonce),
    faults: isDone || count === 0 ? others : { ...others, [entry]: count },
  };
}
