import { readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { cli, launch, testFolder } from "../e2e/cli.ts";
import { filesHolding } from "../e2e/files-holding.ts";
import { startModelServer } from "../e2e/model-server.ts";
import { smallBenchmark, writeFiles } from "../e2e/small-benchmark.ts";

const files = {
  ...smallBenchmark,
  "questions.csv":
    'bed,question,correct_answer,incorrect_answers\n01,canary-question is the bed free?,Yes,"[""No""]"\n',
  "crash.mjs": 'process.on("SIGHUP", () => setImmediate(() => { throw new Error("a fault of this test"); }));\n',
  "dumps/.keep": "",
};
const isReport = (name: string): boolean => name.startsWith("report.");
const reportsInto = (dumps: string, cwd: string): string =>
  `--report-on-signal --report-signal=SIGUSR2 --report-uncaught-exception --report-directory=${dumps} --import=${join(cwd, "crash.mjs")}`;

test("what Node writes at a crash of medhelm run and on request holds no prompt, no answer and no key", async () => {
  const cwd = testFolder();
  const dumps = join(cwd, "dumps");
  const server = await startModelServer(undefined, undefined, () => new Promise(() => undefined)); // no answer arrives
  writeFiles(cwd, files);
  const run = launch(
    "medhelm",
    ["run", "-r", "medhelm_configurable_benchmark:config_path=small.yaml", "--suite", "s", "--model", server.endpoint],
    {
      cwd,
      env: { MEDHELM_API_KEY: "canary-key", NODE_OPTIONS: reportsInto(dumps, cwd) },
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

test("what Node writes at a crash of medhelm up and on request holds no prompt and no key, nor does its log at the level debug", async () => {
  const cwd = testFolder();
  const dumps = join(cwd, "dumps");
  const server = await startModelServer(undefined, undefined, () => new Promise(() => undefined)); // no answer arrives
  writeFiles(cwd, files);
  const flags = ["--endpoint", server.endpoint, "-o", "out", "--port", "18994", "--log-level", "debug"];
  const stack = launch("medhelm", ["up", ...flags], {
    cwd,
    env: { MEDHELM_API_KEY: "canary-key", NODE_OPTIONS: reportsInto(dumps, cwd) },
  });
  const [, api = ""] = await stack.until(/API\s+(http:\S+)\/v1\n/);
  const entry = "medhelm_configurable_benchmark:config_path=small.yaml,model=acme/model-1";
  expect(await cli("medhelm", ["submit", "-r", entry, "--suite", "s", "--api", api], { cwd })).toMatchObject({
    code: 0,
  });
  await expect.poll(() => server.requests.length, { timeout: 60_000 }).toBeGreaterThan(0);
  // a worker does not inherit NODE_OPTIONS, so it writes no report
  process.kill(stack.pid, "SIGUSR2");
  await expect.poll(() => readdirSync(dumps).filter(isReport), { timeout: 30_000 }).toHaveLength(1);
  const ended = await stack.stop("SIGHUP");
  expect(readdirSync(dumps).filter(isReport)).toHaveLength(2);
  expect(filesHolding(dumps, /canary-/)).toEqual([]);
  expect(filesHolding(join(cwd, "out"), /canary-key/)).toEqual([]);
  expect(ended.stderr).toContain("a fault of this test");
  expect(`${ended.stdout}${ended.stderr}`).not.toMatch(/canary-/);
});
