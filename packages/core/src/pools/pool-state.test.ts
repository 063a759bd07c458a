import { expect, test } from "vitest";
import { claimed, newPool, PoolState } from "./pool-state.ts";

const LOOK = { nowMs: 0, gone: new Set<string>() };
const turns = { pool: 0, owner: 1 };

test.each([
  ["another run waits", "quiz:model=b", undefined],
  ["a further shard of its run is asked", "quiz:model=a", 2],
])("while a worker of an earlier version asks a benchmark, %s", (_, run, asked) => {
  const active = [{ entry: "1", nonce: "old", lane: "public quiz", run: "s/quiz:model=a" }];
  const state = PoolState.parse({ ...newPool(), active });
  const of = { suite: "s", run, lane: "public quiz" };
  expect(claimed(state, { ...LOOK, entry: "2", nonce: "new", of, owner: "ann", turns })?.active.length).toBe(asked);
});

test("a worker that has looked at the pool before others leased does not move its turn back", () => {
  const of = { suite: "s", run: "quiz:model=a", lane: "public quiz" };
  const claim = { ...LOOK, entry: "1", nonce: "n", of, owner: "ann", turns };
  expect(claimed({ ...newPool(), turn: 2_000 }, claim)?.turn).toBe(2_000);
});
