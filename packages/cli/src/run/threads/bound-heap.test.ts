import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { expect, test } from "vitest";

const PROGRAM = `
import { getHeapSpaceStatistics } from "node:v8";
import { setImmediate } from "node:timers/promises";
import { boundHeap } from ${JSON.stringify(join(import.meta.dirname, "bound-heap.ts"))};
boundHeap();
let kept = [];
for (let turn = 0; turn < 150; turn++) {
  for (let i = 0; i < 30_000; i++) kept.push({ i });
  if (turn % 8 === 0) kept = [];
  await setImmediate();
}
console.log(getHeapSpaceStatistics().find((one) => one.space_name === "new_space").space_size / 2 ** 20);
`;

const GARBAGE = `
import { getHeapStatistics } from "node:v8";
import { setImmediate } from "node:timers/promises";
import { boundHeap } from ${JSON.stringify(join(import.meta.dirname, "bound-heap.ts"))};
boundHeap();
const outside = Buffer.alloc(170 * 2 ** 20, 1);
const kept = Array.from({ length: 400_000 }, (_, i) => ({ i }));
let most = 0;
for (let turn = 0; turn < 600; turn++) {
  for (let i = 0; i < 10_000; i++) kept[(turn * 10_000 + i) % kept.length] = { i, turn, list: [turn] };
  most = Math.max(most, turn < 200 ? 0 : getHeapStatistics().total_heap_size);
  await setImmediate();
}
console.log(outside.length > 0 ? most / 2 ** 20 : 0);
`;

test("the heap of a large process stays below three times the size of its objects", () => {
  const args = ["--input-type=module-typescript", "--eval", GARBAGE];
  expect(Number(execFileSync(process.execPath, args, { encoding: "utf8" }))).toBeLessThan(190);
});

test("the young generation of a process that allocates much stays below 64 MiB", () => {
  const args = ["--input-type=module-typescript", "--eval", PROGRAM];
  expect(Number(execFileSync(process.execPath, args, { encoding: "utf8" }))).toBeLessThan(64);
});

test("a process that has no free file descriptor goes on, although its memory cannot be read", () => {
  const full = `process.memoryUsage.rss = () => { throw new Error("EMFILE: too many open files, uv_resident_set_memory"); };`;
  const args = ["--input-type=module-typescript", "--eval", full + PROGRAM];
  expect(Number(execFileSync(process.execPath, args, { encoding: "utf8" }))).toBeLessThan(64);
});
