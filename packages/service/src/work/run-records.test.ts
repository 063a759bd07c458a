import { instantClock } from "@medhelm/testing/clock/instant-clock";
import { expect, test } from "vitest";
import { runRecords } from "./run-records.ts";

test("a run that a full disk stops has no stack in the log", () => {
  const said: unknown[] = [];
  const concerned = { submission: "1", suite: "s", run: "r", deployment: "d", role: "candidate" };
  const log = (...record: readonly unknown[]) => void said.push(record);
  const full = Object.assign(new Error("database or disk is full"), { code: "ERR_SQLITE_ERROR", errcode: 13 });
  runRecords({ log, clock: instantClock() }, concerned).failed(full);
  expect(said).toEqual([
    ["warn", "run stopped, because a disk takes no more data", { ...concerned, error: "database or disk is full" }],
  ]);
});
