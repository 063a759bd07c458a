import { globSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { seededRandom } from "@medhelm/testing/seeded-random";
import { expect, test } from "vitest";
import { cli, launch, testFolder } from "../e2e/cli.ts";
import { countingStub } from "./counting-stub.ts";
import { until } from "./until.ts";
import { CONF, durableKeys, LOST_OF_THREAD, REQUESTS, RUNS, seals, SUITE } from "./suite.ts";

const THREADS = 3;
const KILLS = 5;
const DEPLOYMENTS = 2;

test("medhelm run, killed five times on a faulty endpoint, writes the results of an undisturbed run and repeats no durable request", async () => {
  const folder = testFolder();
  writeFileSync(join(folder, "suite.conf"), CONF);
  const run = (out: string, endpoint: string) => [
    "run",
    "-c",
    "suite.conf",
    "--suite",
    SUITE,
    "-o",
    out,
    "-n",
    String(THREADS),
    "--endpoint",
    endpoint,
  ];
  const calm = await countingStub({ latencyMs: 0, faults: false });
  const undisturbed = await cli("medhelm", run("calm", calm.endpoint), { cwd: folder });
  expect(undisturbed).toMatchObject({ code: 0 });
  expect(calm.totals()).toEqual({ requests: REQUESTS, answers: REQUESTS, duplicates: 0, faults: 0 });

  const random = seededRandom(3);
  const stub = await countingStub({ latencyMs: 20, faults: true });
  const out = join(folder, "out");
  for (let kill = 0; kill < KILLS; kill++) {
    const program = launch("medhelm", run("out", stub.endpoint), { cwd: folder });
    const { resume } = await stub.pauseAfter(2 + Math.floor(random() * 10));
    // the last answers may not be durable yet
    await new Promise((done) => setTimeout(done, random() * 10));
    await program.stop("SIGKILL");
    stub.mustNotBeAsked(durableKeys(out));
    resume();
  }
  const last = await cli("medhelm", run("out", stub.endpoint), { cwd: folder });

  expect(last).toMatchObject({ code: 0 });
  expect(Object.keys(seals(out)).toSorted()).toEqual([...RUNS]);
  expect(seals(out)).toEqual(seals(join(folder, "calm")));
  expect(stub.askedAgain).toEqual([]);
  expect(stub.answered.size).toBe(REQUESTS);
  // a kill costs the answers that are not durable yet
  expect(stub.totals().duplicates).toBeLessThanOrEqual(KILLS * THREADS * DEPLOYMENTS * LOST_OF_THREAD);
  expect(stub.totals().faults).toBeGreaterThanOrEqual(5);
});

test("medhelm run exits with 75 after SIGTERM, keeps every answer, and resumes without a repeated request", async () => {
  const folder = testFolder();
  writeFileSync(join(folder, "suite.conf"), CONF);
  const stub = await countingStub({ latencyMs: 20, faults: false });
  const args = ["run", "-c", "suite.conf", "--suite", SUITE, "-o", "out", "-n", "3", "--endpoint", stub.endpoint];
  const program = launch("medhelm", args, { cwd: folder });
  const { resume } = await stub.pauseAfter(10);
  expect(await program.stop("SIGTERM")).toMatchObject({ code: 75 });
  stub.mustNotBeAsked(durableKeys(join(folder, "out")));
  resume();
  expect(durableKeys(join(folder, "out")).size).toBeGreaterThanOrEqual(9); // the signal may precede the tenth put
  expect(await cli("medhelm", args, { cwd: folder })).toMatchObject({ code: 0 });
  expect(stub.askedAgain).toEqual([]);
  expect(stub.answered.size).toBe(REQUESTS);
});

test("a process that loses its lease on a busy machine tries the run again, and asks nothing again that is stored", async () => {
  const folder = testFolder();
  writeFileSync(join(folder, "suite.conf"), CONF);
  const out = join(folder, "out");
  const stub = await countingStub({ latencyMs: 5, faults: false });
  const args = ["run", "-c", "suite.conf", "--suite", SUITE, "-o", "out", "-n", "3", "--endpoint", stub.endpoint];
  const program = launch("medhelm", args, { cwd: folder });
  const { resume } = await stub.pauseAfter(5);
  for (const lease of globSync(`work/${SUITE}/*/lease.json`, { cwd: out }))
    writeFileSync(
      join(out, lease),
      readFileSync(join(out, lease), "utf8")
        .replace('"held"', '"free"')
        .replace(/"nonce":"[^"]+/, '"nonce":"another'),
    );
  await until(
    "the loss",
    () => /took over the run; this process tries it again later/.exec(program.stderr()) ?? undefined,
  );
  stub.mustNotBeAsked(durableKeys(out));
  resume();
  await program.until(/results {2}out\/runs/);
  expect(Object.keys(seals(out)).toSorted()).toEqual([...RUNS]);
  expect(stub.askedAgain).toEqual([]);
});

test("three processes that are given the same runs share them: each comes back to what another holds, and nothing is asked twice", async () => {
  const folder = testFolder();
  writeFileSync(join(folder, "suite.conf"), CONF);
  const stub = await countingStub({ latencyMs: 5, faults: false });
  const args = ["run", "-c", "suite.conf", "--suite", SUITE, "-o", "out", "-n", "3", "--endpoint", stub.endpoint];
  const first = launch("medhelm", args, { cwd: folder });
  const { resume } = await stub.pauseAfter(5);
  const others = [launch("medhelm", args, { cwd: folder }), launch("medhelm", args, { cwd: folder })];
  // also on a machine that starves the first one, so that another one takes all runs
  const comingBack = () => [first, ...others].filter((one) => /this process tries it again later/.test(one.stderr()));
  await until("two processes with a taken run", () => (comingBack().length >= 2 ? true : undefined));
  resume();
  for (const program of [first, ...others]) await program.until(/results {2}out\/runs/);
  expect(Object.keys(seals(join(folder, "out"))).toSorted()).toEqual([...RUNS]);
  expect(stub.totals()).toMatchObject({ answers: REQUESTS, duplicates: 0 });
});
