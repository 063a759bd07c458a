import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { BudgetFile, takenMicroUsd } from "@medhelm/core/money/budget-file";
import { LedgerEntry } from "@medhelm/core/money/ledger-entry";
import { Usage } from "@medhelm/core/money/usage";
import { s3Store } from "@medhelm/adapters/objects/s3-store";
import { Leaderboard } from "@medhelm/core/release/leaderboard/leaderboard";
import type { StoredRelease } from "@medhelm/core/release/release-request";
import { HELM_FILES, keys } from "@medhelm/core/store/object-keys";
import { getJson, putJson } from "@medhelm/core/store/objects";
import { openRelease } from "@medhelm/core/store/release-files";
import { requestId } from "@medhelm/service/release/request-id";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { z } from "zod";
import { cli, testFolder } from "../e2e/cli.ts";
import type { Stub } from "../e2e/stub.ts";
import { shared, whyNoShared } from "../shared.ts";
import { copySite } from "../../scripts/bundle-site.ts";
import { bundled } from "./bundled.ts";
import { BUCKETS } from "./aws/cloud.ts";
import {
  awsVariables,
  call,
  chargedRequests,
  contents,
  INSTANCES,
  manifests,
  publish,
  sayIfFailed,
  type Service,
  startService,
  submit,
  SUITE,
} from "./aws/running-service.ts";
import {
  CANDIDATE,
  firstKey,
  GPU_JUDGE,
  HOSTED_JUDGE,
  list,
  PRICE,
  read,
  repository,
  storedAnswers,
} from "./aws/service.ts";
import { whyNoDynamoDb } from "./peers/dynamodb.ts";
import { redrivenLetter } from "./aws/redriven-letter.ts";
import { whyNoElasticMq } from "./peers/elasticmq.ts";
import { whyNoVersitygw } from "./peers/versitygw.ts";

const PUBMED_QA = "pubmed_qa:model=acme_candidate";
/** Requests in flight to a deployment, as its configuration says. */
const CONCURRENCY = 4;
const ALL_MS = 420_000;

const why = whyNoVersitygw() ?? whyNoElasticMq() ?? whyNoDynamoDb() ?? (shared === undefined ? whyNoShared : undefined);

let dist = "";
beforeAll(async () => {
  if (why !== undefined) return;
  dist = await bundled("functions", "worker");
  // the site job writes next to its sources, so that no other file of tests has them
  await copySite(repository, join(dist, "site"));
}, ALL_MS);

/** Submits one of the runs of `submit`, as another owner. */
function submitSame({ api, key, client }: Service) {
  const entries = ["--run-entries", "pubmed_qa:model=text", "--models-to-run", CANDIDATE.model];
  const args = ["submit", ...entries, "--suite", "BOB", "-m", String(INSTANCES), "--yes", "--api", api, "--wait"];
  return cli("medhelm", args, { cwd: client, env: { MEDHELM_TOKEN: key } });
}

/** Seconds of machines: those that the owners pay, and those of all workers of pools. */
async function machineSeconds(owners: readonly Service[], { batch }: Service) {
  let paid = 0;
  for (const owner of owners) {
    const { totals } = await call(owner, "GET", `/v1/usage?month=${new Date().toISOString().slice(0, 7)}`, Usage);
    paid += totals.gpuSeconds;
  }
  // a job may bring the server of a model itself, and pays for its machine, too
  const jobs = batch.jobs.flatMap(({ name, queue, attempts }) =>
    queue.includes("-gpu-")
      ? [{ name, seconds: attempts.map(({ startedAt, stoppedAt = Date.now() }) => (stoppedAt - startedAt) / 1000) }]
      : [],
  );
  const worked = jobs.flatMap(({ seconds }) => seconds).reduce((sum, seconds) => sum + seconds, 0);
  return { paid, worked, jobs };
}

/** The queues of the jobs whose machines the owners pay for. */
async function chargedQueues(owners: readonly string[], { s3, batch }: Service): Promise<string[]> {
  const objects = s3Store({ client: () => s3, bucket: BUCKETS.results });
  const queues = new Set<string>();
  for (const owner of owners)
    for (const name of await list(s3, BUCKETS.results, keys.allLedgers(owner))) {
      const entry = await getJson(objects, name, LedgerEntry);
      if (entry?.kind !== "gpu-job") continue;
      queues.add(batch.jobs.find(({ id }) => entry.jobId.startsWith(id))?.queue ?? `no job has the id ${entry.jobId}`);
    }
  return [...queues];
}

/** Three runs of a candidate and one with two judges, each started at most three times. */
const CANARIES = 3 * (3 + 2);

/**
 * Compares the ledger with the store: the answers of each deployment, and the hosted judge's tokens at its price. A killed worker
 * leaves its canary request uncharged.
 * @param kills of one deployment's workers
 */
async function reconcile(here: Service, kills: number): Promise<void> {
  const Answer = z.object({
    deployment: z.string(),
    usage: z.object({ promptTokens: z.number(), completionTokens: z.number() }),
  });
  const stored = new Map<string, { requests: number; promptTokens: number; completionTokens: number }>();
  for (const name of await list(here.s3, BUCKETS.data, "cache/")) {
    if (name.startsWith("cache/.models/")) continue; // which models have answered
    const { deployment, usage } = Answer.parse(JSON.parse((await read(here.s3, BUCKETS.data, name)) ?? ""));
    const sum = stored.get(deployment) ?? { requests: 0, promptTokens: 0, completionTokens: 0 };
    sum.requests++;
    sum.promptTokens += usage.promptTokens;
    sum.completionTokens += usage.completionTokens;
    stored.set(deployment, sum);
  }
  const month = new Date().toISOString().slice(0, 7);
  const { deployments } = await call(here, "GET", `/v1/usage?month=${month}`, Usage);
  for (const { deployment, requests, promptTokens, completionTokens } of deployments) {
    const all = stored.get(deployment) ?? { requests: 0, promptTokens: 0, completionTokens: 0 };
    const uncharged = all.requests - requests;
    expect(uncharged).toBeGreaterThanOrEqual(0);
    expect(uncharged).toBeLessThanOrEqual(kills);
    expect(uncharged > 0 ? all : { requests, promptTokens, completionTokens }).toEqual(all);
  }
  const judge = deployments.find(({ deployment }) => deployment === HOSTED_JUDGE.deployment);
  const { promptTokens = 0, completionTokens = 0 } = stored.get(HOSTED_JUDGE.deployment) ?? {};
  const usd = (promptTokens * PRICE.input + completionTokens * PRICE.output) / 1e6;
  expect(judge?.usd).toBeCloseTo(usd, 5);
  for (const { deployment } of [CANDIDATE, GPU_JUDGE])
    expect(deployments.find((line) => line.deployment === deployment)?.gpuSeconds).toBeGreaterThan(0);
  // expect.poll has no test among concurrent ones
  await vi.waitFor(
    async () => expect(await budgetLeftOver(here, month)).toEqual({ states: ["charged"], microUsd: 0 }),
    { timeout: 60_000, interval: 500 },
  );
}

/** Reads the reserved amount that is not charged, and the settled machines. The last events may still be in progress. */
async function budgetLeftOver(here: Service, month: string): Promise<{ states: string[]; microUsd: number }> {
  const [name = ""] = (await list(here.s3, BUCKETS.results, "submissions/")).filter((key) =>
    key.endsWith("budget.json"),
  );
  const budget = BudgetFile.parse(JSON.parse((await read(here.s3, BUCKETS.results, name)) ?? ""));
  const { totals } = await call(here, "GET", `/v1/usage?month=${month}`, Usage);
  const states = [...new Set(budget.machines?.map(({ state }) => state))];
  return { states, microUsd: takenMicroUsd(budget) - totals.microUsd };
}

/** Ends the host of a job after the first answer of its model. Returns false if `signal` aborts first. */
async function killAtWork({ batch }: Service, stub: Stub, jobName: RegExp, signal: AbortSignal): Promise<boolean> {
  while (!signal.aborted) {
    if ((await stub.stats()).answered > 0 && batch.reclaim(jobName)) return true;
    await new Promise((next) => setTimeout(next, 30));
  }
  return false;
}

const running: Service[] = [];
afterAll(() => Promise.all(running.map((one) => one.close())));
async function start(unruly: boolean, pools = false): Promise<Service> {
  const one = await startService({ dist, unruly, pools });
  running.push(one);
  return one;
}
/** Ends a service that no later test needs, whose functions would take processor time from the next one. */
async function stop(one: Service): Promise<void> {
  running.splice(running.indexOf(one), 1);
  await one.close();
}

describe.skipIf(why !== undefined)(
  `the service on AWS's stand-ins (skipped where ${why ?? "nothing is missing"})`,
  () => {
    let calm: Record<string, string> = {};

    test(
      "both demos and pubmed_qa go from a client's folder to a published leaderboard: a candidate and a judge on GPUs, a judge at a provider",
      async () => {
        const here = await start(false);
        const submitted = await submit(here).catch((error: unknown) => ({ code: -1, stderr: String(error) }));
        sayIfFailed(here, submitted);
        expect(submitted).toMatchObject({ code: 0 });
        const sealed = await manifests(here);
        calm = contents(sealed);
        expect(Object.keys(calm).toSorted()).toEqual([
          "EXACT-MATCH-DEMO:model=acme_candidate",
          "LLM-JURY-SCORE-DEMO:model=acme_candidate",
          "pubmed_qa:model=acme_candidate",
        ]);
        const jury = sealed.find(({ run }) => run.startsWith("LLM"));
        expect(jury?.judges.map(({ name }) => name)).toEqual([GPU_JUDGE.deployment, HOSTED_JUDGE.deployment]);
        // each on its own machine: one job per deployment
        expect(here.batch.jobs.map(({ definition }) => definition).toSorted()).toEqual([
          "medhelm-test-worker-cpu-ELSEWHERE_API_KEY",
          "medhelm-test-worker-served_candidate",
          "medhelm-test-worker-served_judge",
        ]);
        const { candidate, gpuJudge, hostedJudge } = here.stubs;
        // each of the three runs asks the candidate the same canary request
        expect(await candidate.stats()).toMatchObject({ duplicates: 2 });
        for (const judge of [gpuJudge, hostedJudge]) expect(await judge.stats()).toMatchObject({ duplicates: 0 });
        await reconcile(here, 0);

        await publish(here, "v1.0");
        expect(JSON.parse((await read(here.s3, BUCKETS.site, "latest.json")) ?? "")).toMatchObject({ release: "v1.0" });
        expect(await read(here.s3, BUCKETS.site, "r/v1.0/index.html")).toContain("PubMedQA");
        expect(await redrivenLetter(here)).toMatchObject({ code: 0, left: "[]\n" });
        expect(here.refused()).toEqual([]);
      },
      ALL_MS,
    );

    test(
      "the children of an array job load the runs of a large release, and its leaderboard is that of one job",
      async () => {
        const [here] = running;
        if (here === undefined) throw new Error("the service of the first test did not start");
        const objects = s3Store({ client: () => here.s3, bucket: BUCKETS.results });
        const request = { name: "sharded", suites: [SUITE], profile: "corrected" as const, publish: true };
        const stored: StoredRelease = {
          formatVersion: 1,
          owner: "ann",
          createdAt: "2026-01-01T00:00:00.000Z",
          request,
        };
        const shards = (await manifests(here)).map(({ suite, run }) => [{ suite, run, files: ["manifest.json"] }]);
        const empty = Array.from({ length: 25 - shards.length }, () => []);
        await putJson(objects, keys.releasePlan("sharded", requestId(stored)), {
          formatVersion: 1,
          shards: [...empty, ...shards],
          leftOut: [],
        });
        await putJson(objects, keys.releaseRequest("sharded"), stored);
        await publish(here, "sharded");
        const jobs = here.batch.jobs.filter(({ name }) => /^(?:release|shards|site)-sharded-/.test(name));
        expect(jobs.map(({ name, attempts }) => [name.split("-")[0], attempts.length])).toEqual([
          ["shards", 25],
          ["release", 1],
          ["site", 1],
        ]);
        const leaderboard = async (release: string) =>
          getJson(objects, (await openRelease(objects, release)).keyOf("leaderboard.json"), Leaderboard);
        const ofOneJob = await leaderboard("v1.0");
        expect(await leaderboard("sharded")).toEqual({ ...ofOneJob, name: "sharded" });
        expect(await list(here.s3, BUCKETS.results, "releases/.staging/")).toEqual([]);
        expect(here.refused()).toEqual([]);
      },
      ALL_MS,
    );

    test("medhelm export writes the runs of the bucket as HELM's folder, which medhelm summarize reads", async () => {
      const [here] = running;
      if (here === undefined) throw new Error("the service of the first test did not start");
      const cwd = testFolder();
      const from = ["--from", `s3://${BUCKETS.results}`, "--suite", SUITE];
      const env = await awsVariables(here);
      expect(await cli("medhelm", ["export", "--helm", ...from, "--to", "out"], { cwd, env })).toMatchObject({
        code: 0,
      });
      const runs = readdirSync(join(cwd, "out/runs", SUITE)).toSorted();
      expect(runs).toEqual(Object.keys(calm).toSorted());
      for (const run of runs)
        expect(readdirSync(join(cwd, "out/runs", SUITE, run))).toEqual(expect.arrayContaining([...HELM_FILES]));
      const summarize = ["summarize", "--suite", SUITE, "--output-path", "out"];
      expect(await cli("medhelm", summarize, { cwd })).toMatchObject({ code: 0 });
      const leaderboard = Leaderboard.parse(
        JSON.parse(readFileSync(join(cwd, "out/runs", SUITE, "leaderboard.json"), "utf8")),
      );
      expect(leaderboard.runs.map(({ run }) => run).toSorted()).toEqual(runs);
      await stop(here);
    });

    test.concurrent(
      "with every message and event twice, late and out of order, every function called twice and jobs killed twice, the results are the same and nothing is paid twice",
      async () => {
        const here = await start(true);
        const done = new AbortController();
        const kills = Promise.all([
          killAtWork(here, here.stubs.candidate, /-candidate-/, done.signal),
          killAtWork(here, here.stubs.gpuJudge, /served_judge_\w+-judge-/, done.signal),
        ]);
        const submitted = await submit(here).catch((error: unknown) => ({ code: -1, stderr: String(error) }));
        done.abort();
        sayIfFailed(here, submitted);
        expect(submitted).toMatchObject({ code: 0 });
        expect(await kills).toEqual([true, true]);
        expect(contents(await manifests(here))).toEqual(calm);
        const stats = await Promise.all(Object.values(here.stubs).map((stub) => stub.stats()));
        const duplicates = stats.reduce((sum, stub) => sum + stub.duplicates, 0);
        // at most the requests in flight at the kill of a worker, and a canary request for each start of a run and model
        expect(duplicates).toBeLessThanOrEqual(2 * CONCURRENCY + CANARIES);
        expect(here.refused()).toEqual([]);
        await reconcile(here, 1);
        await stop(here);
      },
      ALL_MS,
    );

    test.concurrent(
      "pools ask the equal requests of two owners once, although their workers are killed, and seal the same results",
      async () => {
        const here = await start(false, true);
        const bob = { ...here, key: await firstKey(here.s3, BUCKETS.results, "bob") };
        const done = new AbortController();
        const kills = Promise.all([
          killAtWork(here, here.stubs.candidate, /^pool-served_candidate/, done.signal),
          killAtWork(here, here.stubs.gpuJudge, /^pool-served_judge/, done.signal),
        ]);
        const submitted = await Promise.all([submit(here), submitSame(bob)]);
        done.abort();
        for (const one of submitted) sayIfFailed(here, one);
        expect(submitted).toMatchObject([{ code: 0 }, { code: 0 }]);
        expect(await kills).toEqual([true, true]);
        expect(contents(await manifests(here))).toEqual(calm);
        expect(Object.keys(contents(await manifests(here, "BOB")))).toEqual([PUBMED_QA]);
        expect(await chargedRequests([here, bob])).toEqual(await storedAnswers(here.s3, BUCKETS.data));
        expect(submitted[0].stderr).toMatch(/pool of served\/candidate: \d+ requests of this submission wait/);
        // the jobs without GPUs, which encode and assemble, cost their owners nothing
        expect(await chargedQueues(["ann", "bob"], here)).toEqual([expect.stringMatching(/-gpu-/)]);
        const seconds = await machineSeconds([here, bob], here);
        expect(seconds.paid).toBeGreaterThan(0);
        if (seconds.paid >= seconds.worked) console.error(JSON.stringify(seconds));
        expect(seconds.paid).toBeLessThan(seconds.worked); // waiting, and shards of killed workers, are the operator's
        expect(here.refused()).toEqual([]);
      },
      ALL_MS,
    );
  },
);
