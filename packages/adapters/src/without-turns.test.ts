import { spawnSync } from "node:child_process";
import { expect, test } from "vitest";

const url = JSON.stringify(new URL("without-turns.ts", import.meta.url).href);

/** How a process ends that sends itself a Ctrl-C during such work, although it has a listener. */
const endOf = (work: string) =>
  spawnSync(
    process.execPath,
    [
      "--input-type=module",
      "-e",
      `import { withoutTurns } from ${url};
      import { spawnSync } from "node:child_process";
      const listener = () => process.exit(75);
      process.on("SIGINT", listener);
      ${work}`,
    ],
    { timeout: 60_000 },
  );

test("a signal during work without turns of the event loop ends the process at once", () => {
  const { signal } = endOf(`withoutTurns(() => { spawnSync("kill", ["-INT", String(process.pid)]); for (;;); });`);
  expect(signal).toBe("SIGINT");
});

test("after the work a signal is handled by the listeners from before, which can be removed", () => {
  const { status } = endOf(
    `withoutTurns(() => 1);
    const isBack = process.listeners("SIGINT").includes(listener);
    process.kill(process.pid, isBack ? "SIGINT" : "SIGKILL");
    setInterval(() => undefined, 1000);`,
  );
  expect(status).toBe(75);
});
