import { readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { launch, testFolder } from "./cli.ts";
import { filesHolding } from "./files-holding.ts";
import { startModelServer } from "./model-server.ts";
import { smallBenchmark, writeFiles } from "./small-benchmark.ts";

const isReport = (name: string): boolean => name.startsWith("report.");

test("what Node writes at a crash of medhelm run and on request holds no prompt, no answer and no key", async () => {
  const cwd = testFolder();
  const dumps = join(cwd, "dumps");
  const server = await startModelServer(undefined, undefined, () => new Promise(() => undefined)); // no answer arrives
  writeFiles(cwd, {
    ...smallBenchmark,
    "questions.csv":
      'bed,question,correct_answer,incorrect_answers\n01,canary-question is the bed free?,Yes,"[""No""]"\n',
    "crash.mjs": 'process.on("SIGHUP", () => setImmediate(() => { throw new Error("a fault of this test"); }));\n',
    "dumps/.keep": "",
  });
  const reports = `--report-on-signal --report-signal=SIGUSR2 --report-uncaught-exception --report-directory=${dumps}`;
  const run = launch(
    "medhelm",
    ["run", "-r", "medhelm_configurable_benchmark:config_path=small.yaml", "--suite", "s", "--model", server.endpoint],
    {
      cwd,
      env: { MEDHELM_API_KEY: "canary-key", NODE_OPTIONS: `${reports} --import=${join(cwd, "crash.mjs")}` },
    },
  );
  await expect.poll(() => server.requests.length, { timeout: 40_000 }).toBeGreaterThan(0);
  process.kill(run.pid, "SIGUSR2");
  await expect.poll(() => readdirSync(dumps).filter(isReport), { timeout: 30_000 }).toHaveLength(1);
  const ended = await run.stop("SIGHUP");
  expect(ended.stderr).toContain("a fault of this test");
  expect(readdirSync(dumps).filter(isReport)).toHaveLength(2);
  expect(filesHolding(dumps, /canary-/)).toEqual([]);
  expect(filesHolding(join(cwd, "benchmark_output"), /canary-key/)).toEqual([]);
  expect(`${ended.stdout}${ended.stderr}`).not.toMatch(/canary-/);
});
