import { type Fault, faultyStore } from "@medhelm/testing/stores/faulty-store";
import { memoryStore } from "@medhelm/testing/stores/memory-store";
import { BudgetFile, takenMicroUsd } from "@medhelm/core/money/budget-file";
import { entryMicroUsd } from "@medhelm/core/money/ledger-entry";
import { keys } from "@medhelm/core/store/object-keys";
import { getJson } from "@medhelm/core/store/objects";
import type { ObjectStore } from "@medhelm/core/ports";
import { Manifest } from "@medhelm/core/release/runs/manifest";
import { expect, test } from "vitest";
import { copyOf, plan, runToSeal, SUITE, textsBelow, workRequest } from "@medhelm/testing/fixtures/work";
import { submissionRunState } from "@medhelm/testing/fixtures/run-state";
import {
  MODELS,
  MONTH,
  OWNER,
  ports,
  provider,
  putSubmission,
  storedMicroUsd,
  work,
} from "@medhelm/testing/fixtures/money";
import { refusingAll } from "./submission-ledger.ts";
import { readLedger } from "@medhelm/testing/fixtures/read-ledger";

const chargedMicroUsd = async (objects: ObjectStore, submission?: string): Promise<number> =>
  (await readLedger(objects, OWNER, MONTH))
    .filter((entry) => submission === undefined || entry.submission === submission)
    .reduce((sum, entry) => sum + entryMicroUsd(entry), 0);

const budgetOf = async (objects: ObjectStore): Promise<BudgetFile | undefined> =>
  getJson(objects, keys.submissionBudget("a1"), BudgetFile);

test("the ledger lists, by run and role, the tokens of every paid answer at that day's price", async () => {
  const objects = memoryStore();
  const sold = provider();
  const submission = await putSubmission(objects, { models: [MODELS[0]] });
  await work(ports(objects, sold, "a1"), submission, MODELS[0]);
  const [entry, ...others] = await readLedger(objects, OWNER, MONTH);
  expect(others).toEqual([]);
  expect(entry).toMatchObject({ kind: "run", owner: "ann", month: "2026-11", submission: "a1", suite: "s" });
  const lines = entry?.kind === "run" ? entry.lines : [];
  expect(
    lines.map(({ role, deployment, requests, completionTokens, price }) => [
      role,
      deployment,
      requests,
      completionTokens,
      price?.asOf,
    ]),
  ).toEqual([
    ["candidate", MODELS[0], 2, 16, "2026-11-21"],
    ["judge", "judge/lexical", 2, 16, "2026-11-21"],
  ]);
  expect(lines.map(({ promptTokens, microUsd }) => microUsd - 2 * promptTokens)).toEqual([8, 8]);
  expect(sold.requests).toBe(4);
});

test("over all submissions of a suite the ledger equals the cost of stored answers and the provider's sales; a reused answer is free", async () => {
  const objects = memoryStore();
  const sold = provider();
  const first = await putSubmission(objects);
  for (const model of MODELS) await work(ports(objects, sold, "a1"), first, model);
  const afterFirst = sold.microUsd;
  // the same runs with one more instance: only that one is requested
  const second = await putSubmission(objects, { id: "a2", maxEvalInstances: 3 });
  for (const model of MODELS) await work(ports(objects, sold, "a2"), second, model);
  expect([await chargedMicroUsd(objects, "a1"), await chargedMicroUsd(objects, "a2")]).toEqual([
    afterFirst,
    sold.microUsd - afterFirst,
  ]);
  expect(await chargedMicroUsd(objects)).toBe(await storedMicroUsd(objects));
  expect(sold.requests).toBe(12);
});

test("a repeated job charges nothing and changes no entry", async () => {
  const objects = memoryStore();
  const sold = provider();
  const submission = await putSubmission(objects, { budgetUsd: 1 });
  for (const model of MODELS) await work(ports(objects, sold, "a1"), submission, model);
  const before = await textsBelow(objects, keys.ledger(OWNER, MONTH));
  for (const { run } of submission.runs) await objects.delete(keys.submissionHandled("a1", run));
  for (const model of MODELS) await work(ports(objects, sold, "a1", 2), submission, model);
  expect(await textsBelow(objects, keys.ledger(OWNER, MONTH))).toEqual(before);
  expect(sold.requests).toBe(8);
});

async function sealedBy(submission: string | undefined) {
  const objects = memoryStore();
  await putSubmission(objects);
  const manifest = await runToSeal(ports(objects, provider(), submission), workRequest(await plan(2)));
  return { objects, manifest };
}

test("no file of a run names the payer: medhelm run writes the same seal and charges nothing", async () => {
  const paid = await sealedBy("a1");
  const free = await sealedBy(undefined);
  expect(paid.manifest.contentSha256).toBe(free.manifest.contentSha256);
  expect(paid.manifest.costUsd).toBe(free.manifest.costUsd);
  expect([await readLedger(free.objects, OWNER, MONTH), await storedMicroUsd(free.objects)]).toEqual([[], 0]);
  expect([...(await textsBelow(paid.objects, "runs/")).values()].some((text) => text.includes("paidBy"))).toBe(false);
});

test("a budget stops the submission before the limit, and bought answers are charged", async () => {
  const objects = memoryStore();
  const sold = provider();
  const limitMicroUsd = 12_000;
  const submission = await putSubmission(objects, { budgetUsd: limitMicroUsd / 1e6, maxEvalInstances: 14 });
  await Promise.all(MODELS.map((model, i) => work(ports(objects, sold, "a1", i + 1), submission, model)));
  const states = await Promise.all(submission.runs.map(({ run }) => submissionRunState(objects, submission, run)));
  expect(states.map((state) => (state.state === "failed" ? state.reason : state.state))).toEqual([
    expect.stringContaining("the budget is used up after"),
    expect.stringContaining("(at most $0.012; the next request may cost $"),
  ]);
  expect(sold.requests).toBeGreaterThan(1);
  expect(sold.microUsd).toBeLessThanOrEqual(limitMicroUsd);
  expect(await chargedMicroUsd(objects)).toBe(sold.microUsd);
  const file = await budgetOf(objects);
  expect(file === undefined ? 0 : takenMicroUsd(file)).toBe(sold.microUsd);
});

/** A kill at the n-th store operation; no later operation takes place. */
const killedAt = (n: number) => {
  let calls = 0;
  return (): Fault | undefined => (++calls < n ? undefined : "throw before");
};

test("after a kill at any operation and a resume, every stored answer is charged once; a kill costs only the requests in flight", async () => {
  const empty = memoryStore();
  const submission = await putSubmission(empty, { models: [MODELS[0]], budgetUsd: 1 });
  let withLoss = 0;
  let kills = 0;
  for (let n = 1, isKilled = true; isKilled; n++) {
    const objects = await copyOf(empty);
    const sold = provider();
    const faulty = faultyStore(objects, killedAt(n));
    await work(ports(faulty, sold, "a1", 1), submission, MODELS[0]).catch(() => undefined);
    await work(ports(objects, sold, "a1", 2), submission, MODELS[0]);
    const charged = await chargedMicroUsd(objects);
    const file = await budgetOf(objects);
    const found = { n, charged, taken: file === undefined ? 0 : takenMicroUsd(file) };
    expect(found).toEqual({ n, charged: await storedMicroUsd(objects), taken: charged });
    // four answers are needed; further sales were in flight at the kill
    expect(sold.requests).toBeGreaterThanOrEqual(4);
    expect(sold.requests).toBeLessThanOrEqual(6);
    if (sold.requests > 4) withLoss++;
    isKilled = faulty.faults.length > 0;
    kills = n - 1;
  }
  expect(kills).toBeGreaterThan(40);
  expect(withLoss).toBeGreaterThan(0);
});

test("repeated kills never make the charges exceed the budget", async () => {
  for (const n of [9, 14, 19, 24, 29]) {
    const objects = memoryStore();
    const sold = provider();
    const submission = await putSubmission(objects, { models: [MODELS[0]], budgetUsd: 0.012, maxEvalInstances: 14 });
    for (let pid = 1; pid < 12; pid++) {
      const faulty = faultyStore(objects, killedAt(n * 2 + pid));
      await work(ports(faulty, sold, "a1", pid), submission, MODELS[0]).catch(() => undefined);
      expect(await storedMicroUsd(objects)).toBeLessThanOrEqual(12_000);
    }
    await work(ports(objects, sold, "a1", 99), submission, MODELS[0]);
    expect(await chargedMicroUsd(objects)).toBe(await storedMicroUsd(objects));
    expect(await chargedMicroUsd(objects)).toBeLessThanOrEqual(12_000);
    expect(await chargedMicroUsd(objects)).toBeGreaterThan(3_000);
  }
});

test("an interrupted worker settles its purchases and frees the rest", async () => {
  const objects = memoryStore();
  const sold = provider();
  const submission = await putSubmission(objects, { models: [MODELS[0]], budgetUsd: 1, maxEvalInstances: 14 });
  const stop = new AbortController();
  sold.onSale = () => sold.requests === 9 && stop.abort(new Error("SIGTERM"));
  await expect(work(ports(objects, sold, "a1"), submission, MODELS[0], { signal: stop.signal })).rejects.toThrow(
    "SIGTERM",
  );
  const charged = await chargedMicroUsd(objects);
  expect(charged).toBeGreaterThan(0);
  expect(charged).toBe(await storedMicroUsd(objects));
  const { slices } = (await budgetOf(objects)) ?? { slices: [] };
  expect(slices).toMatchObject([{ holder: "pid 1", run: submission.runs[0]?.run, spentMicroUsd: charged }]);
});

test("a run that fails after a kill is charged for the killed worker's answers too", async () => {
  const objects = memoryStore();
  const sold = provider();
  const submission = await putSubmission(objects, { models: [MODELS[0]], maxEvalInstances: 14 });
  await work(ports(faultyStore(objects, killedAt(60)), sold, "a1", 1), submission, MODELS[0]).catch(() => undefined);
  const stored = await storedMicroUsd(objects);
  expect([stored > 0, await chargedMicroUsd(objects)]).toEqual([true, 0]);
  sold.refuses = true;
  await work(ports(objects, sold, "a1", 2), submission, MODELS[0]);
  expect(await submissionRunState(objects, submission, submission.runs[0]?.run ?? "")).toMatchObject({
    state: "failed",
  });
  expect(await chargedMicroUsd(objects)).toBe(stored);
});

test("a run that is given up after a kill is charged for every stored answer, and no request is sent", async () => {
  let uncharged = 0;
  for (const n of [30, 45, 60, 75]) {
    const objects = memoryStore();
    const sold = provider();
    const submission = await putSubmission(objects, { models: [MODELS[0]], budgetUsd: 1, maxEvalInstances: 14 });
    await work(ports(faultyStore(objects, killedAt(n)), sold, "a1", 1), submission, MODELS[0]).catch(() => undefined);
    const requests = sold.requests;
    if ((await chargedMicroUsd(objects)) < (await storedMicroUsd(objects))) uncharged++;
    const { machine } = refusingAll("the worker failed 3 times");
    await work(ports(objects, sold, "a1", 2, machine), submission, MODELS[0]);
    expect(await submissionRunState(objects, submission, submission.runs[0]?.run ?? "")).toEqual({
      state: "failed",
      reason: "the worker failed 3 times",
      code: "given_up",
    });
    const charged = await chargedMicroUsd(objects);
    expect([n, charged, sold.requests]).toEqual([n, await storedMicroUsd(objects), requests]);
    expect(takenMicroUsd((await budgetOf(objects)) ?? { formatVersion: 1, limitMicroUsd: 0, slices: [] })).toBe(
      charged,
    );
  }
  expect(uncharged).toBeGreaterThan(0);
});

test("a run that is given up although all its answers are stored is completed", async () => {
  const objects = memoryStore();
  const sold = provider();
  const submission = await putSubmission(objects, { models: [MODELS[0]] });
  const put: ObjectStore["put"] = async (key, ...more) => {
    if (key.endsWith("/assembly.json")) throw new Error("killed");
    return objects.put(key, ...more);
  };
  await work(ports({ ...objects, put }, sold, "a1", 1), submission, MODELS[0]).catch(() => undefined);
  const requests = sold.requests;
  await work(ports(objects, sold, "a1", 2, refusingAll("given up").machine), submission, MODELS[0]);
  expect(await submissionRunState(objects, submission, submission.runs[0]?.run ?? "")).toMatchObject({
    state: "judged",
  });
  expect(sold.requests).toBe(requests);
});

test("a run whose charges cannot be stored is not recorded as failed, and the next worker charges them", async () => {
  const objects = memoryStore();
  const sold = provider();
  const submission = await putSubmission(objects, { models: [MODELS[0]], maxEvalInstances: 14 });
  const run = submission.runs[0]?.run ?? "";
  const withoutLedger: ObjectStore = {
    ...objects,
    async put(key, ...more) {
      if (key.startsWith(keys.ledger(OWNER, MONTH))) throw new Error("503 SlowDown");
      return objects.put(key, ...more);
    },
  };
  sold.onSale = () => (sold.refuses = sold.requests >= 5);
  await expect(work(ports(withoutLedger, sold, "a1", 1), submission, MODELS[0])).rejects.toThrow("503 SlowDown");
  expect(await submissionRunState(objects, submission, run)).not.toMatchObject({ state: "failed" });
  await work(ports(objects, sold, "a1", 2), submission, MODELS[0]);
  expect(await submissionRunState(objects, submission, run)).toMatchObject({ state: "failed" });
  expect([await chargedMicroUsd(objects), sold.refuses]).toEqual([sold.microUsd, true]);
});

test("a judge with its own job is charged in the same entry, in any order of the jobs' ends", async () => {
  const objects = memoryStore();
  const sold = provider();
  const submission = await putSubmission(objects, { models: [MODELS[0]], budgetUsd: 1 });
  const only = (deployment: string, pid: number) => ({
    ...ports(objects, sold, "a1", pid),
    canReach: (name: string) => name === deployment,
  });
  await work(only(MODELS[0], 1), submission, MODELS[0]);
  const [first] = await readLedger(objects, OWNER, MONTH);
  expect(first?.kind === "run" && first.lines.map(({ role, requests }) => [role, requests])).toEqual([
    ["candidate", 2],
  ]);
  await work(only("judge/lexical", 2), submission, "judge/lexical", { role: "judge" });
  const [second, ...others] = await readLedger(objects, OWNER, MONTH);
  expect(second?.kind === "run" && second.lines.map(({ role, requests }) => [role, requests])).toEqual([
    ["candidate", 2],
    ["judge", 2],
  ]);
  expect([others, await chargedMicroUsd(objects), await storedMicroUsd(objects)]).toEqual([
    [],
    sold.microUsd,
    sold.microUsd,
  ]);
  const file = await budgetOf(objects);
  expect(file === undefined ? 0 : takenMicroUsd(file)).toBe(sold.microUsd);
});

test("the manifest's cost covers only the candidate; the ledger also covers the judges", async () => {
  const objects = memoryStore();
  await putSubmission(objects);
  const manifest = await runToSeal(ports(objects, provider(), "a1"), workRequest(await plan(2)));
  const [entry] = await readLedger(objects, OWNER, MONTH);
  const lines = entry?.kind === "run" ? entry.lines : [];
  const [candidate, judge] = lines.map(({ microUsd }) => microUsd);
  expect(Math.round((manifest.costUsd ?? 0) * 1e6)).toBe(candidate);
  expect(judge).toBeGreaterThan(0);
  expect(await getJson(objects, keys.manifest(SUITE, manifest.run), Manifest)).toBeDefined();
});
