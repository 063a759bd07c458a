import { isDeepStrictEqual } from "node:util";
import { type Call, type Fault, faultyStore } from "@medhelm/testing/stores/faulty-store";
import { memoryStore } from "@medhelm/testing/stores/memory-store";
import { sha256Hex } from "@medhelm/core/store/canonical";
import { keys } from "@medhelm/core/store/object-keys";
import { openRun } from "@medhelm/core/store/run-files";
import type { ObjectStore } from "@medhelm/core/ports";
import type { Manifest } from "@medhelm/core/release/runs/manifest";
import type { RunPlan } from "@medhelm/core/run/spec/expand";
import { expect, test } from "vitest";
import {
  copyOf,
  type Counted,
  durableAnswers,
  oneFailureAllowed,
  plan,
  runTexts,
  runToSeal,
  SUITE,
  textsBelow,
  workerPorts,
  workRequest,
} from "@medhelm/testing/fixtures/work";

// No crash loses a result. These tests stop a worker and its aggregation at every operation on the store, before and
// after the operation. A kill also prevents all later operations; in the other ways the process continues after one fault.

const small = await plan(1);
const large = await plan(2);
const run = small.runSpec.name;

type Way = "killed before" | "killed after" | "fails once" | "reply lost once";
const WAYS: readonly Way[] = ["killed before", "killed after", "fails once", "reply lost once"];

/** Returns the faults of the n-th operation and of all later operations. */
function disaster(n: number, way: Way): (call: Call) => Fault | undefined {
  let calls = 0;
  return () => {
    calls++;
    if (calls < n) return undefined;
    if (calls > n) return way.startsWith("killed") ? "throw before" : undefined;
    return way === "killed before" || way === "fails once" ? "throw before" : "lose reply";
  };
}

const failure = { reason: "server_error", message: "the stub fails", isRetriable: false } as const;

interface Scenario {
  /** the store's content at the start */
  readonly before: ObjectStore;
  readonly request: { readonly plan: RunPlan; readonly retryFailed?: boolean };
  readonly resumed?: { readonly plan: RunPlan; readonly retryFailed?: boolean };
  /** the expected hash of the resumed run */
  readonly contentSha256: string;
  readonly after?: (objects: ObjectStore) => Promise<void>;
}

/** Repeats the scenario with a disaster at each operation in turn. Returns the number of operations. */
async function atEveryOperation(scenario: Scenario, way: Way): Promise<number> {
  const { request, resumed = request, contentSha256, after } = scenario;
  for (let n = 1; ; n++) {
    const where = `${way}, operation ${n}`;
    const objects = await copyOf(scenario.before);
    const faulty = faultyStore(objects, disaster(n, way));
    const first: Counted = { answered: [] };
    await runToSeal(workerPorts(faulty, first, 1), workRequest(request.plan, request)).catch(() => undefined);
    const durable = await durableAnswers(objects);
    const second: Counted = { answered: [] };
    const manifest = await runToSeal(workerPorts(objects, second, 2), workRequest(resumed.plan, resumed));
    const askedAgain = second.answered.filter((key) => durable.has(key));
    const found = { where, contentSha256: manifest.contentSha256, askedAgain, isWhole: await isWhole(objects) };
    expect(found).toEqual({ where, contentSha256, askedAgain: [], isWhole: true });
    await after?.(objects);
    if (faulty.faults.length === 0) return n - 1;
  }
}

/** Returns true if every file has its hash from the manifest. */
async function isWhole(objects: ObjectStore): Promise<boolean> {
  const { manifest } = await openRun(objects, SUITE, run);
  const texts = await runTexts(objects, run);
  const hashes = [...texts].filter(([file]) => file !== "manifest.json").map(([file, text]) => [file, sha256Hex(text)]);
  return isDeepStrictEqual(Object.fromEntries(hashes), manifest?.files);
}

async function sealedStore(runPlan: RunPlan, counted: Counted = { answered: [] }): Promise<[ObjectStore, string]> {
  const objects = memoryStore();
  const manifest = await runToSeal(workerPorts(objects, counted), workRequest(runPlan, oneFailureAllowed));
  if (manifest === undefined) throw new Error("not sealed");
  return [objects, manifest.contentSha256];
}

const [sealedSmall, smallContent] = await sealedStore(small);
const [, largeContent] = await sealedStore(large);

/** Expects the complete old run in the folder of its generation, with its manifest. */
async function expectKept(objects: ObjectStore): Promise<void> {
  const { manifest } = await openRun(sealedSmall, SUITE, run);
  const folder = keys.generation(SUITE, run, manifest?.folder ?? "");
  const kept = await textsBelow(objects, folder);
  expect(kept).toEqual(await textsBelow(sealedSmall, folder));
  expect(kept.get("manifest.json")).toBe((await runTexts(sealedSmall, run)).get("manifest.json"));
}

test.for(WAYS)(
  "a new run (%s at any operation) ends like an undisturbed run and requests no stored answer again",
  async (way) => {
    const scenario = { before: memoryStore(), request: { plan: large }, contentSha256: largeContent };
    expect(await atEveryOperation(scenario, way)).toBeGreaterThan(50);
  },
);

test.for(WAYS)(
  "a reopening (%s at any operation) ends as the new run and keeps the whole old run in its folder",
  async (way) => {
    const scenario = {
      before: sealedSmall,
      request: { plan: large },
      contentSha256: largeContent,
      after: expectKept,
    };
    expect(await atEveryOperation(scenario, way)).toBeGreaterThan(50);
  },
);

test.for(["killed before", "killed after"] as const)(
  "after a reopening (%s at any operation) the user restores the old run with the old entry",
  async (way) => {
    const scenario = {
      before: sealedSmall,
      request: { plan: large },
      resumed: { plan: small },
      contentSha256: smallContent,
    };
    expect(await atEveryOperation(scenario, way)).toBeGreaterThan(50);
  },
);

test.for(["killed before", "killed after"] as const)(
  "a retry of failed requests (%s at any operation) ends like a run without failures",
  async (way) => {
    const [before, withFailure] = await sealedStore(large, {
      answered: [],
      failAt: (ask) => (ask === 1 ? failure : undefined),
    });
    expect(withFailure).not.toBe(largeContent);
    const scenario = { before, request: { plan: large, retryFailed: true }, contentSha256: largeContent };
    expect(await atEveryOperation(scenario, way)).toBeGreaterThan(50);
  },
);

test.for(["throw before", "lose reply"] as const)(
  "a run that restarts until it ends sends each request once, even if every seventh write fails (%s)",
  async (fault) => {
    const objects = memoryStore();
    let writes = 0;
    const faulty = faultyStore(objects, ({ operation }) =>
      (operation === "put" || operation === "delete") && ++writes % 7 === 0 ? fault : undefined,
    );
    const counted: Counted = { answered: [] };
    let manifest: Manifest | undefined;
    for (let pid = 1; manifest === undefined && pid < 50; pid++)
      manifest = await runToSeal(workerPorts(faulty, counted, pid), workRequest(large)).catch(() => undefined);
    expect(manifest?.contentSha256).toBe(largeContent);
    expect(counted.answered).toHaveLength(4); // two answers and two verdicts
    expect(new Set(counted.answered).size).toBe(4);
    expect(faulty.faults.length).toBeGreaterThan(2);
  },
);
