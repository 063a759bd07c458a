import { memoryStore } from "@medhelm/testing/stores/memory-store";
import { metricFor } from "@medhelm/benchmarks/registry";
import { keys } from "@medhelm/core/store/object-keys";
import { getJson } from "@medhelm/core/store/objects";
import { openRun } from "@medhelm/core/store/run-files";
import type { ModelFailure, ObjectStore } from "@medhelm/core/ports";
import { Manifest } from "@medhelm/core/release/runs/manifest";
import type { RunPlan } from "@medhelm/core/run/spec/expand";
import { Identity } from "@medhelm/core/run/identity";
import { RunFailure } from "@medhelm/core/run/progress";
import { UserError } from "@medhelm/core/user-error";
import { expect, test } from "vitest";
import {
  type Counted,
  oneFailureAllowed,
  plan,
  runToSeal,
  SUITE,
  workerPorts,
  workRequest,
} from "@medhelm/testing/fixtures/work";
import { aggregateRun } from "../aggregate/aggregate-run.ts";
import { workRun } from "./work-run.ts";

const two = await plan(2);
const four = await plan(4);
const run = two.runSpec.name;
const failed: ModelFailure = { reason: "server_error", message: "the stub fails", isRetriable: false };

const withPrompt = (sha256: string, configuration = "/a/quiz.yaml"): RunPlan => ({
  ...two,
  benchmark: { ...two.benchmark, configuration, identityParts: { "prompt template": sha256.repeat(64) } },
});

test("one of two concurrent workers does the work, and the other reports the holder", async () => {
  const objects = memoryStore();
  const counted: Counted = { answered: [] };
  const work = (pid: number, alive: number) => workRun(workerPorts(objects, counted, pid, [alive]), workRequest(four));
  const results = await Promise.all([work(1, 2), work(2, 1)]);
  expect(results.map(({ kind }) => kind).toSorted()).toEqual(["judged", "taken"]);
  expect(results.find(({ kind }) => kind === "taken")).toMatchObject({ by: { host: "h" } });
  expect(counted.answered).toHaveLength(8);
  expect(new Set(counted.answered).size).toBe(8);
});

test("the worker sends no request again for a sealed or an assembled run", async () => {
  const objects = memoryStore();
  const counted: Counted = { answered: [] };
  const ports = workerPorts(objects, counted);
  expect(await workRun(ports, workRequest(two))).toEqual({ kind: "judged", generation: 1 });
  expect(await workRun(ports, workRequest(two))).toEqual({ kind: "judged", generation: 1 });
  await runToSeal(ports, workRequest(two));
  expect(await workRun(ports, workRequest(two))).toEqual({ kind: "sealed" });
  expect(counted.answered).toHaveLength(4);
});

test("an interrupted worker records how many requests were done, and the next one keeps the number", async () => {
  const objects = memoryStore();
  const ports = workerPorts(objects, { answered: [] });
  const done = async () => (await getJson(objects, keys.identity(SUITE, four.runSpec.name), Identity))?.done;
  const stopAt = (requests: number) => {
    const stop = new AbortController();
    const report = (progress: { readonly done: number }): void => {
      if (progress.done === requests) stop.abort(new Error("interrupted"));
    };
    return workRun({ ...ports, report }, workRequest(four, { signal: stop.signal, concurrency: 1 }));
  };
  await expect(stopAt(2)).rejects.toThrow("interrupted");
  expect(await done()).toBe(4); // requests in flight end
  await expect(stopAt(1)).rejects.toThrow("interrupted");
  expect(await done()).toBe(4);
});

const folded = (key: string): string => key.replace("DEMO_notes", "demo_notes");

test("a run whose name a case-insensitive disk confuses with another run's is refused, and the other run stays", async () => {
  const objects = memoryStore();
  const sealed = await runToSeal(workerPorts(objects, { answered: [] }), workRequest(two));
  const disk: ObjectStore = {
    ...objects,
    get: (key) => objects.get(folded(key)),
    head: (key) => objects.head(folded(key)),
    put: (key, body, condition) => objects.put(folded(key), body, condition),
    list: (prefix, options) => objects.list(folded(prefix), options),
  };
  const upper = { ...two, runSpec: { ...two.runSpec, name: run.replace("demo_notes", "DEMO_notes") } };
  await expect(workRun(workerPorts(disk, { answered: [] }), workRequest(upper))).rejects.toThrow(
    'DEMO_notes:model=baseline_lead-sentences: this folder of suite "s" holds the run demo_notes:model=baseline_lead-sentences',
  );
  expect((await openRun(objects, SUITE, run)).manifest).toEqual(sealed);
});

test("a second worker keeps a seal that appears while it reads the run", async () => {
  const objects = memoryStore();
  await workRun(workerPorts(objects, { answered: [] }), workRequest(two));
  const seal = () => aggregateRun({ objects, metrics: metricFor }, { suite: SUITE, run });
  const looking: ObjectStore = {
    ...objects,
    async get(key) {
      const found = await objects.get(key);
      if (key === keys.manifest(SUITE, run)) await seal();
      return found;
    },
  };
  await workRun(workerPorts(looking, { answered: [] }, 2), workRequest(two));
  expect(await getJson(objects, keys.manifest(SUITE, run), Manifest)).toMatchObject({ generation: 1 });
});

test("a run with more instances sends requests only for the new ones", async () => {
  const objects = memoryStore();
  const counted: Counted = { answered: [] };
  await runToSeal(workerPorts(objects, counted), workRequest(two));
  await runToSeal(workerPorts(objects, counted), workRequest(four));
  expect(counted.answered).toHaveLength(8);
  expect(new Set(counted.answered).size).toBe(8);
});

test("the worker sends permanently failed requests again only on demand, and then only those", async () => {
  const objects = memoryStore();
  const asks: number[] = [];
  const counted: Counted = {
    answered: [],
    failAt: (ask) => {
      asks.push(ask);
      return asks.length === 1 ? failed : undefined;
    },
  };
  const first = await runToSeal(workerPorts(objects, counted), workRequest(four, oneFailureAllowed));
  expect(first.coverage).toMatchObject({ requests: 4, answered: 3, failed: 1 });
  await objects.delete((await openRun(objects, SUITE, run)).keyOf("scenario_state.json"));
  await objects.delete(keys.manifest(SUITE, run));
  const again = await runToSeal(workerPorts(objects, counted), workRequest(four, oneFailureAllowed));
  expect(again.contentSha256).toBe(first.contentSha256);
  expect(asks).toHaveLength(4);
  const retried = await runToSeal(workerPorts(objects, counted), workRequest(four, { retryFailed: true }));
  expect(asks).toHaveLength(5);
  expect(retried).toMatchObject({ generation: 2, coverage: { answered: 4, failed: 0 } });
});

test("a failed request within the limit does not fail the run", async () => {
  const counted: Counted = { answered: [], failAt: (ask) => (ask === 2 ? failed : undefined) };
  const manifest = await runToSeal(workerPorts(memoryStore(), counted), workRequest(four, oneFailureAllowed));
  // corrected scoring has no value of the failed request, and no judge sees it
  const coverage = { instances: 4, requests: 4, answered: 3, failed: 1, verdictsAsked: 3, verdictsScored: 3 };
  expect(manifest.coverage).toEqual({ ...coverage, scored: { helm: 4, corrected: 3 } });
});

test("an edited prompt reopens the run, and a notice names the change", async () => {
  const objects = memoryStore();
  const notices: string[] = [];
  const ports = {
    ...workerPorts(objects, { answered: [] }),
    report: ({ notice }: { readonly notice?: string }) => void (notice === undefined || notices.push(notice)),
  };
  const first = await runToSeal(ports, workRequest(withPrompt("a")));
  expect(await runToSeal(ports, workRequest(withPrompt("b")))).toMatchObject({ generation: 2 });
  const folder = first.folder?.replace("public/", "");
  expect(notices).toEqual([
    `changed since the last run: prompt template; the earlier results are kept in runs/s/.generations/public/${run}/${folder}/, and answers to equal requests are reused`,
  ]);
});

test("the worker refuses another configuration of the same name, names both files and keeps the existing run", async () => {
  const objects = memoryStore();
  const ports = workerPorts(objects, { answered: [] });
  await workRun(ports, workRequest(withPrompt("a", "/a/quiz.yaml")));
  const refused = workRun(ports, workRequest(withPrompt("b", "/b/quiz.yaml")));
  await expect(refused).rejects.toThrow(/\/a\/quiz\.yaml.*\/b\/quiz\.yaml/);
  expect(await getJson(objects, keys.failed(SUITE, run), RunFailure)).toBeUndefined();
  expect(await workRun(ports, workRequest(withPrompt("a")))).toMatchObject({ kind: "judged" });
});

const requestWith = (prompts: string | undefined) => ({ ...workRequest(two), ...(prompts && { prompts }) });

test.each([
  ["own", undefined, "helm 1"],
  ["a user's", "custom 1", undefined],
])("a sealed run with %s prompts is not replaced by one of another wording", async (_, first, second) => {
  const objects = memoryStore();
  const counted: Counted = { answered: [] };
  const ports = workerPorts(objects, counted);
  const sealed = await runToSeal(ports, requestWith(first));
  counted.answered.length = 0;
  await expect(workRun(ports, requestWith(second))).rejects.toThrow(
    /suite "s" has this run with prompts: (?:own, and one with prompts: custom|custom, and one with prompts: own) would replace it; use another --suite/,
  );
  expect(counted.answered).toEqual([]);
  expect((await openRun(objects, SUITE, run)).manifest).toEqual(sealed);
  expect(await getJson(objects, keys.failed(SUITE, run), RunFailure)).toBeUndefined();
});

test("a run whose answers are complete and not sealed is not replaced by one of another wording", async () => {
  const ports = workerPorts(memoryStore(), { answered: [] });
  expect(await workRun(ports, requestWith("custom 1"))).toMatchObject({ kind: "judged" });
  await expect(workRun(ports, requestWith(undefined))).rejects.toThrow(
    'suite "s" has all answers of this run with prompts: custom, but not its scores, and one with prompts: own would replace it; start it again with prompts: custom, which writes the scores, or use another --suite',
  );
  expect(await workRun(ports, requestWith("custom 1"))).toMatchObject({ kind: "judged" });
});

test("the worker records a user error as the run's failure, and the next successful attempt removes it", async () => {
  const objects = memoryStore();
  const ports = workerPorts(objects, { answered: [] });
  const broken: RunPlan = {
    ...two,
    benchmark: { ...two.benchmark, load: () => Promise.reject(new UserError("quiz.csv, line 3: no such column")) },
  };
  await expect(workRun(ports, workRequest(broken))).rejects.toThrow("quiz.csv, line 3");
  expect(await getJson(objects, keys.failed(SUITE, run), RunFailure)).toMatchObject({
    reason: "quiz.csv, line 3: no such column",
  });
  await workRun(ports, workRequest(two));
  expect(await getJson(objects, keys.failed(SUITE, run), RunFailure)).toBeUndefined();
});

test("the worker ignores a seal with missing files and derives the run again from its answers", async () => {
  const objects = memoryStore();
  const counted: Counted = { answered: [] };
  const first = await runToSeal(workerPorts(objects, counted), workRequest(two));
  await objects.delete((await openRun(objects, SUITE, run)).keyOf("stats.json"));
  const second = await runToSeal(workerPorts(objects, counted), workRequest(two));
  expect(second).toMatchObject({ contentSha256: first.contentSha256, generation: 2 });
  expect(counted.answered).toHaveLength(4);
});

test("without scratch files the worker reuses no generation number and overwrites no earlier results", async () => {
  const objects = memoryStore();
  const ports = workerPorts(objects, { answered: [] });
  const earlier = [
    await runToSeal(ports, workRequest(withPrompt("a"))),
    await runToSeal(ports, workRequest(withPrompt("b"))),
  ];
  for await (const { key } of objects.list(keys.work(SUITE, run))) await objects.delete(key);
  expect(await runToSeal(ports, workRequest(withPrompt("c")))).toMatchObject({ generation: 3 });
  for (const manifest of earlier)
    expect(
      await getJson(objects, keys.generationFile(SUITE, run, manifest?.folder ?? "", "manifest.json"), Manifest),
    ).toEqual(manifest);
});

test("an abort ends the work, releases the lease and keeps the answers", async () => {
  const objects = memoryStore();
  const counted: Counted = { answered: [] };
  const stop = new AbortController();
  counted.failAt = (ask) => {
    if (ask === 2) stop.abort(new DOMException("stopped", "AbortError"));
    return undefined;
  };
  await expect(workRun(workerPorts(objects, counted), workRequest(four, { signal: stop.signal }))).rejects.toThrow(
    "stopped",
  );
  expect(counted.answered.length).toBeGreaterThan(0);
  await runToSeal(workerPorts(objects, counted, 2, [1]), workRequest(four)); // pid 1 counts as alive and released its lease
  expect(new Set(counted.answered).size).toBe(counted.answered.length);
});
