import { mkdirSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { cli, launch, testFolder } from "../e2e/cli.ts";
import { filesHolding } from "../e2e/files-holding.ts";
import { answer, startModelServer } from "../e2e/model-server.ts";
import { smallBenchmark, writeFiles } from "../e2e/small-benchmark.ts";

const files = {
  ...smallBenchmark,
  "prompt.txt": "canary-template {question} Answer Yes or No:",
  "questions.csv":
    'bed,question,correct_answer,incorrect_answers\n01,canary-question is the bed free?,Yes,"[""No""]"\n',
};

test("after a submission the memory of medhelm up holds no prompt, no answer and no key of a user", async () => {
  const cwd = testFolder();
  const dumps = join(cwd, "dumps");
  mkdirSync(dumps);
  const server = await startModelServer(() => answer("canary-answer Yes"));
  writeFiles(cwd, files);
  const stack = launch("medhelm", ["up", "--endpoint", server.endpoint, "-o", "out", "--port", "18995"], {
    cwd,
    env: { NODE_OPTIONS: `--heapsnapshot-signal=SIGUSR2 --diagnostic-dir=${dumps}` },
  });
  const [, api = "", token = ""] = await stack.until(/API\s+(http:\S+)\/v1[\s\S]*token\s+(\S+)\n/);
  const create = ["keys", "create", "--owner", "radiology", "--name", "Bob", "--role", "submitter", "--api", api];
  const MEDHELM_TOKEN = (await cli("medhelm", create, { cwd })).stdout.trim();
  const entry = "medhelm_configurable_benchmark:config_path=small.yaml,model=acme/model-1";
  const submit = ["submit", "-r", entry, "--suite", "s", "--api", api, "--wait"];
  expect(await cli("medhelm", submit, { cwd, env: { MEDHELM_TOKEN } })).toMatchObject({ code: 0 });
  const run = `${api}/v1/runs/s/${encodeURIComponent("SMALL:model=acme_model-1")}/instances?page=1`;
  // Node keeps the headers of the last request of an open connection
  const headers = { authorization: `Bearer ${MEDHELM_TOKEN}`, connection: "close" };
  const read = await fetch(run, { headers });
  expect(await read.text()).toMatch(/canary-template[\s\S]*canary-answer/);
  process.kill(stack.pid, "SIGUSR2");
  // the service answers again when the file is complete
  await expect.poll(() => readdirSync(dumps), { timeout: 60_000 }).toHaveLength(1);
  expect((await fetch(`${api}/v1/health`)).status).toBe(200);
  expect(filesHolding(dumps, /canary-(?:template|question|answer)|medhelm_[0-9A-Za-z]{49}/)).toEqual([]);
  // its own token is there, so that the file is the memory of the service
  expect(readFileSync(join(dumps, readdirSync(dumps)[0] ?? ""), "utf8")).toContain(token);
});
