import { type FakeClock, fakeClock } from "@medhelm/testing/clock/fake-clock";
import { type Call, type Fault, faultyStore } from "@medhelm/testing/stores/faulty-store";
import { memoryStore } from "@medhelm/testing/stores/memory-store";
import type { ObjectStore } from "../ports.ts";
import { type HeldLease, type KeepLease, keepLease } from "./keep-lease.ts";
import { acquireLease, isLeaseHeld, type Lease, LeaseLost, type LeaseOptions } from "./lease.ts";
import { expect, test } from "vitest";

const KEY = "work/s/r/lease.json";
const TTL_MS = 20_000;

/** Creates two hosts with one clock, and a store with its own clock. */
function bench(plan: (call: Call) => Fault | undefined = () => undefined) {
  const storeClock = fakeClock();
  const hostClock = fakeClock(0); // decades before the store's clock
  const memory = memoryStore({ clock: storeClock });
  const objects = faultyStore(memory, plan);
  const acquire = (pid: number, options: Partial<LeaseOptions> = {}) =>
    acquireLease({
      objects,
      clock: hostClock,
      key: KEY,
      ttlMs: TTL_MS,
      holder: { host: "h", pid, startedAt: String(pid) },
      ...options,
    });
  /** Advances the store first, so that a renewal gets the later time. */
  const advance = async (ms: number) => {
    await storeClock.advance(ms);
    await hostClock.advance(ms);
  };
  return { memory, objects, storeClock, hostClock, acquire, advance };
}

async function held(acquiring: ReturnType<typeof acquireLease>): Promise<Lease> {
  const acquired = await acquiring;
  if (acquired.kind === "taken") throw new Error(`taken by ${acquired.by?.pid}`);
  return acquired.lease;
}

async function record(objects: ObjectStore): Promise<unknown> {
  return JSON.parse(new TextDecoder().decode((await objects.get(KEY))?.body));
}

test("of eight workers that race for a run, one gets it and the others learn its holder", async () => {
  const { acquire } = bench();
  const all = await Promise.all([1, 2, 3, 4, 5, 6, 7, 8].map((pid) => acquire(pid)));
  const winners = all.filter(({ kind }) => kind === "held");
  expect(winners).toHaveLength(1);
  const taken = all.flatMap((one) => (one.kind === "taken" ? [one.by?.pid] : []));
  expect(taken).toHaveLength(7);
  expect(new Set(taken).size).toBe(1);
});

test("a lease expires by the store's clock, not by a host's", async () => {
  const { acquire, storeClock } = bench();
  await acquire(1);
  await storeClock.advance(TTL_MS);
  expect((await acquire(2)).kind).toBe("taken");
  await storeClock.advance(1);
  expect((await acquire(2)).kind).toBe("held");
});

test("a holder that renews every quarter of the lifetime keeps the lease", async () => {
  const { acquire, advance, objects } = bench();
  const lease = await held(acquire(1));
  for (let i = 0; i < 20; i++) await advance(TTL_MS / 4);
  expect(lease.lost.aborted).toBe(false);
  expect((await acquire(2)).kind).toBe("taken");
  expect(await record(objects)).toMatchObject({ renewals: 20, holder: { pid: 1 } });
});

test("a renewal that begins late, because a thread starts slowly on a busy machine, is due at once", async () => {
  const { acquire, advance, objects, hostClock } = bench();
  const late = Promise.withResolvers<HeldLease>();
  const keep: KeepLease = (first) => {
    late.resolve(first);
    return { lost: new AbortController().signal, release: async () => undefined };
  };
  await acquire(1, { keep });
  await advance(TTL_MS * 0.45);
  const keeper = keepLease({ objects, clock: hostClock })(await late.promise);
  await advance(TTL_MS / 4);
  expect([keeper.lost.aborted, await record(objects)]).toEqual([false, expect.objectContaining({ renewals: 2 })]);
});

test("after a lost reply the worker reads the lease back and recognises its own record", async () => {
  const { acquire, objects } = bench(({ operation, count }) =>
    operation === "put" && count === 1 ? "lose reply" : undefined,
  );
  const lease = await held(acquire(1));
  expect(lease.term).toBe(1);
  expect(objects.faults).toHaveLength(1);
  expect((await acquire(2)).kind).toBe("taken");
});

test("a worker keeps the lease if both the reply to a renewal and the read after it fail", async () => {
  const { acquire, advance, objects } = bench(({ operation, count }) => {
    if (operation === "put" && count === 2) return "lose reply";
    return operation === "get" && count === 2 ? "throw before" : undefined;
  });
  const lease = await held(acquire(1));
  await advance(TTL_MS / 4); // the store has the renewal, but the worker does not know it
  await advance(TTL_MS / 16);
  expect(objects.faults).toHaveLength(2);
  expect(await record(objects)).toMatchObject({ renewals: 1 });
  await advance(TTL_MS / 4);
  expect(lease.lost.aborted).toBe(false);
  await lease.release();
  expect(await record(objects)).toMatchObject({ state: "free" });
});

test("a worker that finds another worker's record stops, because the other worker took over the run", async () => {
  const { acquire, storeClock, hostClock } = bench();
  const first = await held(acquire(1));
  await storeClock.advance(TTL_MS + 1);
  const second = await held(acquire(2));
  await hostClock.advance(TTL_MS / 4);
  expect(first.lost.aborted).toBe(true);
  expect(first.lost.reason).toBeInstanceOf(LeaseLost);
  expect(String(first.lost.reason)).toContain("another worker took over the run");
  expect(second.lost.aborted).toBe(false);
});

test("a worker that lost the lease does not release the new holder's lease", async () => {
  const { acquire, storeClock, objects } = bench();
  const first = await held(acquire(1));
  await storeClock.advance(TTL_MS + 1);
  await acquire(2);
  await first.release();
  expect(await record(objects)).toMatchObject({ state: "held", holder: { pid: 2 } });
});

test("a worker that cannot renew within half the lifetime, by monotonic time, stops", async () => {
  const { acquire, hostClock } = bench(({ operation, count }) =>
    operation === "put" && count > 1 ? "throw before" : undefined,
  );
  const lease = await held(acquire(1));
  await hostClock.advance(TTL_MS / 2 - 1);
  expect(lease.lost.aborted).toBe(false);
  await hostClock.advance(1);
  expect(String(lease.lost.reason)).toContain("could not be renewed in time");
});

/** Wakes its sleepers a lifetime late, as on a machine that has stopped the process. */
function stoppedClock(clock: FakeClock) {
  let stoppedMs = 0;
  return {
    clock: { ...clock, monotonicMs: () => clock.monotonicMs() + stoppedMs },
    stop: () => (stoppedMs += TTL_MS),
  };
}

/** Answers a renewal after `wait`. */
const slow = (memory: ObjectStore, wait: () => Promise<unknown>): ObjectStore => ({
  ...memory,
  async put(key, body, condition) {
    if (condition !== undefined && "ifMatch" in condition) await wait();
    return memory.put(key, body, condition);
  },
});
const never = () => new Promise(() => undefined);

test("a process that was stopped for a whole lifetime keeps its lease if nobody has taken it", async () => {
  const { acquire, hostClock, memory } = bench();
  const { clock, stop } = stoppedClock(hostClock);
  // the timers of a stopped process all wake before its first reply
  const waits = [() => hostClock.sleep(TTL_MS * 0.3)];
  const objects = slow(memory, async () => waits.pop()?.());
  const lease = await held(acquire(1, { clock, objects }));
  stop();
  for (let i = 0; i < 8; i++) await hostClock.advance(TTL_MS / 4);
  expect(lease.lost.aborted).toBe(false);
});

test("a process that was stopped stops its work within a quarter of the lifetime if the store never answers", async () => {
  const { acquire, hostClock, memory } = bench();
  const { clock, stop } = stoppedClock(hostClock);
  const lease = await held(acquire(1, { clock, objects: slow(memory, never) }));
  stop();
  await hostClock.advance(TTL_MS / 2 + TTL_MS / 4);
  expect(String(lease.lost.reason)).toContain("could not be renewed in time");
});

test("a store that never answers does not keep a worker from stopping", async () => {
  const { acquire, hostClock, memory } = bench();
  const lease = await held(acquire(1, { objects: slow(memory, never) }));
  await hostClock.advance(TTL_MS / 2);
  expect(lease.lost.aborted).toBe(true);
  await lease.release(); // does not hang either
});

test("a store that can be read but not written ends the attempts with an error", async () => {
  const { acquire, objects } = bench(({ operation }) => (operation === "put" ? "throw before" : undefined));
  await expect(acquire(1)).rejects.toThrow(/did not take place/);
  expect(objects.faults).toHaveLength(3);
});

test("a released lease is free at once", async () => {
  const { acquire, objects } = bench();
  const lease = await held(acquire(1));
  expect(await isLeaseHeld(objects, KEY)).toBe(true);
  await lease.release();
  expect(await isLeaseHeld(objects, KEY)).toBe(false);
  expect((await acquire(2)).kind).toBe("held");
});

test("a worker takes the lease at once if it knows that the holder's process has ended", async () => {
  const { acquire, objects } = bench();
  await acquire(1);
  expect((await acquire(2, { holderIsGone: () => false })).kind).toBe("taken");
  expect(await isLeaseHeld(objects, KEY, ({ pid }) => pid === 1)).toBe(false);
  expect((await acquire(2, { holderIsGone: ({ pid }) => pid === 1 })).kind).toBe("held");
});

test("a process whose clock is an hour ahead does not take the lease of a living process of its machine", async () => {
  const { storeClock, acquire, advance } = bench();
  await held(acquire(1));
  await storeClock.advance(3_600_000); // this process reads another clock than the holder
  const second = acquire(2, { holderIsAlive: ({ pid }) => pid === 1 });
  await advance(TTL_MS);
  expect(await second).toMatchObject({ kind: "taken", by: { pid: 1 } });
});

test("a living process that has stopped renewing its lease loses it", async () => {
  const { memory, storeClock, acquire, advance } = bench();
  await held(acquire(1, { keep: () => ({ lost: new AbortController().signal, release: async () => undefined }) }));
  await storeClock.advance(TTL_MS + 1);
  const second = acquire(2, { holderIsAlive: ({ pid }) => pid === 1 });
  await advance(TTL_MS);
  await held(second);
  expect(await record(memory)).toMatchObject({ term: 2, holder: { pid: 2 } });
});

test("Ctrl-C ends the wait for a living process whose lease has expired", async () => {
  const { storeClock, acquire } = bench();
  await held(acquire(1));
  await storeClock.advance(3_600_000);
  const stop = new AbortController();
  const second = acquire(2, { holderIsAlive: () => true, signal: stop.signal });
  stop.abort(new Error("stopped by SIGINT"));
  await expect(second).rejects.toThrow("stopped by SIGINT");
});

test("a damaged lease that a clock an hour ahead has dated is taken at once", async () => {
  const { memory, storeClock, acquire } = bench();
  await storeClock.advance(3_600_000);
  await memory.put(KEY, "");
  await storeClock.advance(-3_600_000);
  expect(await acquire(1)).toMatchObject({ kind: "held" });
});

test("a damaged lease is taken after a minute, with a term above all that its holder can have had", async () => {
  const { memory, storeClock, acquire } = bench();
  await memory.put(KEY, "");
  expect(await acquire(1)).toEqual({ kind: "taken", by: undefined });
  await storeClock.advance(60_001);
  await held(acquire(1, { highestTerm: async () => 7 }));
  expect(await record(memory)).toMatchObject({ term: 1008, holder: { pid: 1 } });
});

test("a lease whose term cannot be raised is a damaged one", async () => {
  const { memory, storeClock, acquire } = bench();
  await held(acquire(1));
  await memory.put(KEY, JSON.stringify({ ...Object(await record(memory)), term: Number.MAX_SAFE_INTEGER }));
  await storeClock.advance(60_001);
  await held(acquire(2));
  expect(await record(memory)).toMatchObject({ term: 1001, holder: { pid: 2 } });
});
