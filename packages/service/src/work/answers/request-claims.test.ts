import { fakeClock } from "@medhelm/testing/clock/fake-clock";
import { memoryStore } from "@medhelm/testing/stores/memory-store";
import { expect, test } from "vitest";
import { forgetClaims, requestClaims } from "./request-claims.ts";

const PLACE = "cache/public/a";

/** Processes with claims in one store. `end`: a process has ended without freeing its claims. */
function processes() {
  const clock = fakeClock();
  const objects = memoryStore({ clock });
  const ended = new Set<number>();
  const start = (pid: number) =>
    requestClaims({
      objects,
      clock,
      holder: { host: "h", pid, startedAt: "1" },
      holderIsGone: (holder) => ended.has(holder.pid),
    });
  return { clock, objects, start, end: (pid: number) => void ended.add(pid) };
}

test("one process asks a request at a time", async () => {
  const { start } = processes();
  const [one, two] = [start(1), start(2)];
  const free = await one.claim(PLACE);
  expect(await two.claim(PLACE)).toBeUndefined();
  await free?.();
  expect(await two.claim(PLACE)).toBeDefined();
});

test("the claim of a killed process is free at once", async () => {
  const { start, end } = processes();
  await start(1).claim(PLACE);
  end(1);
  expect(await start(2).claim(PLACE)).toBeDefined();
});

test("a claim that its process has lost is free for it", async () => {
  const { start } = processes();
  await start(1).claim(PLACE);
  expect(await start(1).claim(PLACE)).toBeDefined();
});

test("a claim of which nobody knows whether its process lives is free after ten minutes", async () => {
  const { start, clock } = processes();
  await start(1).claim(PLACE);
  await clock.advance(599_000);
  expect(await start(2).claim(PLACE)).toBeUndefined();
  await clock.advance(1_000);
  expect(await start(2).claim(PLACE)).toBeDefined();
});

test("a damaged claim is free", async () => {
  const { start, objects } = processes();
  await objects.put("cache/.asking/public/a", "{");
  expect(await start(1).claim(PLACE)).toBeDefined();
});

test("a freed claim leaves no object", async () => {
  const { start, objects } = processes();
  await (await start(1).claim(PLACE))?.();
  expect(await objects.head("cache/.asking/public/a")).toBeUndefined();
});

test("the next life of a service forgets the claims of the one before", async () => {
  const { start, objects } = processes();
  await start(1).claim(PLACE);
  await forgetClaims(objects);
  expect(await start(2).claim(PLACE)).toBeDefined();
});
