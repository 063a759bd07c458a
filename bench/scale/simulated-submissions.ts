import { findBenchmark } from "@medhelm/benchmarks/registry";
import type { Queue } from "@medhelm/core/ports";
import type { UserFiles } from "@medhelm/core/run/benchmark";
import { keys } from "@medhelm/core/store/object-keys";
import { getJson } from "@medhelm/core/store/objects";
import { type DispatchMessage, StoredSubmission, type SubmissionRequest } from "@medhelm/core/submission";
import { createApi } from "@medhelm/service/api/create-api";
import { planSubmission } from "@medhelm/service/submissions/plan-submission";
import { MAX_OWNERS } from "./assumptions.ts";
import type { Bill } from "./bill.ts";
import type { CountedIndex } from "./counted-index.ts";
import type { CountedStore } from "./counted-store.ts";
import type { MeasuredCall } from "./measured-call.ts";
import { payCall } from "./pay-call.ts";
import type { RunProgress } from "./run-progress.ts";
import type { SimulatedClock } from "./simulated-clock.ts";
import { addUsed, newMean, scaledUsed } from "./used.ts";
import { chosenModels, entriesOf, JUDGES, type Mix, registry } from "./workload.ts";

interface SubmissionPorts {
  readonly store: CountedStore;
  readonly index: CountedIndex;
  readonly clock: SimulatedClock;
  readonly bill: Bill;
  readonly dispatchQueue: Queue;
  /** a queue of which nobody reads */
  readonly ignored: Queue;
  readonly measured: MeasuredCall;
  /** the number of submissions */
  readonly count: number;
  /** The API takes each n-th submission. */
  readonly everyNth: number;
  readonly mix: Mix;
  random(): number;
  /** The API has taken the `i`-th submission. */
  arrived(id: string, i: number): void;
  readonly addRuns: RunProgress["add"];
  startDispatch(message: DispatchMessage, nowMs: number): void;
}

const NO_FILES: UserFiles = {
  read: () => Promise.reject(new Error("the simulated benchmarks read no files")),
  open: () => Promise.reject(new Error("the simulated benchmarks read no files")),
};

/** Submits the `i`-th submission: to the real API, or at the mean price of those that it has taken. */
export function simulatedSubmissions(ports: SubmissionPorts): (i: number, nowMs: number) => Promise<void> {
  const { store, index, clock, bill, dispatchQueue, ignored, measured, count, everyNth, mix, random } = ports;
  const { arrived, addRuns, startDispatch } = ports;
  const planned = new Map<string, ReturnType<typeof planSubmission>>();
  const planOnce = (request: SubmissionRequest, files: UserFiles): ReturnType<typeof planSubmission> => {
    const key = JSON.stringify([request.entries, request.modelsToRun]);
    const plans = planned.get(key) ?? planSubmission({ findBenchmark, models: registry }, request, files);
    planned.set(key, plans);
    return plans;
  };
  const owners = Math.min(MAX_OWNERS, count);
  let owner = "";
  const api = createApi({
    objects: store,
    index,
    dispatchQueue,
    releaseQueue: ignored,
    aggregateQueue: ignored,
    clock,
    authenticate: async () => ({
      owner,
      scopes: new Set(["submit"] as const),
      organisations: "all" as const,
      keyId: owner,
    }),
    expand: planOnce,
    catalog: { benchmarks: () => [], benchmark: () => undefined, models: () => [] },
    report: (error) => {
      throw error;
    },
  });
  /** the requests of the API for each submission so far */
  const accepted = newMean();
  const models = Array.from({ length: count }, (_, i) => mix.models(i, random));
  const submitOne = async (i: number, nowMs: number): Promise<void> => {
    owner = `owner-${i % owners}`;
    const body = {
      suite: `suite-${i}`,
      entries: entriesOf(mix, i).map((description) => ({ description })),
      modelsToRun: chosenModels(models[i] ?? 0, i),
      judges: JUDGES.map(({ name }) => name),
    };
    if (i % everyNth !== 0) return submitAlike(i, body, nowMs);
    const { value: response, used } = await measured(nowMs, async () =>
      api.request("/v1/submissions", {
        method: "POST",
        headers: { authorization: "Bearer x", "content-type": "application/json" },
        body: JSON.stringify(body),
      }),
    );
    payCall(bill, "api", used);
    accepted.messages++;
    addUsed(accepted, used);
    if (response.status !== 202) throw new Error(`submission ${i}: ${response.status} ${await response.text()}`);
    const id = response.headers.get("location")?.split("/").at(-1) ?? "";
    arrived(id, i);
    const submission = await clock.runToEnd(readStored(store, id));
    addRuns(submission, true);
  };
  /** Adds a submission without the API, at the mean price of those that it has accepted. */
  const submitAlike = async (i: number, request: SubmissionRequest, nowMs: number): Promise<void> => {
    const { messages, ...all } = accepted;
    payCall(bill, "api", scaledUsed(all, 1 / Math.max(1, messages)));
    const runs = await planOnce(request, NO_FILES);
    const id = `alike-${i}`;
    addRuns({ id, owner, request, runs: [...runs] }, false);
    const deployments = new Set(runs.map(({ modelDeployment }) => modelDeployment));
    for (const deployment of deployments) startDispatch({ submission: id, deployment, role: "candidate" }, nowMs);
  };
  return submitOne;
}

async function readStored(store: CountedStore, id: string): Promise<StoredSubmission> {
  const stored = await getJson(store, keys.submission(id), StoredSubmission);
  if (stored === undefined) throw new Error(`submission ${id} was not stored`);
  return stored;
}
