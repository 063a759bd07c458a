import { fakeClock } from "@medhelm/testing/clock/fake-clock";
import { expect, test } from "vitest";
import { orInterrupted } from "./or-interrupted.ts";

const interrupted = new Error("stopped by SIGINT");
const never = new Promise<string>(() => undefined);

test("work that does not hear of an interrupt is waited for 0.4 s", async () => {
  const [stop, clock] = [new AbortController(), fakeClock()];
  const waiting = orInterrupted(never, stop.signal, clock);
  let ended = "";
  waiting.catch((error: unknown) => (ended = String(error)));
  stop.abort(interrupted);
  await clock.advance(399);
  expect(ended).toBe("");
  await clock.advance(1);
  expect(ended).toBe("Error: stopped by SIGINT");
});

test("work that ends within 0.4 s of an interrupt has its own end", async () => {
  const [stop, clock] = [new AbortController(), fakeClock()];
  const work = Promise.withResolvers<string>();
  const waiting = orInterrupted(work.promise, stop.signal, clock);
  stop.abort(interrupted);
  await clock.advance(300);
  work.resolve("sealed");
  expect(await waiting).toBe("sealed");
});

test("without an interrupt, work has all its time", async () => {
  const [stop, clock] = [new AbortController(), fakeClock()];
  const work = Promise.withResolvers<string>();
  const waiting = orInterrupted(work.promise, stop.signal, clock);
  await clock.advance(3_600_000);
  work.reject(new Error("the disk is full"));
  await expect(waiting).rejects.toThrow("the disk is full");
});
