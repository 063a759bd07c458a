import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { fakeClock } from "@medhelm/testing/clock/fake-clock";
import { queueContract } from "@medhelm/testing/contract/queue";
import { deadLettersOf, sqliteQueue } from "./sqlite-queue.ts";

const folder = () => mkdtempSync(join(tmpdir(), "medhelm-queue-"));

queueContract("sqlite", (terms) => {
  const dir = folder();
  const file = join(dir, "queue.sqlite");
  const queue = sqliteQueue(file, "jobs", terms);
  // The other handle has its own random numbers, like another process.
  const other = sqliteQueue(file, "jobs", {
    ...terms,
    clock: { ...terms.clock, randomUuid: () => crypto.randomUUID() },
  });
  const dead = sqliteQueue(file, deadLettersOf("jobs"), { visibilityMs: terms.visibilityMs, clock: terms.clock });
  return {
    queue,
    other,
    dead,
    dispose() {
      for (const handle of [queue, other, dead]) handle.close();
      rmSync(dir, { recursive: true });
    },
  };
});

test("queues in one file are separate, and messages survive the end of a handle", async () => {
  const file = join(folder(), "queue.sqlite");
  const terms = { visibilityMs: 1000, maxReceives: 3, clock: fakeClock() };
  const [a, b] = [sqliteQueue(file, "a", terms), sqliteQueue(file, "b", terms)];
  await a.send("for a");
  expect(await b.receive({ max: 10, waitMs: 0 })).toEqual([]);
  a.close();
  const again = sqliteQueue(file, "a", terms);
  expect(await again.receive({ max: 10, waitMs: 0 })).toMatchObject([{ body: "for a" }]);
  again.close();
  b.close();
});

test("closing the queue ends a wait", async () => {
  const queue = sqliteQueue(join(folder(), "queue.sqlite"), "a", { visibilityMs: 1000, clock: fakeClock() });
  const received = queue.receive({ max: 1, waitMs: 20_000 });
  queue.close();
  expect(await received).toEqual([]);
});
