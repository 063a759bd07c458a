import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { promisify } from "node:util";
import { s3Store } from "@medhelm/adapters/objects/s3-store";
import { Leaderboard } from "@medhelm/core/release/leaderboard/leaderboard";
import { getJson } from "@medhelm/core/store/objects";
import { openRelease } from "@medhelm/core/store/release-files";
import { afterAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { cli, testFolder } from "../e2e/cli.ts";
import { BUCKETS, TABLE } from "./aws/cloud.ts";
import {
  awsVariables,
  call,
  chargedRequests,
  contents,
  manifests,
  publish,
  type Service,
  startService,
  submission,
  submit,
  SUITE,
  type Version,
} from "./aws/running-service.ts";
import { CANDIDATE, firstKey, GPU_JUDGE, HOSTED_JUDGE, list, read, repository, storedAnswers } from "./aws/service.ts";

// `npm run try:operations -- COMMIT` makes the bundles and sets these variables.
const { MEDHELM_OLDER, MEDHELM_OLDER_DIST = "", MEDHELM_DIST = "" } = process.env;
const older: Version = { folder: MEDHELM_OLDER ?? "", dist: MEDHELM_OLDER_DIST };
const newer: Version = { folder: repository, dist: MEDHELM_DIST };
/** The suites of the upgrade; each has three runs. */
const [OLD, FIRST, SECOND, THIRD] = ["OLD", "FIRST", "SECOND", "THIRD"] as const;
const SUITES = [OLD, FIRST, SECOND, THIRD];
const LONG_MS = 1_200_000;

const State = z.object({ submissions: z.array(z.object({ suite: z.string(), state: z.string() })) });

/** Submits with the client of a version, and waits for the end. */
async function submitWith(version: Version, here: Service, suite: string) {
  const args = [join(version.folder, "packages/cli/bin/medhelm.js"), ...submission(here, suite)];
  const env = { PATH: process.env["PATH"], HOME: here.client, MEDHELM_TOKEN: here.key };
  const child = spawn(process.execPath, args, { cwd: here.client, env, stdio: ["ignore", "pipe", "pipe"] });
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr), once(child, "close")]);
  return { suite, code: child.exitCode, output: child.exitCode === 0 ? "" : stdout + stderr };
}

const ended = (suite: string) => ({ suite, code: 0, output: "" });

/** Waits until the candidate has got more requests than before, so a job is at work. */
async function untilAtWork(here: Service, before: number): Promise<void> {
  const requests = async () => (await here.stubs.candidate.stats()).requests;
  await expect.poll(requests, { timeout: 120_000, interval: 50 }).toBeGreaterThan(before);
}

const askedCandidate = async (here: Service): Promise<number> => (await here.stubs.candidate.stats()).requests;

/** The requests that each deployment got. */
async function asked({ stubs }: Service): Promise<Record<string, number>> {
  return {
    [CANDIDATE.deployment]: (await stubs.candidate.stats()).requests,
    [GPU_JUDGE.deployment]: (await stubs.gpuJudge.stats()).requests,
    [HOSTED_JUDGE.deployment]: (await stubs.hostedJudge.stats()).requests,
  };
}

/** The number of runs of a release. */
async function runsOf({ s3 }: Service, release: string): Promise<number> {
  const objects = s3Store({ client: () => s3, bucket: BUCKETS.results });
  const key = (await openRelease(objects, release)).keyOf("leaderboard.json");
  return (await getJson(objects, key, Leaderboard))?.runs.length ?? 0;
}

/** Runs a command of the operator on the buckets and the table of a service. */
async function operate(here: Service, ...args: string[]) {
  const env = { ...(await awsVariables(here)), MEDHELM_TOKEN: here.key };
  return cli("medhelm", args, { cwd: here.client, env });
}

/** The hash of the results of each run of the upgrade. */
const resultsOf = async (here: Service) =>
  Object.fromEntries(await Promise.all(SUITES.map(async (suite) => [suite, contents(await manifests(here, suite))])));

/** Copies between a bucket of a service and a folder, as an operator does. */
const sync = async (here: Service, ...places: string[]) =>
  promisify(execFile)("aws", ["s3", "sync", "--quiet", ...places], {
    env: { PATH: process.env["PATH"], HOME: here.client, ...(await awsVariables(here)) },
  });

const store = ["--store", `s3://${BUCKETS.results}`];
const opened: Service[] = [];
afterAll(() => Promise.all(opened.map((one) => one.close())));
async function open(options: Parameters<typeof startService>[0]): Promise<Service> {
  const one = await startService(options);
  opened.push(one);
  return one;
}
const statesOf = async (here: Service) =>
  (await call(here, "GET", "/v1/submissions", State)).submissions
    .map(({ suite, state }) => `${suite} ${state}`)
    .toSorted();

describe.skipIf(MEDHELM_OLDER === undefined)(
  "what docs/operate.md describes (npm run try:operations -- COMMIT)",
  () => {
    test(
      "an upgrade, a rollback and the upgrade again, while jobs of both versions work: every submission ends, and each answer is asked and charged once",
      async () => {
        const ann = await open({ ...older, unruly: false, latencyMs: 700 });
        const bob = { ...ann, key: await firstKey(ann.s3, BUCKETS.results, "bob") };
        expect(await submitWith(older, ann, OLD)).toEqual(ended(OLD));
        await publish(ann, "r0", [OLD]);

        // a job of the older version works; the aggregator is the last function that changes
        let before = await askedCandidate(ann);
        const first = submitWith(older, ann, FIRST);
        await untilAtWork(ann, before);
        await ann.install(newer, ["api", "dispatch", "sweep", "failure", "release"]);
        before = await askedCandidate(ann);
        const second = submitWith(older, bob, SECOND);
        await untilAtWork(ann, before + 8);
        await ann.install(newer, ["aggregate"]);
        const third = submitWith(newer, ann, THIRD);
        expect(await Promise.all([first, second, third])).toEqual([ended(FIRST), ended(SECOND), ended(THIRD)]);
        expect(await chargedRequests([ann, bob])).toEqual(await asked(ann));
        await publish(ann, "r1", [FIRST]);
        expect(await runsOf(ann, "r1")).toBe(3);

        // back to the older version, while a job of the newer one works
        before = await askedCandidate(ann);
        const fourth = submitWith(newer, { ...ann, key: await firstKey(ann.s3, BUCKETS.results, "cleo") }, "FOURTH");
        await untilAtWork(ann, before + 8);
        await ann.install(older);
        const fifth = submitWith(older, ann, "FIFTH");
        expect(await Promise.all([fourth, fifth])).toEqual([ended("FOURTH"), ended("FIFTH")]);
        await publish(ann, "r2", [THIRD]);
        expect(await runsOf(ann, "r2")).toBe(3);

        await ann.install(newer);
        await publish(ann, "r3", ["FIFTH"]);
        expect(await runsOf(ann, "r3")).toBe(3);
        expect(await statesOf(ann)).toEqual([
          "FIFTH sealed",
          "FIRST sealed",
          "FOURTH sealed",
          "OLD sealed",
          "SECOND sealed",
          "THIRD sealed",
        ]);
        expect(await storedAnswers(ann.s3, BUCKETS.data)).toEqual(await asked(ann));
        expect(ann.refused()).toEqual([]);
      },
      LONG_MS,
    );

    test(
      "after medhelm migrate --derived the runs of the upgrade have the results of a service that was never upgraded",
      async () => {
        const [upgraded] = opened;
        if (upgraded === undefined) throw new Error("the service of the first test did not start");
        expect(await operate(upgraded, "migrate", ...store, "--index", TABLE, "--derived")).toMatchObject({ code: 0 });
        const fresh = await open({ ...newer, unruly: false, latencyMs: 10 });
        const bob = { ...fresh, key: await firstKey(fresh.s3, BUCKETS.results, "bob") };
        for (const suite of SUITES)
          expect(await submitWith(newer, suite === SECOND ? bob : fresh, suite)).toEqual(ended(suite));
        expect(await resultsOf(upgraded)).toEqual(await resultsOf(fresh));
      },
      LONG_MS,
    );

    test(
      "a copy of Results in an empty bucket, and a new table, give a service that answers, continues and publishes",
      async () => {
        const lost = await open({ ...newer, unruly: false, latencyMs: 400 });
        const copy = testFolder();
        expect(await submit(lost)).toMatchObject({ code: 0 });
        await publish(lost, "r1");
        const sealed = contents(await manifests(lost));
        // a submission that is open when the copy is made
        const entry = ["submit", "--run-entries", "pubmed_qa:model=text", "--models-to-run", CANDIDATE.model];
        expect(await operate(lost, ...entry, "--suite", "OPEN", "-m", "40", "--yes", "--api", lost.api)).toMatchObject({
          code: 0,
        });
        await sync(lost, `s3://${BUCKETS.results}`, copy);
        await lost.close();

        const restored = { ...(await open({ ...newer, unruly: false })), key: lost.key };
        await sync(restored, copy, `s3://${BUCKETS.results}`);
        expect(await operate(restored, "reindex", ...store, "--index", TABLE)).toMatchObject({ code: 0 });
        await expect
          .poll(() => statesOf(restored), { timeout: 120_000, interval: 500 })
          .toEqual([`${SUITE} sealed`, "OPEN sealed"]);
        expect(contents(await manifests(restored))).toEqual(sealed);
        await publish(restored, "r2");
        expect(await list(restored.s3, BUCKETS.site, "r/r2/index.html")).toEqual(["r/r2/index.html"]);
        expect(JSON.parse((await read(restored.s3, BUCKETS.site, "latest.json")) ?? "")).toMatchObject({
          release: "r2",
        });
        const verify = ["verify", "r2", "--from", `s3://${BUCKETS.results}`, "--local-path", restored.conf];
        expect(await operate(restored, ...verify)).toMatchObject({ code: 0 });
        expect(await submit(restored, "LATER")).toMatchObject({ code: 0 });
        expect(restored.refused()).toEqual([]);
      },
      LONG_MS,
    );
  },
);
