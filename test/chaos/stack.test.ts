import { existsSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { seededRandom } from "@medhelm/testing/seeded-random";
import { expect, test } from "vitest";
import { cli, launch, type Running } from "../e2e/cli.ts";
import { childrenOf, programsFor } from "../processes.ts";
import { type CountingStub, countingStub } from "./counting-stub.ts";
import { durableKeys, LOST_OF_THREAD, REQUESTS, RUNS, seals, SUITE } from "./suite.ts";
import { folderWithConf, submissionEnded, undisturbed } from "./undisturbed.ts";
import { until } from "./until.ts";

const THREADS = 2;
/** The stack runs two jobs at once. */
const IN_FLIGHT = 2 * THREADS;

async function up(cwd: string, stub: CountingStub): Promise<{ stack: Running; api: string }> {
  const flags = ["-o", "out", "-n", String(THREADS), "--endpoint", stub.endpoint, "--port", "8790"];
  const stack = launch("medhelm", ["up", ...flags], { cwd });
  const [, api = ""] = await stack.until(/API\s+(http:\S+)\/v1\n/);
  return { stack, api };
}

async function submit(cwd: string, api: string): Promise<void> {
  const submitted = await cli("medhelm", ["submit", "suite.conf", "--suite", SUITE, "--api", api], { cwd });
  expect(submitted).toMatchObject({ code: 0 });
}

function nonEmpty(pids: readonly number[]): readonly [number, ...number[]] | undefined {
  const [first, ...others] = pids;
  return first === undefined ? undefined : [first, ...others];
}

function allSealed(out: string): true | undefined {
  return Object.keys(seals(out)).length === RUNS.length ? true : undefined;
}

test("ten SIGKILLs of worker, aggregator and stack, one with a restored backup, change no result and repeat no durable request", async () => {
  const { cwd, out } = folderWithConf();
  const random = seededRandom(7);
  const stub = await countingStub({ latencyMs: 60, faults: true });
  let { stack, api } = await up(cwd, stub);
  await submit(cwd, api);
  let kills = 0;
  /** answers that are newer than the backup */
  let lost = 0;

  const stopStack = async (): Promise<void> => {
    await stack.stop("SIGKILL");
    kills++;
    // a child ends after the put in progress
    await until("the stack's children end", () => (programsFor(out).length === 0 ? true : undefined));
  };
  const killStack = async (): Promise<void> => {
    await stopStack();
    stub.mustNotBeAsked(durableKeys(out));
    ({ stack, api } = await up(cwd, stub));
  };
  const restoreStack = async (): Promise<void> => {
    const copy = join(cwd, "copy");
    expect(await cli("medhelm", ["backup", "copy", "-o", "out"], { cwd })).toMatchObject({ code: 0 });
    await stopStack();
    lost = durableKeys(out).size - durableKeys(copy).size;
    rmSync(out, { recursive: true });
    renameSync(copy, out);
    stub.mustNotBeAsked(durableKeys(out));
    ({ stack, api } = await up(cwd, stub));
  };
  const killWorker = async (): Promise<void> => {
    const [worker] = await until("a worker", () => nonEmpty(childrenOf(stack.pid, "worker-main")));
    process.kill(worker, "SIGKILL");
    kills++;
    await until("its end", () => (programsFor(out).includes(worker) ? undefined : true));
    stub.mustNotBeAsked(durableKeys(out));
  };
  const killAggregator = async (): Promise<void> => {
    const [aggregator] = await until("the aggregator", () => nonEmpty(childrenOf(stack.pid, "aggregate-main")));
    process.kill(aggregator, "SIGKILL");
    kills++;
    await until("its end", () => (programsFor(out).includes(aggregator) ? undefined : true));
  };

  // seven kills at random moments while the workers ask
  for (const kill of [killWorker, killStack, killWorker, killAggregator, killWorker, restoreStack, killWorker]) {
    const { resume } = await stub.pauseAfter(1 + Math.floor(random() * 6));
    // the last answers may not be durable yet
    await new Promise((done) => setTimeout(done, random() * 10));
    const killed = kill();
    resume();
    await killed;
  }
  // three kills when the aggregator has work: a run's answers are complete, and the run is not sealed
  const state = (run: string): string => join(out, "runs", SUITE, run, "scenario_state.json");
  for (const kill of [killAggregator, killAggregator, killStack]) {
    const open = (): true | undefined =>
      RUNS.some((run) => existsSync(state(run)) && seals(out)[run] === undefined) ? true : allSealed(out);
    await until("a run to aggregate", open);
    await new Promise((done) => setTimeout(done, random() * 50));
    await kill();
  }

  await until("the submission ends", () => submissionEnded(out));
  await stack.stop("SIGTERM");
  expect(kills).toBe(10);
  expect(seals(out)).toEqual(await undisturbed());
  expect(stub.askedAgain).toEqual([]);
  expect(stub.answered.size).toBe(REQUESTS);
  // three kills of the stack and four of a worker each cost at most the answers that are not durable yet
  expect(stub.totals().duplicates).toBeLessThanOrEqual(LOST_OF_THREAD * (3 * IN_FLIGHT + 4 * THREADS) + lost);
  expect(programsFor(out)).toEqual([]);
});

test("medhelm run and the stack share one folder: each request is asked once, and both finish", async () => {
  const { cwd, out } = folderWithConf();
  const stub = await countingStub({ latencyMs: 30, faults: false });
  const { stack, api } = await up(cwd, stub);
  await submit(cwd, api);
  const args = ["run", "-c", "suite.conf", "--suite", SUITE, "-o", "out", "-n", "2", "--endpoint", stub.endpoint];
  const { code } = await cli("medhelm", args, { cwd });
  await until("the submission ends", () => submissionEnded(out));
  await stack.stop("SIGTERM");
  expect(code).toBe(0);
  expect(stub.totals()).toMatchObject({ answers: REQUESTS, duplicates: 0 });
  expect(seals(out)).toEqual(await undisturbed());
});
