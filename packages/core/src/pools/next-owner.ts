/** An owner with shards that wait in a pool. */
export interface WaitingOwner {
  readonly owner: string;
  /** The share of the pool, relative to the weights of other owners. */
  readonly weight: number;
  /** Where the owner's last lease has ended in the pool's turns. Absent: it had none. */
  readonly turn?: number;
  /** Since when the owner's first shard waits, or since its last lease if that is later. */
  readonly waitingSinceMs: number;
}

/** An owner that has waited longer goes before all who have not. */
export const MOST_WAIT_MS = 15 * 60_000;

/** A pool at the moment of a lease. `turn`: where the last lease of any owner began. */
export interface PoolMoment {
  readonly turn: number;
  readonly nowMs: number;
}

/** Where the next lease of an owner begins. An owner that was away gets no credit for that time. */
const startOf = ({ turn = 0 }: Pick<WaitingOwner, "turn">, pool: Pick<PoolMoment, "turn">): number =>
  Math.max(turn, pool.turn);

/**
 * Chooses the owner of the next shard: the one that has waited longest beyond MOST_WAIT_MS. If no owner has, it is the one whose lease begins first
 * in the pool's turns (start-time fair queueing). `turn`: the pool's turn from then on. Undefined: nobody waits.
 */
export function nextOwner<T extends WaitingOwner>(
  waiting: readonly T[],
  pool: PoolMoment,
): { readonly owner: T; readonly turn: number } | undefined {
  const overdue = waiting.filter(({ waitingSinceMs }) => pool.nowMs - waitingSinceMs > MOST_WAIT_MS);
  const [longest] = overdue.toSorted(byWait);
  const [first] = waiting.toSorted((a, b) => startOf(a, pool) - startOf(b, pool) || byWait(a, b));
  if (first === undefined) return undefined;
  return { owner: longest ?? first, turn: startOf(first, pool) };
}

const byWait = (a: WaitingOwner, b: WaitingOwner): number =>
  a.waitingSinceMs - b.waitingSinceMs || (a.owner < b.owner ? -1 : 1);

/** Where a lease of a shard with this number of requests ends in the pool's turns. */
export const turnAfter = (
  owner: Pick<WaitingOwner, "weight" | "turn">,
  requests: number,
  pool: Pick<PoolMoment, "turn">,
): number => startOf(owner, pool) + Math.max(1, requests) / owner.weight;
