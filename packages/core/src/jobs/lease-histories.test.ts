import { fakeClock } from "@medhelm/testing/clock/fake-clock";
import { faultyStore } from "@medhelm/testing/stores/faulty-store";
import { memoryStore } from "@medhelm/testing/stores/memory-store";
import { seededRandom } from "@medhelm/testing/seeded-random";
import { expect, test } from "vitest";
import type { ObjectStore } from "../ports.ts";
import { keepLease } from "./keep-lease.ts";
import { acquireLease, type Lease } from "./lease.ts";

const TTL_MS = 20_000;
const WORKERS = [1, 2, 3];
const STEPS = 40;
const HOUR_MS = 3_600_000;
/** `npm run chaos` has more. */
const HISTORIES = 20 * Number(process.env["MEDHELM_CHAOS"] ?? 1);

/** The lease as three sentences: who holds it, under which term, and since when its holder is dead. */
interface Expected {
  holder?: { readonly pid: number; deadAtMs?: number };
  term: number;
}

/**
 * A random history of three workers over a store that loses every fifth reply to a put. The clock of a worker jumps an hour ahead, and back.
 * Returns each step with what was seen and expected.
 */
async function history(seed: number): Promise<{ readonly seen: string[]; readonly expected: string[] }> {
  const random = seededRandom(seed);
  const clock = fakeClock();
  const store = memoryStore({ clock });
  const lossy = faultyStore(store, ({ operation }) =>
    operation === "put" && random() < 0.2 ? "lose reply" : undefined,
  );
  const dead = new Set<Lease>();
  const held = new Map<number, Lease>();
  const model: Expected = { term: 0 };
  const seen: string[] = [];
  const expected: string[] = [];
  const aheadMs = new Map<number, number>();
  const isFreeFor = (pid: number): boolean =>
    model.holder === undefined ||
    (model.holder.deadAtMs !== undefined && clock.nowMs() + (aheadMs.get(pid) ?? 0) - model.holder.deadAtMs > TTL_MS);
  /** The store as a worker of this machine sees it, with its own clock. */
  const seenBy = (pid: number): ObjectStore => ({
    ...lossy,
    async get(key) {
      const found = await lossy.get(key);
      return found && { ...found, storeNowMs: found.storeNowMs + (aheadMs.get(pid) ?? 0) };
    },
  });

  const acquire = async (pid: number): Promise<void> => {
    let mine: Lease | undefined;
    // a dead worker's keeper reaches the store no more
    const reachable = faultyStore(lossy, () => (mine !== undefined && dead.has(mine) ? "throw before" : undefined));
    const holder = { host: "h", pid, startedAt: String(pid) };
    const wasFree = isFreeFor(pid);
    const acquiring = acquireLease({
      objects: seenBy(pid),
      clock,
      key: "lease.json",
      ttlMs: TTL_MS,
      holder,
      holderIsAlive: (other) => held.has(other.pid),
      keep: keepLease({ objects: reachable, clock }),
    });
    if (aheadMs.has(pid)) await clock.advance(TTL_MS / 2); // it waits for a renewal
    const got = await acquiring;
    seen.push(got.kind === "held" ? `${pid} holds, term ${got.lease.term}` : `taken by ${got.by?.pid}`);
    if (wasFree) {
      model.term++;
      model.holder = { pid };
      expected.push(`${pid} holds, term ${model.term}`);
    } else expected.push(`taken by ${model.holder?.pid}`);
    if (got.kind !== "held") return;
    mine = got.lease;
    held.set(pid, mine);
  };
  const leave = async (pid: number, how: "frees" | "dies"): Promise<void> => {
    const lease = held.get(pid);
    if (lease === undefined) return;
    held.delete(pid);
    if (how === "frees") await lease.release();
    else dead.add(lease);
    if (model.holder?.pid !== pid || model.holder.deadAtMs !== undefined) return;
    if (how === "frees") delete model.holder;
    else model.holder.deadAtMs = clock.nowMs();
  };
  /** A living holder renews. The end of a dead one is known to a quarter of the lifetime, so a wait is shorter or longer than that. */
  const wait = async (): Promise<void> => clock.advance(random() < 0.5 ? TTL_MS / 10 : TTL_MS * 3);

  const jump = (pid: number): void => {
    if (!aheadMs.delete(pid)) aheadMs.set(pid, HOUR_MS);
  };

  for (let turn = 0; turn < STEPS; turn++) {
    const pid = WORKERS[Math.floor(random() * WORKERS.length)] ?? 1;
    const choice = random();
    const isDying = model.holder?.deadAtMs !== undefined && !isFreeFor(pid);
    if (choice < 0.5 && !held.has(pid) && !isDying) await acquire(pid);
    else if (choice < 0.65) await leave(pid, "frees");
    else if (choice < 0.8) await leave(pid, "dies");
    else if (choice < 0.9) jump(pid);
    else await wait();
    for (const [holder, lease] of held)
      if (lease.lost.aborted) {
        seen.push(`${holder} lost it`);
        expected.push("nobody who lives loses a lease");
      }
  }
  for (const lease of held.values()) await lease.release();
  return { seen, expected };
}

test("random histories of three workers, renewals, deaths, lost replies and clocks that jump an hour give the lease to whom a model gives it", async () => {
  for (let seed = 1; seed <= HISTORIES; seed++) {
    const { seen, expected } = await history(seed);
    expect({ seed, seen }).toEqual({ seed, seen: expected });
    expect(seen.length).toBeGreaterThan(0);
  }
});
