import { randomUUID as randomUuid } from "node:crypto";
import { fakeClock } from "@medhelm/adapters/contract/fake-clock";
import { memoryStore } from "@medhelm/adapters/memory";
import { builtinModel } from "@medhelm/benchmarks/baselines/registry";
import { findBenchmark, metricFor } from "@medhelm/benchmarks/registry";
import { keys } from "@medhelm/core/object-keys";
import { getJson } from "@medhelm/core/objects";
import type { ModelClient, ModelFailure, ModelReply, ObjectStore } from "@medhelm/core/ports";
import { Manifest } from "@medhelm/core/release/manifest";
import { createBudget } from "@medhelm/core/run/budget";
import { Deployment } from "@medhelm/core/run/deployment";
import { expandEntries, type RunPlan } from "@medhelm/core/run/expand";
import { withJudges } from "@medhelm/core/run/judges";
import { requestKey } from "@medhelm/core/run/request-key";
import { aggregateRun } from "../aggregate/handler.ts";
import { workRun } from "./handler.ts";
import { openDeployments } from "./open-deployments.ts";
import type { WorkerPorts, WorkRequest } from "./ports.ts";

// For tests: the worker with everything real but the store and the models, which count what they are asked.

export const SUITE = "s";

export interface Counted {
  /** key of each request that a model answered, in order; judges' too */
  readonly answered: string[];
  /** what a model says instead of an answer, by its how-manieth ask */
  failAt?: (ask: number) => ModelFailure | undefined;
  /** what a deployment says in place of `reply` */
  saysInstead?: (deployment: string, prompt: string, reply: ModelReply) => ModelReply;
}

/** Deployments with jobs of their own, and the rules that answer for them. */
const STAND_INS: Readonly<Record<string, string>> = {
  "gpu/candidate": "baseline/lead-sentences",
  "gpu/judge": "judge/lexical",
  "host/judge": "judge/lexical",
  "other-host/judge": "judge/lexical",
};

/** A run whose jury is these deployments. */
export function judgedBy(runPlan: RunPlan, ...deployments: readonly string[]): RunPlan {
  const judges = deployments.map((name) => ({ name, model: name, modelDeployment: name }));
  return { ...runPlan, runSpec: withJudges(runPlan.runSpec, judges) };
}

/** A demo benchmark with its lexical judge: two candidate requests and two verdicts for each two instances. */
export async function plan(
  instances: number,
  description = "demo_notes:model=baseline/lead-sentences",
): Promise<RunPlan> {
  const [first] = await expandEntries([{ description, label: "test" }], {
    settle: async (name, args) => (await findBenchmark(name)).settle(args, { read: () => refuse() }),
    models: { deploymentsOf: (model) => model, modelOf: (name) => name, tags: () => [] },
    maxEvalInstances: instances,
  });
  if (first === undefined) throw new Error("no plan");
  return first;
}

/** The ports of one worker; `pid` tells it from others, and all but `alive` are gone. */
export function workerPorts(
  objects: ObjectStore,
  counted: Counted,
  pid = 1,
  alive: readonly number[] = [],
): WorkerPorts {
  const clock = { ...fakeClock(), randomUuid }; // two workers never have one nonce
  return {
    objects,
    clock,
    data: { read: () => refuse(), open: () => refuse() },
    open: openDeployments({
      objects,
      clock,
      resolve: async (name, modelName) =>
        Deployment.parse({ name, modelName, client: { kind: "builtin", baseline: name }, trust: "local" }),
      connect: async ({ name }) => counting(builtinModel(STAND_INS[name] ?? name).client, name, counted),
      budget: createBudget(),
      owner: "local",
      concurrency: 2,
      offline: true,
      allowedHosts: [],
      allowHosted: false,
      shareAnswers: true,
      retry: { maxAttempts: 1 },
    }),
    holder: { host: "h", pid, startedAt: String(pid) },
    holderIsGone: (holder) => holder.pid !== pid && !alive.includes(holder.pid),
    leaseTtlMs: 20_000,
    version: "test",
    report: () => undefined,
  };
}

const refuse = (): Promise<never> => Promise.reject(new Error("the demo reads no files"));

function counting(client: ModelClient, deployment: string, counted: Counted): ModelClient {
  let asks = 0;
  return {
    ...client,
    async ask(request, options) {
      const isJudge = deployment.startsWith("judge/") || deployment.endsWith("/judge");
      const failure = isJudge ? undefined : counted.failAt?.(asks++);
      if (failure !== undefined) return { kind: "failure", failure };
      const { endpoint, flavour } = client;
      const wireBody = client.wireBody(request);
      const reply = await client.ask(request, options);
      counted.answered.push(requestKey({ deployment, endpoint, flavour, wireBody, trial: 0, attempt: 0 }));
      return counted.saysInstead?.(deployment, request.prompt, reply) ?? reply;
    },
  };
}

export function workRequest(runPlan: RunPlan, changes: Partial<WorkRequest> = {}): WorkRequest {
  return {
    plan: runPlan,
    suite: SUITE,
    protocol: "fenced",
    concurrency: 2,
    retryFailed: false,
    signal: new AbortController().signal,
    ...changes,
  };
}

/** Works and aggregates, as `medhelm run` does, and gives the seal. */
export async function runToSeal(ports: WorkerPorts, request: WorkRequest): Promise<Manifest | undefined> {
  const run = request.plan.runSpec.name;
  const result = await workRun(ports, request);
  if (result.kind === "taken") throw new Error("taken");
  if (result.kind === "judged")
    await aggregateRun(
      { objects: ports.objects, metrics: metricFor },
      { suite: SUITE, run, generation: result.generation },
    );
  return getJson(ports.objects, keys.manifest(SUITE, run), Manifest);
}

/** Keys of the answers that are durable. */
export async function durableAnswers(objects: ObjectStore): Promise<Set<string>> {
  const prefix = keys.answer("public", "");
  const found = new Set<string>();
  for await (const { key } of objects.list(prefix)) found.add(key.slice(prefix.length));
  return found;
}

/** Another store with the same objects. */
export async function copyOf(from: ObjectStore, etags: "of the write" | "of the bytes" = "of the write") {
  const to = memoryStore({ etags });
  for await (const { key } of from.list("")) {
    const object = await from.get(key);
    if (object !== undefined) await to.put(key, object.body);
  }
  return to;
}

/** Path below `prefix` -> text of each object. */
export async function textsBelow(objects: ObjectStore, prefix: string): Promise<Map<string, string>> {
  const texts = new Map<string, string>();
  for await (const { key } of objects.list(prefix))
    texts.set(key.slice(prefix.length), new TextDecoder().decode((await objects.get(key))?.body));
  return texts;
}
