import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { expect, test } from "vitest";

const PROGRAM = `
import { getHeapSpaceStatistics } from "node:v8";
import { setImmediate } from "node:timers/promises";
import { boundYoungGeneration } from ${JSON.stringify(join(import.meta.dirname, "bound-young-generation.ts"))};
boundYoungGeneration();
let kept = [];
for (let turn = 0; turn < 150; turn++) {
  for (let i = 0; i < 30_000; i++) kept.push({ i });
  if (turn % 8 === 0) kept = [];
  await setImmediate();
}
console.log(getHeapSpaceStatistics().find((one) => one.space_name === "new_space").space_size / 2 ** 20);
`;

test("the young generation of a process that allocates much stays below 64 MiB", () => {
  const args = ["--input-type=module-typescript", "--eval", PROGRAM];
  expect(Number(execFileSync(process.execPath, args, { encoding: "utf8" }))).toBeLessThan(64);
});
