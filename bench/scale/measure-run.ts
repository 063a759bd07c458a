import { keys } from "@medhelm/core/store/object-keys";
import type { StoredSubmission } from "@medhelm/core/submission";
import { findBenchmark, metricFor } from "@medhelm/benchmarks/registry";
import type { ModelClient } from "@medhelm/core/ports";
import { createBudget } from "@medhelm/core/money/budget";
import { expandEntries, type RunPlan } from "@medhelm/core/run/spec/expand";
import { aggregateRun } from "@medhelm/service/aggregate/aggregate-run";
import { submissionLedger } from "@medhelm/service/money/submission-ledger";
import { openDeployments } from "@medhelm/service/work/models/open-deployments";
import { nextStep } from "@medhelm/service/submissions/submission-run-state";
import { reachableDeployments } from "@medhelm/service/work/models/reachable-deployments";
import { workJob } from "@medhelm/service/work/work-job";
import type { WorkerPorts } from "@medhelm/service/work/ports";
import { sqliteIndex } from "@medhelm/adapters/index/sqlite-index";
import { createSubmission } from "@medhelm/service/index/submission-record";
import { CONCURRENCY, INDEX_LATENCY_MS, LEASE_TTL_MS, S3_LATENCY_MS } from "./assumptions.ts";
import { countedIndex, type IndexRequests, minusIndex } from "./counted-index.ts";
import { countedStore, minus, type S3Requests } from "./counted-store.ts";
import { simulatedClock } from "./simulated-clock.ts";
import { deploymentOf, JUDGES, MODELS, registry } from "./workload.ts";

/** One run on the real worker and the real aggregator: its requests to the store and the index, and its duration on the simulated clock. */
export interface MeasuredRun {
  readonly instances: number;
  /** The jobs that worked on it, in their order: the candidate's job, then the jobs of judges that it could not reach. */
  readonly jobs: readonly Step[];
  readonly aggregate: Step;
}
export interface Step {
  readonly requests: S3Requests;
  readonly index: IndexRequests;
  /** on the simulated clock: time spent waiting for the store, the index and the models */
  readonly seconds: number;
  /** on this machine's clock: time spent computing */
  readonly cpuSeconds: number;
}

const SUITE = "measured";

/** closed: no judges; hosted, served: the place of the candidate of a judged run */
export const RUN_KINDS = ["closed", "hosted", "served"] as const;
export type RunKind = (typeof RUN_KINDS)[number];

/** The demo benchmarks represent all others, because a run's requests to the store depend on instances, judges and time, not on the text. */
export async function measureRun(options: {
  readonly instances: number;
  readonly kind: RunKind;
  /** of one answer, also of a judge's */
  readonly answerMs: number;
  /** answers are already stored, e.g. by another owner's equal run on public data */
  readonly isRepeated?: boolean;
}): Promise<MeasuredRun> {
  const clock = simulatedClock(Date.UTC(2026, 10, 21));
  const store = countedStore(clock, S3_LATENCY_MS);
  const plainIndex = sqliteIndex(":memory:", { clock });
  const index = countedIndex(plainIndex, clock, INDEX_LATENCY_MS);
  const candidate = MODELS.find(({ gpuClass }) => (gpuClass !== undefined) === (options.kind === "served"))?.name ?? "";
  const plan = await planOf(options.kind === "closed" ? "demo_questions" : "demo_notes", candidate, options.instances);
  const client = answering((ms) => clock.sleep(ms), options);
  const portsOf = (own: string, submission: string): WorkerPorts => {
    const ledger = submissionLedger({ objects: store, index, clock, submission, holder: "bench" });
    return {
      ledger,
      canReach: reachableDeployments({ own, find: deploymentOf, holds: () => true }),
      dispatchQueue: { send: async () => undefined },
      objects: store,
      index,
      clock,
      data: { read: refuse, open: refuse },
      open: openDeployments({
        objects: store,
        clock,
        resolve: async (name) => {
          const found = deploymentOf(name);
          if (found === undefined) throw new Error(`no deployment ${name}`);
          return found;
        },
        connect: async () => client,
        budget: createBudget(),
        ledger,
        owner: "bench",
        concurrency: CONCURRENCY,
        offline: false,
        allowedHosts: [],
        allowHosted: true,
        shareAnswers: true,
      }),
      holder: { host: "bench", pid: 1, startedAt: "1" },
      leaseTtlMs: LEASE_TTL_MS,
      version: "bench",
      report: () => undefined,
    };
  };
  const step = async (work: () => Promise<unknown>): Promise<Step> => {
    const before = { s3: { ...store.requests }, index: { ...index.requests } };
    const startMs = clock.nowMs();
    const startedMs = performance.now();
    await clock.runToEnd(work());
    const cpuSeconds = (performance.now() - startedMs) / 1000;
    return {
      requests: minus(store.requests, before.s3),
      index: minusIndex(index.requests, before.index),
      seconds: (clock.nowMs() - startMs) / 1000,
      cpuSeconds,
    };
  };
  /** Does the work of the sweep: calls the next worker until every worker has finished. */
  const workIn = async (suite: string): Promise<Step[]> => {
    const submission = submissionOf(plan, suite);
    const [run] = submission.runs;
    store.place(keys.submission(submission.id), JSON.stringify(submission));
    await createSubmission(plainIndex, submission, clock.nowMs());
    for (const jobs: Step[] = []; ; ) {
      const next = run && (await clock.runToEnd(nextStep(store, submission, run)));
      if (next?.by !== "worker") return jobs;
      const job = {
        submission: submission.id,
        deployment: next.deployment,
        role: next.role,
        expand: async () => plan,
        protocol: "fenced" as const,
        concurrency: CONCURRENCY,
        retryFailed: false,
        signal: new AbortController().signal,
      };
      jobs.push(await step(() => workJob(portsOf(next.deployment, submission.id), job)));
    }
  };
  if (options.isRepeated === true) await workIn("earlier");
  const jobs = await workIn(SUITE);
  const aggregate = await step(() =>
    aggregateRun({ objects: store, index, metrics: metricFor }, { suite: SUITE, run: plan.runSpec.name }),
  );
  if ((await clock.runToEnd(store.head(keys.manifest(SUITE, plan.runSpec.name)))) === undefined)
    throw new Error("the measured run was not sealed");
  return { instances: options.instances, jobs, aggregate };
}

function submissionOf({ runSpec, benchmark, entry }: RunPlan, suite: string): StoredSubmission {
  const { model, model_deployment: modelDeployment } = runSpec.adapter_spec;
  const run = {
    run: runSpec.name,
    description: entry.description,
    benchmark: benchmark.card.name,
    model,
    modelDeployment,
    ...(runSpec.annotators === undefined ? {} : { judges: JUDGES.map(({ name }) => name) }),
  };
  return {
    formatVersion: 1,
    id: suite,
    owner: "bench",
    createdAt: "2026-11-21T00:00:00.000Z",
    request: { suite, entries: [{ description: entry.description }] },
    runs: [run],
  };
}

async function planOf(benchmark: string, model: string, instances: number): Promise<RunPlan> {
  const [plan] = await expandEntries([{ description: `${benchmark}:model=${model}`, label: "bench" }], {
    settle: async (name, args) => (await findBenchmark(name)).settle(args, { read: refuse, open: refuse }),
    models: registry,
    judges: JUDGES.map(({ name }) => name),
  });
  if (plan === undefined) throw new Error(`no plan of ${benchmark}`);
  return { ...plan, benchmark: { ...plan.benchmark, load: (data) => many(plan, instances, data) } };
}

/** Repeats the sample's instances, each with its own text, because equal requests are sent once. */
async function many(
  { benchmark }: RunPlan,
  count: number,
  data: WorkerPorts["data"],
): ReturnType<RunPlan["benchmark"]["load"]> {
  const { instances, sources } = await benchmark.load(data);
  const evaluated = instances.filter(({ split }) => split === benchmark.card.mainSplit);
  const copies = Array.from({ length: count }, (_, i) => {
    const original = evaluated[i % evaluated.length];
    if (original === undefined) throw new Error(`${benchmark.card.name} has no instances`);
    return { ...original, id: `id${i}`, input: { ...original.input, text: `${original.input.text} (case ${i})` } };
  });
  return { instances: copies, sources };
}

const SCORE = { score: 4, explanation: "as in the source" };
const VERDICT = JSON.stringify({ accuracy: SCORE, completeness: SCORE, clarity: SCORE });

function answering(sleep: (ms: number) => Promise<void>, { answerMs }: { readonly answerMs: number }): ModelClient {
  return {
    endpoint: "http://model.invalid/v1/chat/completions",
    flavour: "chat",
    wireBody: ({ model, prompt, messages }) => ({ model, prompt, messages }),
    async ask(request) {
      await sleep(answerMs);
      const isJudge = JUDGES.some(({ name }) => name === request.model_deployment);
      const text = isJudge ? VERDICT : "B";
      return {
        kind: "answer",
        result: { success: true, cached: false, completions: [{ text, logprob: 0, tokens: [] }], embedding: [] },
        usage: { promptTokens: 100, completionTokens: 10 },
      };
    },
  };
}

const refuse = (): Promise<never> => Promise.reject(new Error("the demo benchmarks read no files"));
