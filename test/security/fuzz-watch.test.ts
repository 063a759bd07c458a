import { spawnSync } from "node:child_process";
import { expect, test } from "vitest";

const HANGS = `
const { startFuzzWatch } = await import(process.argv[1]);
const watch = startFuzzWatch(7, 400);
for (let input = 0; input < 3; input++) watch.next();
for (;;);
`;

test("a process whose input is read for ever ends, and prints the seed and the number of the input", () => {
  const watch = import.meta.resolve("./fuzz-watch.ts");
  const { signal, stderr } = spawnSync(process.execPath, ["--input-type=module", "--eval", HANGS, watch], {
    timeout: 60_000,
  });
  expect([signal, String(stderr)]).toEqual([
    "SIGKILL",
    "an input is read for more than 400 ms, so this process ends; it repeats with MEDHELM_FUZZ_SEED=7 MEDHELM_FUZZ_PATH=2 and -t with the name of the test\n",
  ]);
});
