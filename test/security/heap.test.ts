import { closeSync, mkdirSync, openSync, readdirSync, readFileSync, readSync, rmSync } from "node:fs";
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

const isLinux = process.platform === "linux";

/** The processes of a stack that run a program. Only Linux shows their memory. */
const childrenOf = (pid: number, program: string): string[] =>
  (isLinux ? readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").split(" ") : []).filter(
    (child) => child !== "" && readFileSync(`/proc/${child}/cmdline`, "utf8").includes(program),
  );

/** Those of the texts that are in the writable memory of the processes, which has their environment, too. */
function textsIn(pids: readonly string[], texts: readonly string[]): string[] {
  const found = new Set<string>();
  for (const pid of pids) {
    const memory = openSync(`/proc/${pid}/mem`, "r");
    for (const [, from, to] of readFileSync(`/proc/${pid}/maps`, "utf8").matchAll(/^(\w+)-(\w+) rw/gm)) {
      const piece = pieceOf(memory, BigInt(`0x${from}`), BigInt(`0x${to}`));
      for (const text of texts) if (piece.includes(text)) found.add(text);
    }
    closeSync(memory);
  }
  return texts.filter((text) => found.has(text));
}

function pieceOf(memory: number, start: bigint, end: bigint): Buffer {
  const piece = Buffer.alloc(Number(end - start));
  try {
    readSync(memory, piece, 0, piece.length, start);
  } catch {
    return Buffer.alloc(0); // a mapping of the kernel
  }
  return piece;
}

/** The snapshots in the folder that hold a prompt, an answer or a key of a user. */
async function leftIn(dumps: string, snapshot: () => Promise<void>): Promise<string[]> {
  await snapshot();
  return filesHolding(dumps, /canary-(?:template|question|answer)|medhelm_[0-9A-Za-z]{49}/);
}

test("a worker's memory holds no key of another model, no key of a user and no token, and the aggregator's no key of a provider; after a submission that of medhelm up holds no prompt, no answer and no key of a user", async () => {
  const cwd = testFolder();
  const dumps = join(cwd, "dumps");
  mkdirSync(dumps);
  const [asked, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const server = await startModelServer(
    () => answer("canary-answer Yes"),
    undefined,
    async () => {
      asked.resolve();
      await released.promise;
    },
  );
  writeFiles(cwd, files);
  const stack = launch("medhelm", ["up", "--endpoint", server.endpoint, "-o", "out", "--port", "18995"], {
    cwd,
    env: {
      MEDHELM_API_KEY: "canary-key",
      OPENAI_API_KEY: "canary-other-key",
      NODE_OPTIONS: `--heapsnapshot-signal=SIGUSR2 --diagnostic-dir=${dumps}`,
    },
  });
  const [, api = "", token = ""] = await stack.until(/API\s+(http:\S+)\/v1[\s\S]*token\s+(\S+)\n/);
  const create = ["keys", "create", "--owner", "radiology", "--name", "Bob", "--role", "submitter", "--api", api];
  const MEDHELM_TOKEN = (await cli("medhelm", create, { cwd })).stdout.trim();
  const entry = "medhelm_configurable_benchmark:config_path=small.yaml,model=acme/model-1";
  const submit = ["submit", "-r", entry, "--suite", "s", "--api", api, "--wait"];
  const submitted = cli("medhelm", submit, { cwd, env: { MEDHELM_TOKEN } });
  await asked.promise;
  const found = textsIn(childrenOf(stack.pid, "worker-main"), [
    "canary-template",
    "canary-question",
    "canary-key",
    "canary-other-key",
    MEDHELM_TOKEN,
    token,
  ]);
  expect(found).toEqual(isLinux ? ["canary-template", "canary-question", "canary-key"] : []);
  const aggregators = childrenOf(stack.pid, "aggregate-main");
  expect([aggregators.length, textsIn(aggregators, ["canary-key"])]).toEqual([Number(isLinux), []]);
  released.resolve();
  expect(await submitted).toMatchObject({ code: 0 });
  await expect.poll(() => childrenOf(stack.pid, "worker-main"), { timeout: 60_000 }).toEqual([]);
  const run = `${api}/v1/runs/s/${encodeURIComponent("SMALL:model=acme_model-1")}/instances?page=1`;
  /** Writes the memory of the service into the folder, in place of an earlier snapshot. */
  const snapshot = async (): Promise<void> => {
    for (const name of readdirSync(dumps)) rmSync(join(dumps, name));
    process.kill(stack.pid, "SIGUSR2");
    // the service answers again when the file is complete
    await expect.poll(() => readdirSync(dumps), { timeout: 60_000 }).toHaveLength(1);
    expect((await fetch(`${api}/v1/health`)).status).toBe(200);
  };
  // Node keeps the headers of the last request of an open connection
  const headers = { authorization: `Bearer ${MEDHELM_TOKEN}`, connection: "close" };
  const read = await fetch(run, { headers });
  expect(await read.text()).toMatch(/canary-template[\s\S]*canary-answer/);
  // a connection that has just ended may still hold its last page, so the memory is read again until none is in use
  await expect.poll(() => leftIn(dumps, snapshot), { timeout: 60_000, interval: 1000 }).toEqual([]);
  // its own token is there, so that the file is the memory of the service
  expect(readFileSync(join(dumps, readdirSync(dumps)[0] ?? ""), "utf8")).toContain(token);
});
