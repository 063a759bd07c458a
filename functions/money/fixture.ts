import { randomUUID as randomUuid } from "node:crypto";
import { fakeClock } from "@medhelm/adapters/contract/fake-clock";
import { builtinModel } from "@medhelm/benchmarks/baselines/registry";
import { tokensMicroUsd } from "@medhelm/core/money/micro-usd";
import { keys } from "@medhelm/core/object-keys";
import { parseJson, putJson } from "@medhelm/core/objects";
import type { ModelClient, ObjectStore } from "@medhelm/core/ports";
import { StoredAnswer } from "@medhelm/core/run/answers";
import { createBudget } from "@medhelm/core/run/budget";
import { Deployment } from "@medhelm/core/run/deployment";
import type { StoredSubmission } from "@medhelm/core/submission";
import { plan, workerPorts as plainPorts } from "../worker/fixture.ts";
import { workJob } from "../worker/job.ts";
import { openDeployments } from "../worker/open-deployments.ts";
import type { WorkerPorts } from "../worker/ports.ts";
import type { MachineMeter } from "./machine-meter.ts";
import { submissionPurse } from "./purse.ts";

// For tests: a submission's worker with everything real but the store and the provider, which counts what it answered and sold.

export const OWNER = "ann";
export const MONTH = "2026-11";
/** With eight tokens an answer, every cost is whole millionths of a dollar. */
export const PRICE = { inputUsdPerMillion: 2, outputUsdPerMillion: 0.5, asOf: "2026-11-21" };

/** What the provider's own books say. */
export interface Provider {
  requests: number;
  microUsd: number;
  /** the key is of no use any more */
  refuses?: boolean;
  onSale?: () => unknown;
}
export const provider = (): Provider => ({ requests: 0, microUsd: 0 });

/** Two runs with a judge each: two candidates of one deployment's kind. */
export const MODELS = ["baseline/lead-sentences", "baseline/longest-option"] as const;

export async function putSubmission(
  objects: ObjectStore,
  {
    id = "a1",
    budgetUsd,
    models = MODELS,
    maxEvalInstances = 2,
  }: {
    readonly id?: string;
    readonly budgetUsd?: number;
    readonly models?: readonly string[];
    readonly maxEvalInstances?: number;
  } = {},
): Promise<StoredSubmission> {
  const entries = models.map((model) => ({ description: `demo_notes:model=${model}` }));
  const submission: StoredSubmission = {
    formatVersion: 1,
    id,
    owner: OWNER,
    createdAt: "2026-11-21T12:00:00.000Z",
    request: { entries, suite: "s", maxEvalInstances, ...(budgetUsd === undefined ? {} : { budgetUsd }) },
    runs: await Promise.all(
      models.map(async (model) => ({
        run: (await plan(1, `demo_notes:model=${model}`)).runSpec.name,
        description: `demo_notes:model=${model}`,
        benchmark: "demo_notes",
        model,
        modelDeployment: model,
        judges: ["judge/lexical"],
      })),
    ),
  };
  await putJson(objects, keys.submission(id), submission);
  return submission;
}

/** A worker's ports; `submission` undefined: medhelm run. */
export function ports(
  objects: ObjectStore,
  sold: Provider,
  submission: string | undefined,
  pid = 1,
  machine?: Pick<MachineMeter, "refused">,
): WorkerPorts {
  const clock = { ...fakeClock(), randomUuid };
  const plain = plainPorts(objects, { answered: [] }, pid);
  const purse =
    submission === undefined
      ? {}
      : {
          purse: submissionPurse({
            objects,
            clock,
            submission,
            holder: `pid ${pid}`,
            ...(machine === undefined ? {} : { machine }),
          }),
        };
  return {
    ...plain,
    clock,
    ...purse,
    open: openDeployments({
      objects,
      clock,
      resolve: async (name, modelName) =>
        Deployment.parse({
          name,
          modelName,
          client: { kind: "builtin", baseline: name },
          trust: "hosted",
          price: PRICE,
        }),
      connect: async ({ name }) => selling(builtinModel(name).client, sold),
      budget: createBudget(),
      ...purse,
      owner: OWNER,
      concurrency: 2,
      offline: true,
      allowedHosts: [],
      allowHosted: true,
      shareAnswers: true,
      retry: { maxAttempts: 1 },
    }),
  };
}

/** Tokens by a rule of the test: a fifth of the prompt's characters, and 8. */
function selling(client: ModelClient, sold: Provider): ModelClient {
  return {
    ...client,
    async ask(request, options) {
      if (sold.refuses === true)
        return { kind: "failure", failure: { reason: "auth", message: "the key is refused", isRetriable: false } };
      const reply = await client.ask(request, options);
      if (reply.kind === "failure") return reply;
      const usage = { promptTokens: Math.floor(request.prompt.length / 5), completionTokens: 8 };
      sold.requests++;
      sold.microUsd += tokensMicroUsd(PRICE, usage);
      await sold.onSale?.();
      return { ...reply, usage };
    },
  };
}

/** One job of a deployment, as a worker on AWS does it. */
export async function work(
  worker: WorkerPorts,
  submission: StoredSubmission,
  deployment: string,
  {
    concurrency = 2,
    role = "candidate",
    signal = new AbortController().signal,
  }: { readonly concurrency?: number; readonly role?: "candidate" | "judge"; readonly signal?: AbortSignal } = {},
): Promise<void> {
  await workJob(worker, {
    submission: submission.id,
    deployment,
    role,
    concurrency,
    protocol: "fenced",
    retryFailed: false,
    signal,
    expand: (_, run) => plan(submission.request.maxEvalInstances ?? 1, run.description),
  });
}

/** What all distinct stored answers cost that somebody paid for. */
export async function storedMicroUsd(objects: ObjectStore, submission?: string): Promise<number> {
  let sum = 0;
  for await (const { key } of objects.list("cache/")) {
    const object = await objects.get(key);
    if (object === undefined) continue;
    const { paidBy, usage } = parseJson(object.body, key, StoredAnswer);
    if (submission === undefined || paidBy?.submission === submission) sum += tokensMicroUsd(paidBy?.price, usage);
  }
  return sum;
}
