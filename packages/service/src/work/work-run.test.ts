import { memoryStore } from "@medhelm/testing/stores/memory-store";
import { metricFor } from "@medhelm/benchmarks/registry";
import { keys } from "@medhelm/core/store/object-keys";
import { getJson } from "@medhelm/core/store/objects";
import type { ModelFailure, ObjectStore } from "@medhelm/core/ports";
import { Manifest } from "@medhelm/core/release/manifest";
import type { RunPlan } from "@medhelm/core/run/expand";
import { RunFailure } from "@medhelm/core/run/progress";
import { UserError } from "@medhelm/core/user-error";
import { expect, test } from "vitest";
import { type Counted, plan, runToSeal, SUITE, workerPorts, workRequest } from "@medhelm/testing/fixtures/work";
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

test("of two workers on one run one does the work and the other is told who has it", async () => {
  const objects = memoryStore();
  const counted: Counted = { answered: [] };
  const work = (pid: number, alive: number) => workRun(workerPorts(objects, counted, pid, [alive]), workRequest(four));
  const results = await Promise.all([work(1, 2), work(2, 1)]);
  expect(results.map(({ kind }) => kind).toSorted()).toEqual(["judged", "taken"]);
  expect(results.find(({ kind }) => kind === "taken")).toMatchObject({ by: { host: "h" } });
  expect(counted.answered).toHaveLength(8);
  expect(new Set(counted.answered).size).toBe(8);
});

test("a sealed run is left alone, and an assembled one is not asked again", async () => {
  const objects = memoryStore();
  const counted: Counted = { answered: [] };
  const ports = workerPorts(objects, counted);
  expect(await workRun(ports, workRequest(two))).toEqual({ kind: "judged", generation: 1 });
  expect(await workRun(ports, workRequest(two))).toEqual({ kind: "judged", generation: 1 });
  await runToSeal(ports, workRequest(two));
  expect(await workRun(ports, workRequest(two))).toEqual({ kind: "sealed" });
  expect(counted.answered).toHaveLength(4);
});

test("a seal that is put while a second worker looks at the folder stays", async () => {
  const objects = memoryStore();
  await workRun(workerPorts(objects, { answered: [] }), workRequest(two));
  const seal = () => aggregateRun({ objects, metrics: metricFor }, { suite: SUITE, run });
  const looking: ObjectStore = {
    ...objects,
    async *list(prefix, options) {
      yield* objects.list(prefix, options);
      if (prefix === keys.run(SUITE, run)) await seal();
    },
  };
  await workRun(workerPorts(looking, { answered: [] }, 2), workRequest(two));
  expect(await getJson(objects, keys.manifest(SUITE, run), Manifest)).toMatchObject({ generation: 1 });
});

test("more instances pay for the new ones alone", async () => {
  const objects = memoryStore();
  const counted: Counted = { answered: [] };
  await runToSeal(workerPorts(objects, counted), workRequest(two));
  await runToSeal(workerPorts(objects, counted), workRequest(four));
  expect(counted.answered).toHaveLength(8);
  expect(new Set(counted.answered).size).toBe(8);
});

test("what failed for good is not asked again until that is asked for; then only that is", async () => {
  const objects = memoryStore();
  const asks: number[] = [];
  const counted: Counted = {
    answered: [],
    failAt: (ask) => {
      asks.push(ask);
      return asks.length === 1 ? failed : undefined;
    },
  };
  const first = await runToSeal(workerPorts(objects, counted), workRequest(four));
  expect(first?.coverage).toMatchObject({ requests: 4, answered: 3, failed: 1 });
  await objects.delete(keys.runFile(SUITE, run, "scenario_state.json"));
  await objects.delete(keys.manifest(SUITE, run));
  const again = await runToSeal(workerPorts(objects, counted), workRequest(four));
  expect(again?.contentSha256).toBe(first?.contentSha256);
  expect(asks).toHaveLength(4);
  const retried = await runToSeal(workerPorts(objects, counted), workRequest(four, { retryFailed: true }));
  expect(asks).toHaveLength(5);
  expect(retried).toMatchObject({ generation: 2, coverage: { answered: 4, failed: 0 } });
});

test("one failing request does not lose the run", async () => {
  const counted: Counted = { answered: [], failAt: (ask) => (ask === 2 ? failed : undefined) };
  const manifest = await runToSeal(workerPorts(memoryStore(), counted), workRequest(four));
  // what was not answered is not judged
  const coverage = { instances: 4, requests: 4, answered: 3, failed: 1, verdictsAsked: 3, verdictsScored: 3 };
  expect(manifest?.coverage).toEqual(coverage);
});

test("an edited prompt re-opens the run and says what changed", async () => {
  const objects = memoryStore();
  const notices: string[] = [];
  const ports = {
    ...workerPorts(objects, { answered: [] }),
    report: ({ notice }: { readonly notice?: string }) => void (notice === undefined || notices.push(notice)),
  };
  await runToSeal(ports, workRequest(withPrompt("a")));
  expect(await runToSeal(ports, workRequest(withPrompt("b")))).toMatchObject({ generation: 2 });
  expect(notices).toEqual([
    `changed since the last run: prompt template; the earlier results are kept in runs/s/.previous/${run}/1/, and answers to equal requests are reused`,
  ]);
});

test("another configuration of the same name is refused with both named, and leaves no mark on the run that is there", async () => {
  const objects = memoryStore();
  const ports = workerPorts(objects, { answered: [] });
  await workRun(ports, workRequest(withPrompt("a", "/a/quiz.yaml")));
  const refused = workRun(ports, workRequest(withPrompt("b", "/b/quiz.yaml")));
  await expect(refused).rejects.toThrow(/\/a\/quiz\.yaml.*\/b\/quiz\.yaml/);
  expect(await getJson(objects, keys.failed(SUITE, run), RunFailure)).toBeUndefined();
  expect(await workRun(ports, workRequest(withPrompt("a")))).toMatchObject({ kind: "judged" });
});

test("what the user must mend is recorded as the run's failure, and gone with the next attempt that gets further", async () => {
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

test("a seal whose files are gone is none: the run is derived again from its answers", async () => {
  const objects = memoryStore();
  const counted: Counted = { answered: [] };
  const first = await runToSeal(workerPorts(objects, counted), workRequest(two));
  await objects.delete(keys.runFile(SUITE, run, "stats.json"));
  const second = await runToSeal(workerPorts(objects, counted), workRequest(two));
  expect(second).toMatchObject({ contentSha256: first?.contentSha256, generation: 2 });
  expect(counted.answered).toHaveLength(4);
});

test("where the scratch files have expired, a generation is never used twice and nothing kept is overwritten", async () => {
  const objects = memoryStore();
  const ports = workerPorts(objects, { answered: [] });
  await runToSeal(ports, workRequest(withPrompt("a")));
  await runToSeal(ports, workRequest(withPrompt("b")));
  for await (const { key } of objects.list(keys.work(SUITE, run))) await objects.delete(key);
  expect(await runToSeal(ports, workRequest(withPrompt("c")))).toMatchObject({ generation: 3 });
  expect(await objects.head(`${keys.previous(SUITE, run, 1)}manifest.json`)).toBeDefined();
  expect(await objects.head(`${keys.previous(SUITE, run, 2)}manifest.json`)).toBeDefined();
});

test("an abort ends the work, frees the lease and keeps what was answered", async () => {
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
  await runToSeal(workerPorts(objects, counted, 2, [1]), workRequest(four)); // pid 1 counts as alive: the lease is free
  expect(new Set(counted.answered).size).toBe(counted.answered.length);
});
