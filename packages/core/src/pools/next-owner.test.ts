import { seededRandom } from "@medhelm/testing/seeded-random";
import { expect, test } from "vitest";
import { MOST_WAIT_MS, nextOwner, turnAfter, type WaitingOwner } from "./next-owner.ts";

const MINUTE = 60_000;

const waiting = (owner: string, more: Partial<WaitingOwner> = {}): WaitingOwner => ({
  owner,
  weight: 1,
  waitingSinceMs: 0,
  ...more,
});

/** Leases shards of 500 requests, one a minute, and returns the owners in order. */
function leases(owners: readonly WaitingOwner[], count: number, pool = { turn: 0, nowMs: 0 }): string[] {
  const lines = new Map(owners.map((one) => [one.owner, one]));
  const { turn } = pool;
  const now = { turn, nowMs: pool.nowMs };
  return Array.from({ length: count }, () => {
    const next = nextOwner([...lines.values()], now);
    if (next === undefined) throw new Error("nobody waits");
    const { owner } = next;
    lines.set(owner.owner, { ...owner, turn: turnAfter(owner, 500, now), waitingSinceMs: now.nowMs });
    now.turn = next.turn;
    now.nowMs += MINUTE;
    return owner.owner;
  });
}

test("two owners of equal weight take turns", () => {
  expect(leases([waiting("ann"), waiting("bob")], 6)).toEqual(["ann", "bob", "ann", "bob", "ann", "bob"]);
});

test("an owner of weight 3 gets three of four shards", () => {
  const order = leases([waiting("ann"), waiting("bob", { weight: 3 })], 8);
  expect(order.filter((owner) => owner === "bob").length).toBe(6);
});

test("an owner that comes late gets no credit for the time before", () => {
  const order = leases([waiting("ann", { turn: 5000 }), waiting("bob")], 4, { turn: 5000, nowMs: 0 });
  expect(order).toEqual(["ann", "bob", "ann", "bob"]);
});

test("an owner of a small weight that waits beyond the bound goes first", () => {
  const small = waiting("bob", { weight: 0.001, turn: 500_000 });
  const next = nextOwner([waiting("ann", { waitingSinceMs: MOST_WAIT_MS }), small], {
    turn: 0,
    nowMs: MOST_WAIT_MS + 1,
  });
  expect(next).toMatchObject({ owner: { owner: "bob" }, turn: 0 });
});

test.each([
  ["15 minutes", 15 * 60_000, "ann"],
  ["a millisecond more", 15 * 60_000 + 1, "bob"],
])("an owner that has waited for %s is not, or is, before its turn", (_, nowMs, next) => {
  const owners = [waiting("ann", { waitingSinceMs: nowMs }), waiting("bob", { turn: 500 })];
  expect(nextOwner(owners, { turn: 0, nowMs })?.owner.owner).toBe(next);
});

test("of owners with the same turn the one that has waited longest is next, then the first by name", () => {
  const owners = [
    waiting("dee", { waitingSinceMs: 2 }),
    waiting("cy", { waitingSinceMs: 1 }),
    waiting("bob", { waitingSinceMs: 1 }),
  ];
  expect(nextOwner(owners, { turn: 0, nowMs: 3 })?.owner.owner).toBe("bob");
});

test("the pool's turn moves to the smallest turn of the owners that wait", () => {
  const owners = [waiting("ann", { turn: 1_500 }), waiting("bob", { turn: 1_000 })];
  expect(nextOwner(owners, { turn: 500, nowMs: 0 })?.turn).toBe(1_000);
});

test.each([
  [500, 1, 1_500],
  [100, 1, 1_100],
  [500, 2, 1_250],
  [0, 1, 1_001],
])("a shard of %i requests moves the turn of an owner of weight %i from 1000 to %i", (requests, weight, turn) => {
  expect(turnAfter(waiting("ann", { weight, turn: 1_000 }), requests, { turn: 0 })).toBe(turn);
});

test("nobody is chosen where nobody waits", () => {
  expect(nextOwner([], { turn: 0, nowMs: 0 })).toBeUndefined();
});

/** Random weights and shards of one to four minutes, in a pool with one worker whose owners all have work. */
function randomPool(seed: number, shards: number) {
  const random = seededRandom(seed);
  const owners = Array.from({ length: 2 + Math.floor(random() * 8) }, (_, i) => ({
    ...waiting(`owner-${i}`),
    weight: 0.1 + random() * 10,
    served: 0,
  }));
  const now = { turn: 0, nowMs: 0 };
  let longestWaitMs = 0;
  for (let i = 0; i < shards; i++) {
    const next = nextOwner(owners, now);
    if (next === undefined) throw new Error("nobody waits");
    const minutes = 1 + Math.floor(random() * 4);
    const { owner } = next;
    longestWaitMs = Math.max(longestWaitMs, now.nowMs - owner.waitingSinceMs);
    owner.turn = turnAfter(owner, minutes * 100, now);
    owner.served += minutes;
    owner.waitingSinceMs = now.nowMs;
    now.turn = next.turn;
    now.nowMs += minutes * MINUTE;
  }
  return { owners, longestWaitMs };
}

test("nobody waits longer than 15 minutes and one shard of each owner, over 200 random pools", () => {
  const beyond = Array.from({ length: 200 }, (_, seed) => {
    const { owners, longestWaitMs } = randomPool(seed, 400);
    return longestWaitMs - MOST_WAIT_MS - owners.length * 4 * MINUTE;
  });
  expect(Math.max(...beyond)).toBeLessThanOrEqual(0);
});

test("shares follow the weights within one shard of each owner while nobody is overdue", () => {
  const unfair = Array.from({ length: 200 }, (_, seed) => {
    const random = seededRandom(seed);
    const weights = Array.from({ length: 2 + Math.floor(random() * 4) }, () => 1 + Math.floor(random() * 3));
    const owners = weights.map((weight, i) => waiting(`owner-${i}`, { weight, waitingSinceMs: 0 }));
    const order = leases(owners, 60);
    const perWeight = weights.map((weight, i) => order.filter((owner) => owner === `owner-${i}`).length / weight);
    return Math.max(...perWeight) - Math.min(...perWeight);
  });
  expect(Math.max(...unfair)).toBeLessThanOrEqual(2); // one shard of each of the two owners, at a weight of at least 1
});
