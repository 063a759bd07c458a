import { expect, test } from "vitest";
import { fakeClock } from "@medhelm/testing/clock/fake-clock";
import { sayIfSlow } from "./say-if-slow.ts";

const SLOW = { afterMs: 1000, text: "waiting for 127.0.0.1:8787 to answer, at most 5 min" };

test("A server that does not answer in time is named once", async () => {
  const said: string[] = [];
  const clock = fakeClock();
  const reply = Promise.withResolvers<string>();
  const waiting = sayIfSlow(reply.promise, SLOW, { clock, say: (text) => said.push(text) });
  await clock.advance(5000);
  reply.resolve("late");
  expect([await waiting, said]).toEqual(["late", [SLOW.text]]);
});

test("A server that answers in time is not named", async () => {
  const said: string[] = [];
  const clock = fakeClock();
  await sayIfSlow(Promise.resolve("soon"), SLOW, { clock, say: (text) => said.push(text) });
  await clock.advance(5000);
  expect(said).toEqual([]);
});
