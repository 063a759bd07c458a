import { expect, test } from "vitest";
import type { Spill } from "@medhelm/core/ports";
import { memoryInUse } from "@medhelm/testing/memory-in-use";
import { requestState } from "@medhelm/testing/fixtures/request-state";
import { answeredStates } from "./answered-states.ts";

test("a reader waits for the answer of its number", async () => {
  const states = answeredStates();
  const order: unknown[] = [];
  const reader = states.take(1).then((state) => order.push(state?.state.request.prompt));
  states.add(0, answered("question 0"));
  order.push((await states.take(0))?.state.request.prompt);
  states.add(1, answered("question 1"));
  await reader;
  expect(order).toEqual(["question 0", "question 1"]);
});

test("those who wait learn of a failure, also those who come later", async () => {
  const states = answeredStates();
  const before = states.take(0);
  states.fail(new Error("the server is down"));
  await expect(before).rejects.toThrow("the server is down");
  await expect(states.take(1)).rejects.toThrow("the server is down");
});

test("a reader that waits behind the last request learns of the end", async () => {
  const states = answeredStates();
  const behind = states.take(0);
  states.end();
  expect(await behind).toBeUndefined();
  expect(await states.take(1)).toBeUndefined();
});

test("states that are too many for memory wait in the spill file", async () => {
  const spill = memorySpill();
  const states = answeredStates(spill, 15);
  states.add(0, answered("question 0"));
  states.add(1, answered("question 1"));
  expect(spill.length()).toBeGreaterThan(100);
  expect((await states.take(0))?.state.request.prompt).toBe("question 0");
  expect((await states.take(1))?.state.request.prompt).toBe("question 1");
});

test("20 MB of states in the spill file take less than 4 MiB of memory", () => {
  const states = answeredStates({ ...memorySpill(), append: () => 0 }, 0);
  const before = bytesInUse();
  for (let index = 0; index < 1000; index++) states.add(index, answered("q".repeat(20_000)));
  expect(bytesInUse() - before).toBeLessThan(4 * 2 ** 20);
  states.end();
});

test("a result has the field order of a stored answer", async () => {
  const states = answeredStates();
  const result = { request_time: 1, cached: false, completions: [], embedding: [], success: true };
  states.add(0, { state: { ...requestState("question 0"), result }, tokens: {} });
  expect(JSON.stringify((await states.take(0))?.state.result)).toBe(
    '{"success":true,"embedding":[],"completions":[],"cached":false,"request_time":1}',
  );
});

const answered = (prompt: string) => ({ state: requestState(prompt), tokens: {} });

function bytesInUse(): number {
  const { heapUsed, arrayBuffers } = memoryInUse();
  return heapUsed + arrayBuffers;
}

function memorySpill(): Spill & { length(): number } {
  let all = Buffer.alloc(0);
  return {
    append(bytes) {
      const position = all.length;
      all = Buffer.concat([all, bytes]);
      return position;
    },
    read: (position, length) => all.subarray(position, position + length),
    close: () => undefined,
    length: () => all.length,
  };
}
