import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { afterEach, expect, test } from "vitest";
import { type ChildProcessOptions, childProcessCompute } from "./child-process.ts";
import { type JobRecords, jobRecords } from "./job-records.ts";
import type { Clock } from "@medhelm/core/ports";
import { systemClock } from "../system-clock.ts";
import { computeContract, job, until } from "@medhelm/testing/contract/compute";
import { fakeClock } from "@medhelm/testing/clock/fake-clock";

const program = fileURLToPath(new URL("../../../testing/src/contract/compute-program.ts", import.meta.url));
const worker = { command: process.execPath, args: [program] };
const cleanups: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).toReversed()) await cleanup();
});
function folder(): string {
  const dir = mkdtempSync(join(tmpdir(), "medhelm-compute-"));
  cleanups.push(() => rmSync(dir, { recursive: true, force: true }));
  return dir;
}
function open(dir: string, more: Partial<ChildProcessOptions> = {}) {
  const compute = childProcessCompute({
    dir,
    programs: { worker },
    ...more,
  });
  cleanups.push(() => compute.close());
  return compute;
}
/** The whole lines: the program may be writing the last one. */
const linesOf = (file: string) => (existsSync(file) ? readFileSync(file, "utf8").split("\n").slice(0, -1) : []);
async function untilLines(file: string, count: number): Promise<string[]> {
  while (linesOf(file).length < count) await sleep(10);
  return linesOf(file);
}
const isAlive = (pid: string | undefined) => {
  try {
    return process.kill(Number(pid), 0);
  } catch {
    return false;
  }
};
async function untilDead(pid: string | undefined) {
  while (isAlive(pid)) await sleep(10);
}

computeContract("child process", () => {
  const dir = mkdtempSync(join(tmpdir(), "medhelm-compute-"));
  const compute = childProcessCompute({ dir, programs: { worker } });
  return {
    compute,
    async dispose() {
      await compute.close();
      rmSync(dir, { recursive: true });
    },
  };
});

test("the environment of a child holds only what its program needs for the job, the request's variables, its job and its index", async () => {
  const dir = folder();
  const log = join(dir, "log");
  const compute = open(dir, {
    programs: {
      worker: { ...worker, environmentOf: ({ TEST_DO }) => ({ NEEDED: `for ${TEST_DO}` }) },
      site: { ...worker, environmentOf: () => ({ SECRET: "s" }) },
    },
  });
  const { id } = await compute.submit(
    job("a", "", { environment: { TEST_DO: "environment", TEST_LOG: log }, arraySize: 1 }),
  );
  await until(compute, id, "succeeded");
  expect(JSON.parse(linesOf(log)[0] ?? "")).toEqual({
    NEEDED: "for environment",
    TEST_DO: "environment",
    TEST_LOG: log,
    MEDHELM_JOB_ID: id,
    MEDHELM_ARRAY_INDEX: "0",
  });
});

test("at most maxChildren run at once, and the others wait", async () => {
  const compute = open(folder(), { maxChildren: 1 });
  const first = await compute.submit(job("first", "hang"));
  const second = await compute.submit(job("second", "succeed"));
  expect((await compute.describe(first.id))?.state).toBe("running");
  expect((await compute.describe(second.id))?.state).toBe("waiting");
  await compute.cancel(first.id, "enough");
  expect((await until(compute, second.id, "succeeded", "failed")).state).toBe("succeeded");
});

test("owners take turns, so that one with many jobs holds back nobody", async () => {
  const compute = open(folder(), { maxChildren: 1 });
  const [first, second] = [
    await compute.submit(job("first", "hang", { owner: "hog" })),
    await compute.submit(job("second", "hang", { owner: "hog" })),
  ];
  const { id } = await compute.submit(job("third", "hang", { owner: "ann" }));
  await compute.cancel(first.id, "enough");
  await until(compute, id, "running");
  expect((await compute.describe(second.id))?.state).toBe("waiting");
});

test("the first worker of a pool starts before further workers of another one that wait for longer", async () => {
  const compute = open(folder(), { maxChildren: 1 });
  const first = await compute.submit(job("first", "hang", { pool: { deployment: "a", isFurther: false } }));
  const further = await compute.submit(job("further", "hang", { pool: { deployment: "a", isFurther: true } }));
  const { id } = await compute.submit(job("other", "hang", { pool: { deployment: "b", isFurther: false } }));
  await compute.cancel(first.id, "enough");
  await until(compute, id, "running");
  expect((await compute.describe(further.id))?.state).toBe("waiting");
});

test("a waiting job is cancelled without a start", async () => {
  const compute = open(folder(), { maxChildren: 1 });
  await compute.submit(job("first", "hang"));
  const { id } = await compute.submit(job("second", "succeed"));
  await compute.cancel(id, "not needed");
  expect(await compute.describe(id)).toMatchObject({ state: "failed", reason: "cancelled: not needed" });
});

/** A running child that ignores SIGTERM, and has been cancelled. */
async function stubbornChild() {
  const dir = folder();
  const log = join(dir, "log");
  const clock = fakeClock();
  const compute = open(dir, { clock });
  const { id } = await compute.submit(job("a", "", { environment: { TEST_DO: "stubborn", TEST_LOG: log } }));
  const [pid] = await untilLines(log, 1);
  await compute.cancel(id, "stop");
  return { log, clock, compute, id, pid };
}

test("a child that ignores SIGTERM is killed after 20 s", async () => {
  const { log, clock, compute, id, pid } = await stubbornChild();
  await untilLines(log, 2);
  await clock.advance(19_999);
  expect(isAlive(pid)).toBe(true);
  await clock.advance(1);
  expect(await until(compute, id, "failed")).toMatchObject({ reason: "cancelled: stop" });
  expect(linesOf(log)).toEqual([pid, "SIGTERM ignored"]);
});

test("a child that ignores SIGTERM is killed 0.5 s after its parent closes, also if it was cancelled before", async () => {
  const { clock, compute, pid } = await stubbornChild();
  const closed = compute.close();
  await clock.advance(499);
  expect(isAlive(pid)).toBe(true);
  await clock.advance(1);
  await closed;
  expect(isAlive(pid)).toBe(false);
});

test("the job of a program that cannot start fails with that reason", async () => {
  const compute = open(folder(), { programs: { worker: { command: "/no/such/program", args: [] } } });
  const { id } = await compute.submit(job("a", "succeed"));
  expect((await until(compute, id, "failed")).reason).toContain("could not start /no/such/program");
});

test("a definition without a program is refused", async () => {
  await expect(open(folder()).submit(job("a", "", { definition: "site" }))).rejects.toThrow("no program for site");
});

test("close interrupts running jobs, and the next start knows all jobs and starts the waiting ones", async () => {
  const dir = folder();
  const clock = fakeClock();
  const before = open(dir, { clock, maxChildren: 1 });
  const first = await before.submit(job("first", "hang"));
  const second = await before.submit(job("second", "succeed"));
  await before.close();
  const after = open(dir, { clock });
  expect(await after.describe(first.id)).toMatchObject({
    name: "first",
    state: "failed",
    reason: "interrupted: run again (the service was stopped)",
  });
  expect((await until(after, second.id, "succeeded", "failed")).state).toBe("succeeded");
  expect((await after.findByName("first"))[0]?.id).toBe(first.id);
});

test("the record and the logs of a failed job go after 30 days, also while the service runs on", async () => {
  const [dir, clock] = [folder(), fakeClock()];
  const compute = open(dir, { clock });
  const { id } = await compute.submit(job("bad", "fail"));
  await until(compute, id, "failed");
  await clock.advance(31 * 86_400_000);
  expect([readdirSync(join(dir, "logs")), await compute.describe(id)]).toEqual([[], undefined]);
});

test("the logs of a failed job remain, and those of a successful job are removed", async () => {
  const dir = folder();
  const compute = open(dir);
  const good = await compute.submit(job("good", "succeed"));
  const bad = await compute.submit(job("bad", "fail"));
  await until(compute, good.id, "succeeded");
  await until(compute, bad.id, "failed");
  expect(readdirSync(join(dir, "logs")).toSorted()).toEqual([`${bad.id}-0.err`, `${bad.id}-0.out`]);
});

test("a second owner of the folder is refused", () => {
  const dir = folder();
  open(dir);
  expect(() => open(dir)).toThrow("another medhelm process runs jobs from");
});

test("children end with a killed parent, and the next start fails their jobs and stops remaining processes", async () => {
  const dir = folder();
  const [polite, rude] = [join(dir, "polite"), join(dir, "rude")];
  const environments = [
    { TEST_DO: "hang", TEST_LOG: polite },
    { TEST_DO: "stubborn", TEST_LOG: rude },
  ];
  const parent = spawn(
    process.execPath,
    [
      "--input-type=module-typescript",
      "--eval",
      `import { childProcessCompute } from ${JSON.stringify(new URL("child-process.ts", import.meta.url).href)};
     const worker = ${JSON.stringify(worker)};
     const compute = childProcessCompute({ dir: ${JSON.stringify(dir)}, programs: { worker } });
     for (const environment of ${JSON.stringify(environments)})
       await compute.submit({ name: environment.TEST_DO, definition: "worker", environment });
     process.stdout.write("submitted");`,
    ],
    { stdio: ["inherit", "pipe", "inherit"] },
  );
  await once(parent.stdout, "data"); // the parent has recorded both children
  const [politePid] = await untilLines(polite, 1);
  const [rudePid] = await untilLines(rude, 1);
  parent.kill("SIGKILL");
  await once(parent, "exit"); // until then it may hold the folder
  expect(await untilLines(polite, 2)).toEqual([politePid, "SIGTERM"]);
  await untilDead(politePid);
  expect(isAlive(rudePid)).toBe(true);
  const clock = fakeClock();
  const compute = open(dir, { clock });
  for (const name of ["hang", "stubborn"])
    expect((await compute.findByName(name))[0]).toMatchObject({
      state: "failed",
      reason: "interrupted: run again (the process that ran this job ended)",
    });
  await untilLines(rude, 2);
  await clock.advance(20_000);
  await untilDead(rudePid);
  expect(linesOf(rude)).toEqual([rudePid, "SIGTERM ignored"]);
});

const withoutPauses: Clock = {
  ...systemClock,
  sleep: async (ms, signal) => (ms < 86_400_000 ? undefined : systemClock.sleep(ms, signal)),
};

/** Records that a full disk refuses the given number of times. */
function onFullDisk(refused: "started" | "finished", times: number) {
  const tries: string[] = [];
  const openRecords = (file: string): JobRecords => {
    const records = jobRecords(file);
    const refusing = (write: () => void): void => {
      tries.push(refused);
      if (tries.length <= times)
        throw Object.assign(new Error("database or disk is full"), { code: "ERR_SQLITE_ERROR", errcode: 13 });
      write();
    };
    return refused === "started"
      ? { ...records, started: (...given) => refusing(() => records.started(...given)) }
      : { ...records, finished: (...given) => refusing(() => records.finished(...given)) };
  };
  return { openRecords, tries };
}

test.each(["started", "finished"] as const)(
  "a job that is %s on a full disk waits until there is space",
  async (refused) => {
    const { openRecords, tries } = onFullDisk(refused, 2);
    const said: string[] = [];
    const dir = folder();
    const compute = open(dir, { openRecords, clock: withoutPauses, refused: ({ message }) => void said.push(message) });
    const { id } = await compute.submit(job("a", "succeed"));
    expect((await until(compute, id, "succeeded", "failed")).state).toBe("succeeded");
    expect(tries).toHaveLength(3);
    expect(said).toEqual(["database or disk is full", "database or disk is full"]);
  },
);

test("close ends also while the disk is full", async () => {
  const { openRecords } = onFullDisk("finished", Number.POSITIVE_INFINITY);
  const compute = open(folder(), { openRecords });
  await compute.submit(job("a", "hang"));
  await expect(compute.close()).resolves.toBeUndefined();
});
