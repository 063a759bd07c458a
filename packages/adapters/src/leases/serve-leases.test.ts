import { MessageChannel, type MessagePort } from "node:worker_threads";
import { acquireLease, isLeaseHeld } from "@medhelm/core/jobs/lease";
import { fakeClock } from "@medhelm/testing/clock/fake-clock";
import { memoryStore } from "@medhelm/testing/stores/memory-store";
import { afterEach, expect, test } from "vitest";
import { serveLeases } from "./serve-leases.ts";
import type { ToThread } from "./messages.ts";

const KEY = "work/s/r/lease.json";
const MINUTE = 60_000;

const open: MessagePort[] = [];
afterEach(() => {
  for (const port of open.splice(0)) port.close();
});

/** A thread of this process that renews one lease of a minute, and what it posts. */
async function renewing() {
  const clock = fakeClock();
  const objects = memoryStore({ clock });
  const { port1: main, port2: thread } = new MessageChannel();
  open.push(main);
  const posted: unknown[] = [];
  main.on("message", (message) => posted.push(message));
  serveLeases(thread, { objects, clock });
  const post = (message: ToThread): void => main.postMessage(message);
  const keep = (held: Omit<Extract<ToThread, { kind: "keep" }>, "kind">) => {
    post({ kind: "keep", ...held });
    return { lost: new AbortController().signal, release: async () => undefined };
  };
  const holder = { host: "h", pid: 1, startedAt: "1" };
  await acquireLease({ objects, clock, key: KEY, ttlMs: MINUTE, holder, keep });
  const isHeld = () => isLeaseHeld(objects, KEY);
  return { clock, posted, post, isHeld };
}

test("the lease of a main thread that is silent for 15 minutes expires, and the worker receives the loss", async () => {
  const { clock, posted, isHeld } = await renewing();
  await clock.advance(15 * MINUTE - 1);
  expect(await isHeld()).toBe(true);
  await clock.advance(2 * MINUTE);
  expect(await isHeld()).toBe(false);
  expect(posted).toEqual([expect.objectContaining({ kind: "lost", message: "the worker did nothing for 15 minutes" })]);
});

test("a main thread that is heard from in time keeps its lease", async () => {
  const { clock, posted, post, isHeld } = await renewing();
  for (let quarter = 0; quarter < 4; quarter++) {
    await clock.advance(14 * MINUTE);
    post({ kind: "alive" });
  }
  await clock.advance(10 * MINUTE);
  expect(await isHeld()).toBe(true);
  expect(posted).toEqual([]);
});
