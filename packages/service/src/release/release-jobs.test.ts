import { keys } from "@medhelm/core/store/object-keys";
import { putJson } from "@medhelm/core/store/objects";
import { openRelease } from "@medhelm/core/store/release-files";
import type { Job, JobRequest, ObjectStore } from "@medhelm/core/ports";
import type { StoredRelease } from "@medhelm/core/release/release-request";
import { fixture, putRun } from "@medhelm/testing/fixtures/release";
import { expect, test } from "vitest";
import { buildRequestedRelease, loadRequestedShard } from "./build-requested-release.ts";
import { makeRelease } from "./make-release.ts";
import { listKeys } from "./list-keys.ts";
import { readPlan } from "./release-plan.ts";
import { requestId } from "./request-id.ts";

const STORED: StoredRelease = {
  formatVersion: 1,
  owner: "ann",
  createdAt: "2026-01-01T00:00:00.000Z",
  request: { name: "r1", suites: ["s"], profile: "helm", publish: true },
};

/** A requested release, and a compute service that records its jobs. */
async function bench() {
  const ports = fixture();
  const { objects } = ports;
  const jobs: (Job & Pick<JobRequest, "definition" | "arraySize">)[] = [];
  const compute = {
    submit: async ({ name, definition, arraySize }: JobRequest) => {
      const array = arraySize === undefined ? {} : { arraySize };
      jobs.push({ id: name, name, definition, state: "running", ...array });
      return { id: name };
    },
    describe: async () => undefined,
    describeAll: async () => new Map(),
    findByName: async (name: string) => jobs.filter((job) => job.name === name),
    cancel: async () => undefined,
  };
  /** Ends the running jobs. */
  const end = (state: Job["state"], reason = "") => {
    for (const [n, job] of jobs.entries()) if (job.state === "running") jobs[n] = { ...job, state, reason };
  };
  await putJson(objects, keys.releaseRequest("r1"), STORED);
  const deliver = () => makeRelease({ objects, clock: ports.clock, compute }, "r1");
  return { ports, objects, jobs, end, deliver, started: () => jobs.map(({ definition }) => definition) };
}

test("a job builds the files of a release, and then another job its site; a second delivery starts nothing", async () => {
  const { ports, objects, end, deliver, started } = await bench();
  await putRun(objects, { suite: "s", model: "m/a", score: 1, access: "public", generation: 1 });
  await deliver();
  await deliver();
  expect(started()).toEqual(["release"]);
  expect(await buildRequestedRelease(ports, "r1")).toBe("built");
  end("succeeded");
  await deliver();
  await deliver();
  expect(started()).toEqual(["release", "site"]);
});

test("a release that its owner must correct starts no further job until it is requested again", async () => {
  const { ports, objects, end, deliver, started } = await bench();
  await deliver();
  expect(await buildRequestedRelease(ports, "r1")).toBe("failed");
  end("succeeded");
  await deliver();
  expect(started()).toEqual(["release"]);
  await objects.delete(keys.releaseFailed("r1")); // as the API does
  await deliver();
  expect(started()).toEqual(["release", "release"]);
});

test("a release fails with the reason of its job after the third fault", async () => {
  const { objects, end, deliver, started } = await bench();
  for (let fault = 0; fault < 4; fault++) {
    await deliver();
    end("failed", "exit code 1");
  }
  expect(started()).toEqual(["release", "release", "release"]);
  expect(await textAt(objects, keys.releaseFailed("r1"))).toContain("the release r1 could not be built: exit code 1");
});

test("a release that fails after its job's third fault keeps no attempt, except the one that release.json names", async () => {
  const { objects, end, deliver } = await bench();
  const shown = "00000000-0000-4000-8000-000000000001";
  const record = {
    formatVersion: 2,
    release: "r1",
    suites: ["s"],
    profile: "helm",
    published: false,
    createdAt: "2026",
  };
  await putJson(objects, keys.releaseFile("r1", "release.json"), {
    ...record,
    folder: shown,
    request: "an earlier one",
  });
  for (const folder of [shown, "killed"]) await objects.put(`${keys.releaseAttempt("r1", folder)}runs.json`, "[]");
  for (let fault = 0; fault < 4; fault++) {
    await deliver();
    end("failed", "exit code 1");
  }
  expect(await listKeys(objects, keys.releaseAttempts("r1"))).toEqual([`releases/.attempts/r1/${shown}/runs.json`]);
});

/** A killed job has left the folder of its attempt, and the suite has no run any more. */
async function killedThenRefused() {
  const at = await bench();
  await at.objects.put(`${keys.releaseAttempt("r1", "killed")}runs.json`, "[]");
  await at.deliver();
  return at;
}

test("a killed attempt is deleted when a later job reports an error of the owner and has ended", async () => {
  const { ports, objects, end, deliver } = await killedThenRefused();
  expect(await buildRequestedRelease(ports, "r1")).toBe("failed");
  await deliver(); // the job that reports the error still runs
  expect(await listKeys(objects, keys.releaseAttempts("r1"))).toHaveLength(1);
  end("succeeded");
  await deliver();
  expect(await listKeys(objects, keys.releaseAttempts("r1"))).toEqual([]);
});

test("a process that builds releases itself deletes all unfinished files of a release that its owner must correct", async () => {
  const { ports, objects, end } = await killedThenRefused();
  end("failed", "killed");
  await putJson(objects, keys.releasePlan("r1", requestId(STORED)), { formatVersion: 1, shards: [], leftOut: [] });
  const buildHere = (release: string) => buildRequestedRelease(ports, release);
  await makeRelease({ objects, clock: ports.clock, compute: NO_COMPUTE, buildHere }, "r1");
  expect(await textAt(objects, keys.releaseFailed("r1"))).toContain("no run of s can be summarised");
  expect(await listKeys(objects, keys.releaseAttempts("r1"))).toEqual([]);
  expect(await listKeys(objects, keys.releaseWork("r1"))).toEqual([]);
});

const NO_COMPUTE = {
  submit: async () => ({ id: "1" }),
  describe: async () => undefined,
  describeAll: async () => new Map(),
  findByName: async () => [],
  cancel: async () => undefined,
};

test("an attempt whose files cannot be written deletes those that it wrote", async () => {
  const { ports, objects } = await bench();
  await putRun(objects, { suite: "s", model: "m/a", score: 1, access: "public", generation: 1 });
  const put: ObjectStore["put"] = async (key, ...rest) => {
    if (key.endsWith("/leaderboard.json")) throw new Error("the disk is full");
    return objects.put(key, ...rest);
  };
  await expect(buildRequestedRelease({ ...ports, objects: { ...objects, put } }, "r1")).rejects.toThrow("disk is full");
  expect(await listKeys(objects, keys.releaseAttempts("r1"))).toEqual([]);
});

test("a release that is requested again after its job's third fault gets another job", async () => {
  const { objects, end, deliver, started } = await bench();
  for (let fault = 0; fault < 4; fault++) {
    await deliver();
    end("failed", "exit code 1");
  }
  await putJson(objects, keys.releaseRequest("r1"), { ...STORED, createdAt: "2026-02-02T00:00:00.000Z" });
  await objects.delete(keys.releaseFailed("r1")); // as the API does
  await deliver();
  expect(started()).toEqual(["release", "release", "release", "release"]);
});

test("the site of a release that is requested again after its job's third fault gets another job", async () => {
  const { ports, objects, end, deliver, started } = await bench();
  await putRun(objects, { suite: "s", model: "m/a", score: 1, access: "public", generation: 1 });
  await buildRequestedRelease(ports, "r1");
  for (let fault = 0; fault < 4; fault++) {
    await deliver();
    end("failed", "exit code 1");
  }
  expect(await textAt(objects, keys.releaseFailed("r1"))).toContain("the site of r1 could not be built: exit code 1");
  await putJson(objects, keys.releaseRequest("r1"), { ...STORED, createdAt: "2026-02-02T00:00:00.000Z" });
  await objects.delete(keys.releaseFailed("r1")); // as the API does
  await deliver();
  expect(started()).toEqual(["site", "site", "site", "site"]);
});

test("the children of an array job load the runs of a large release, and a job builds it from their shards", async () => {
  const { ports, objects, jobs, end, deliver } = await bench();
  const run = await putRun(objects, { suite: "s", model: "m/a", score: 1, access: "public", generation: 1 });
  const shard = [{ suite: "s", run, files: ["manifest.json"] }];
  const shards = [shard, ...Array.from({ length: 24 }, () => [])];
  await putJson(objects, keys.releasePlan("r1", requestId(STORED)), { formatVersion: 1, shards, leftOut: [] });
  await deliver();
  expect(jobs.map(({ definition, arraySize }) => [definition, arraySize])).toEqual([["release", 25]]);
  for (const n of shards.keys()) await loadRequestedShard(ports, "r1", n);
  end("succeeded");
  await deliver();
  expect(jobs.map(({ arraySize }) => arraySize)).toEqual([25, undefined]);
  expect(await buildRequestedRelease(ports, "r1")).toBe("built");
  expect(await textAt(objects, (await openRelease(objects, "r1")).keyOf("sealed-runs.json"))).toContain(run);
});

test("a job that plans a large release leaves its shards to the array job", async () => {
  const { ports, objects, jobs, end, deliver } = await bench();
  const stored = { ...STORED, publicOnly: ["s"] }; // only the listing of runs/, for speed
  await putJson(objects, keys.releaseRequest("r1"), stored);
  for (let n = 0; n <= 24 * 500; n++) await objects.put(keys.runFile("s", `quiz:model=m${n}`, "run_spec.json"), "{}");
  await deliver();
  expect(await buildRequestedRelease(ports, "r1")).toBe("needs shards");
  expect((await readPlan(objects, stored))?.shards.length).toBe(25);
  end("succeeded");
  await deliver();
  expect(jobs.at(-1)?.arraySize).toBe(25);
});

const textAt = async (objects: ObjectStore, key: string) => new TextDecoder().decode((await objects.get(key))?.body);
