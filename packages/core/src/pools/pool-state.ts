import { z } from "zod";
import { raisedInt } from "../store/raised-int.ts";
import { entryFacts, markOf, markOfRun } from "./entry-name.ts";
import type { QueueEntry } from "./shard.ts";

/** A mark (entry-name.ts). Workers of earlier versions wrote the text of which it is the mark. */
const Mark = z.string().transform((text) => (/^[0-9a-f]{16}$/.test(text) ? text : markOf(text)));
/** A shard that a worker asks. `nonce`: of its lease. `leasedMs`: of the store's clock; workers of earlier versions do not write it. */
const ActiveShard = z.object({
  entry: z.string(),
  nonce: z.string(),
  lane: Mark,
  run: Mark,
  leasedMs: z.number().optional(),
});
type ActiveShard = z.infer<typeof ActiveShard>;

/** work/.pools/<deployment>/state.json */
export const PoolState = z.object({
  formatVersion: z.literal(1),
  /** Where the last lease of any owner began. */
  turn: z.number(),
  owners: z.record(
    z.string(),
    z.object({
      turn: z.number(),
      leasedMs: z.number(),
      /** Whose shard was the last one, as a mark. */
      submission: z.string().exactOptional(),
    }),
  ),
  active: z.array(ActiveShard),
  /** The run that has the next turn in a lane, until a time. It renews the time while it waits. Both are marks. */
  next: z.record(z.string(), z.object({ run: z.string(), untilMs: z.number() })),
  /** How often a worker failed at a shard. */
  faults: z.record(z.string(), raisedInt),
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
/** A turn that ends later than this is of a clock that was wrong, and counts as over: else its lane would be blocked until then. */
const LONGEST_TURN_MS = 2 * NEXT_MS;

const isOver = ({ untilMs }: PoolState["next"][string], nowMs: number): boolean =>
  untilMs <= nowMs || untilMs > nowMs + LONGEST_TURN_MS;

export interface Claim extends Look {
  readonly entry: string;
  readonly nonce: string;
  readonly of: Pick<QueueEntry, "suite" | "run" | "lane">;
  readonly owner: string;
  /** The turns of the pool and of the owner after this lease. */
  readonly turns: { readonly pool: number; readonly owner: number };
}

/** A run in a lane, by their marks. */
export interface Place {
  readonly lane: string;
  readonly run: string;
}
/** The moment of a look at a pool. `gone`: the nonces of leases that nobody holds any more. */
export interface Look {
  readonly nowMs: number;
  readonly gone: ReadonlySet<string>;
}

/**
 * Whether a run must wait for its lane: another run is asked there, or has the next turn. Shards of one run may be asked at the same time,
 * because their requests differ.
 */
export function blockOf(
  { active, next }: Pick<PoolState, "active" | "next">,
  { lane, run }: Place,
  { nowMs, gone }: Look,
): "asked" | "turn" | undefined {
  const turn = next[lane];
  if (turn !== undefined && !isOver(turn, nowMs) && turn.run !== run) return "turn";
  return active.some((one) => one.lane === lane && one.run !== run && !gone.has(one.nonce)) ? "asked" : undefined;
}

/** Whether a run that waits for its lane must store that it has the next turn there, or renew it. */
export function needsTurn({ next }: Pick<PoolState, "next">, { lane, run }: Place, nowMs: number): boolean {
  const turn = next[lane];
  if (turn === undefined || isOver(turn, nowMs)) return true;
  return turn.run === run && turn.untilMs - nowMs < NEXT_MS / 2;
}

/** Returns the state in which runs have the next turn in their lanes, unless another run has it meanwhile. Undefined: nothing changes. */
export function withTurns(state: PoolState, places: readonly Place[], nowMs: number): PoolState | undefined {
  const given = places.filter((place) => needsTurn(state, place, nowMs));
  if (given.length === 0) return undefined;
  const turns = given.map(({ lane, run }) => [lane, { run, untilMs: nowMs + NEXT_MS }] as const);
  return { ...state, next: { ...currentTurns(state, nowMs), ...Object.fromEntries(turns) } };
}

const currentTurns = ({ next }: Pick<PoolState, "next">, nowMs: number): PoolState["next"] =>
  Object.fromEntries(Object.entries(next).filter(([, turn]) => !isOver(turn, nowMs)));

/** Lets a worker ask its shard. Undefined: the run must wait for its lane. */
export function claimed(state: PoolState, claim: Claim): PoolState | undefined {
  const { entry, nonce, owner, nowMs, turns, gone } = claim;
  const place = { lane: markOf(claim.of.lane), run: markOfRun(claim.of) };
  if (blockOf(state, place, claim) !== undefined) return undefined;
  const { [place.lane]: _taken, ...next } = currentTurns(state, nowMs);
  const active = state.active.filter((one) => !gone.has(one.nonce) && one.entry !== entry);
  const submission = entryFacts(entry)?.submission;
  return {
    ...state,
    turn: Math.max(state.turn, turns.pool),
    owners: {
      ...state.owners,
      [owner]: { turn: turns.owner, leasedMs: nowMs, ...(submission === undefined ? {} : { submission }) },
    },
    active: [...active, { entry, nonce, ...place, leasedMs: nowMs }],
    next,
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
