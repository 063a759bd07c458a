import { keys } from "@medhelm/core/store/object-keys";
import type { Index } from "@medhelm/core/ports";
import type { DispatchMessage, RunState, StoredSubmission } from "@medhelm/core/submission";
import { recordRunState } from "@medhelm/service/index/run-states";
import { roleOf } from "@medhelm/service/submissions/submission-run-state";
import { CONCURRENCY, EVENT_S, GPU_SPEED, HOSTED } from "./assumptions.ts";
import { addIndexRequests, addRequests, type Bill } from "./bill.ts";
import { type CountedStore, type S3Requests, s3Requests } from "./counted-store.ts";
import type { RunKind } from "./measure-run.ts";
import { payCall } from "./pay-call.ts";
import type { RunCosts } from "./run-costs.ts";
import type { Piece, Work } from "./simulated-compute.ts";
import { JUDGES, type Load, loadOf, type Model, modelNamed, RUBRIC_TOKENS, VERDICT_TOKENS } from "./workload.ts";

export interface RunProgress {
  /** `isStored` false: the store and the index do not have it, and only machines and models work on it. */
  add(submission: PlannedSubmission, isStored: boolean): void;
  /** The work that a job of this message finds. */
  workOf(message: DispatchMessage): Work;
  /** A handler wrote this object. The dispatcher gives a run up by writing its handled/<run>.json. */
  written(key: string): void;
  /** The result of packages/service/src/dispatch/ready-runs.ts: the number of runs that a job could continue. */
  ready(message: DispatchMessage): number;
  /** whether machines work on it or will soon */
  hasJob(message: DispatchMessage): boolean;
  /** Waits until the index has the states that workers and aggregators have recorded. */
  indexed(): Promise<unknown>;
  /** Messages of submissions that are not stored, whose runs wait while no job works on them. The sweep sends them for stored ones. */
  idle(): DispatchMessage[];
  /** The number of submissions with open runs: all, and those that are stored. */
  openSubmissions(): { readonly all: number; readonly stored: number };
  readonly runs: number;
  readonly sealed: number;
  readonly failed: number;
  readonly open: number;
}

export type PlannedSubmission = Pick<StoredSubmission, "id" | "owner" | "runs"> & {
  readonly request: Pick<StoredSubmission["request"], "suite">;
};

/** One job's part of a run, and the parts after it. */
interface Task {
  readonly submission: string;
  readonly suite: string;
  readonly run: string;
  /** position in the submission */
  readonly ordinal: number;
  readonly load: Load;
  readonly kind: RunKind;
  readonly candidate: Model;
  readonly isStored: boolean;
  /** 0: the candidate's job */
  step: number;
  /** the remaining share of the current step */
  left: number;
}
interface Line {
  readonly message: DispatchMessage;
  readonly tasks: Task[];
  head: number;
  jobs: number;
  /** the number of a candidate's runs that wait for this judge */
  readonly arrived: Map<Model, number>;
}

/** The smallest handled and sealed objects that the handlers' schemas accept, because only the fields that they read matter. */
const HANDLED = '{"formatVersion":1,"result":"done"}';
const STARTED = '{"formatVersion":1}';
const SEAL = '{"contentSha256":"0"}';
const STATE = '{"request_states":[]}';
const FOLDER = `public/1-${"0".repeat(32)}`;
const IDENTITY = JSON.stringify({
  formatVersion: 1,
  runKey: "k",
  generation: 1,
  parts: {},
  startedAt: "",
  attempts: 1,
  folder: FOLDER,
});
const awaiting = (deployment: string): string =>
  JSON.stringify({ formatVersion: 1, state: "awaiting", done: 1, total: 1, deployment });

const hostedJudges = JUDGES.filter(({ gpuClass }) => gpuClass === undefined);
const servedJudges = JUDGES.filter(({ gpuClass }) => gpuClass !== undefined);

/** The deployments that the current step of a task asks. The first one owns the job. */
function asked({ kind, candidate, step }: Task): readonly Model[] {
  if (step === 0) return kind === "hosted" ? [candidate, ...hostedJudges] : [candidate];
  return kind === "served" && step === 1 ? hostedJudges : servedJudges;
}

function messageOf(task: Task): DispatchMessage {
  const deployment = asked(task)[0]?.name ?? "";
  return { submission: task.submission, deployment, role: roleOf(deployment, task.candidate.name) };
}

/** The progress of each run. It simulates workers and aggregators: they write the same objects as the real ones, at the measured times and prices. */
export function runProgress(ports: {
  readonly store: CountedStore;
  /** without simulated time, because the measured costs contain it */
  readonly index: Index;
  readonly bill: Bill;
  readonly costs: Readonly<Record<RunKind, RunCosts>>;
  at(ms: number, run: () => void): void;
  /** a worker reports the deployment that a run waits for */
  dispatch(message: DispatchMessage, nowMs: number): void;
  ended(nowMs: number): void;
}): RunProgress {
  const { store, index, bill, costs, at } = ports;
  const lines = new Map<string, Line>();
  const owners = new Map<string, string>();
  const freeAtMs = new Map<string, number>();
  const failed = new Set<string>();
  const loads = new Map<string, Load>();
  /** the number of judged runs of a candidate in a submission */
  const judged = new Map<string, number>();
  /** submission -> its open runs */
  const openRuns = new Map<string, number>();
  const stored = new Set<string>();
  let runs = 0;
  let sealed = 0;
  let recording: Promise<unknown> = Promise.resolve();

  const record = ({ submission: id, ordinal, isStored }: Task, state: RunState, isHandled = false): void => {
    if (!isStored) return;
    const next = { state, ...(isHandled ? { isHandled } : {}) } as const;
    recording = recording.then(() => recordRunState(index, { id, ordinal }, next, 1));
  };
  const place = ({ isStored }: Task, key: () => string, body: string): void => {
    if (isStored) store.place(key(), body);
  };
  const lineOf = (message: DispatchMessage): Line => {
    const id = `${message.submission} ${message.role} ${message.deployment}`;
    const line = lines.get(id) ?? { message, tasks: [], head: 0, jobs: 0, arrived: new Map() };
    lines.set(id, line);
    return line;
  };
  /** The time when a provider has answered all of it, after the requests that other jobs sent before. */
  const answeredMs = (model: Model, load: Load, left: number, nowMs: number): number => {
    const isJudge = JUDGES.includes(model);
    const tokens = left * load.instances * tokensOf(load, isJudge);
    const minutes = Math.max(tokens / HOSTED.tokensPerMinute, (left * load.instances) / HOSTED.requestsPerMinute);
    const free = Math.max(nowMs, freeAtMs.get(model.name) ?? 0) + minutes * 60_000;
    freeAtMs.set(model.name, free);
    const target = isJudge ? "judgesUsd" : "candidatesUsd";
    bill.hosted[target] += (left * load.instances * usdOf(model, load, isJudge)) / 1e6;
    return free;
  };
  /** The candidate answers, then all judges at the same time. It ends when the providers have processed the requests of all jobs. */
  const askingS = (task: Task, nowMs: number): number => {
    const { load, left } = task;
    const models = asked(task);
    const secondsOf = (model: Model): number => {
      const isJudge = JUDGES.includes(model);
      return (
        left * (model.gpuClass === undefined ? hostedSeconds(load, isJudge) : gpuSeconds(model.gpuClass, load, isJudge))
      );
    };
    const candidate = models.filter((model) => !JUDGES.includes(model)).map(secondsOf);
    const judges = models.filter((model) => JUDGES.includes(model)).map(secondsOf);
    const hosted = models.filter(({ gpuClass }) => gpuClass === undefined);
    const untilMs = Math.max(nowMs, ...hosted.map((model) => answeredMs(model, load, left, nowMs)));
    return Math.max(Math.max(0, ...candidate) + Math.max(0, ...judges), (untilMs - nowMs) / 1000);
  };

  /** The provider was booked for all remaining requests when the piece started. The rest after an interruption is booked again. */
  const refund = (task: Task): void => {
    const { load, left } = task;
    for (const model of asked(task)) {
      const isJudge = JUDGES.includes(model);
      bill.hosted[isJudge ? "judgesUsd" : "candidatesUsd"] -=
        (left * load.instances * usdOf(model, load, isJudge)) / 1e6;
    }
  };

  const seal = (task: Task, nowMs: number): void => {
    const { requests, index: indexed, seconds } = costs[task.kind].aggregate(task.load.instances);
    payCall(bill, "aggregate", { s3: requests, index: indexed, seconds });
    bill.sqs.send++; // by S3
    bill.sqs.receive++;
    bill.sqs.delete++;
    const doneMs = nowMs + (EVENT_S + seconds) * 1000;
    at(doneMs, () => {
      place(task, () => keys.manifest(task.suite, task.run), SEAL);
      const left = (openRuns.get(task.submission) ?? 0) - 1;
      if (left > 0) openRuns.set(task.submission, left);
      else openRuns.delete(task.submission);
      record(task, { state: "sealed", contentSha256: "0" }, true);
      sealed++;
      ports.ended(doneMs);
    });
  };
  const stepDone = (task: Task, nowMs: number, dispatched: Map<string, DispatchMessage>): void => {
    const { submission, suite, run } = task;
    task.step++;
    task.left = 1;
    if (task.step === costs[task.kind].jobs.length) {
      if (task.isStored) store.remove(keys.progress(suite, run));
      place(task, () => keys.submissionHandled(submission, run), HANDLED);
      // the handlers read these objects while no run is sealed
      place(task, () => keys.identity(suite, run), IDENTITY);
      place(task, () => keys.generationFile(suite, run, FOLDER, "scenario_state.json"), STATE);
      seal(task, nowMs);
      return;
    }
    const message = messageOf(task);
    place(task, () => keys.progress(suite, run), awaiting(message.deployment));
    record(task, { state: "awaiting", deployment: message.deployment });
    lineOf(message).tasks.push(task);
    lineOf(message).arrived.set(task.candidate, (lineOf(message).arrived.get(task.candidate) ?? 0) + 1);
    // like packages/service/src/work/work-job.ts: the first time, and at the job's end
    if (!dispatched.has(message.deployment)) ports.dispatch(message, nowMs);
    dispatched.set(message.deployment, message);
  };
  const pieceOf = (task: Task, line: Line, nowMs: number, dispatched: Map<string, DispatchMessage>): Piece => {
    const job = costs[task.kind].jobs[task.step];
    if (job === undefined) throw new Error(`${task.run} has no step ${task.step}`);
    const { instances } = task.load;
    const models = askingS(task, nowMs);
    const seconds = models + job.storeSeconds(instances);
    place(task, () => keys.submissionStarted(task.submission, task.run), STARTED);
    const { left } = task;
    return {
      seconds,
      askingS: models,
      end(share, endMs) {
        addRequests(bill.s3.worker, scaled(job.requests(instances, seconds), share));
        addIndexRequests(bill.index.worker, job.index(instances, seconds), share);
        if (share === 1) return stepDone(task, endMs, dispatched);
        // answers are durable, so a request is not sent again
        task.left = left * (1 - share);
        refund(task);
        line.tasks.push(task);
      },
    };
  };

  const readyOf = (message: DispatchMessage): number => {
    const { tasks, head, arrived } = lineOf(message);
    const waiting = tasks.length - head;
    if (message.role === "candidate" || modelNamed(message.deployment)?.gpuClass === undefined) return waiting;
    const isAllOf = ({ name }: Model, runsHere: number | undefined): boolean =>
      runsHere === judged.get(`${message.submission} ${name}`);
    const isWhole = tasks.slice(head).some(({ candidate }) => isAllOf(candidate, arrived.get(candidate)));
    return isWhole ? waiting : 0;
  };

  return {
    get runs() {
      return runs;
    },
    get sealed() {
      return sealed;
    },
    get open() {
      return runs - sealed - failed.size;
    },
    get failed() {
      return failed.size;
    },
    written(key) {
      if (/^submissions\/[^/]+\/handled\//.test(key)) failed.add(key);
    },
    ready: readyOf,
    indexed: () => recording,
    hasJob: (message) => lineOf(message).jobs > 0,
    idle: () =>
      [...lines.values()]
        .filter(({ message, jobs }) => jobs === 0 && !stored.has(message.submission) && readyOf(message) > 0)
        .map(({ message }) => message),
    openSubmissions: () => ({
      all: openRuns.size,
      stored: [...openRuns.keys()].filter((id) => stored.has(id)).length,
    }),
    add({ id, owner, request: { suite }, runs: planned }, isStored) {
      owners.set(id, owner);
      openRuns.set(id, planned.length);
      if (isStored) stored.add(id);
      runs += planned.length;
      for (const [ordinal, one] of planned.entries()) {
        const { run, description, modelDeployment } = one;
        const entry = description.replace(/[:,]model=[^,]*/, "");
        const load = loads.get(entry) ?? loadOf(one);
        loads.set(entry, load);
        const candidate = modelNamed(modelDeployment);
        if (candidate === undefined) throw new Error(`no model ${modelDeployment}`);
        const where = candidate.gpuClass === undefined ? "hosted" : "served";
        const kind = load.isJudged ? where : "closed";
        const of = `${id} ${candidate.name}`;
        if (load.isJudged) judged.set(of, (judged.get(of) ?? 0) + 1);
        const task: Task = { submission: id, suite, run, ordinal, load, kind, candidate, isStored, step: 0, left: 1 };
        lineOf(messageOf(task)).tasks.push(task);
      }
    },
    workOf(message) {
      const line = lineOf(message);
      line.jobs++;
      const dispatched = new Map<string, DispatchMessage>();
      return {
        model: modelNamed(message.deployment),
        owner: owners.get(message.submission) ?? "",
        next(nowMs) {
          for (;;) {
            const task = line.tasks[line.head];
            if (task === undefined) return undefined;
            line.head++;
            if (!task.isStored || !failed.has(keys.submissionHandled(task.submission, task.run)))
              return pieceOf(task, line, nowMs, dispatched);
          }
        },
        over(nowMs) {
          line.jobs--;
          for (const awaited of dispatched.values()) ports.dispatch(awaited, nowMs);
        },
      };
    },
  };
}

/** A judge reads prompt, answer and rubric. */
const promptOf = ({ promptTokens, outputTokens }: Load, isJudge: boolean): number =>
  isJudge ? promptTokens + outputTokens + RUBRIC_TOKENS : promptTokens;
const outputOf = ({ outputTokens }: Load, isJudge: boolean): number => (isJudge ? VERDICT_TOKENS : outputTokens);
const tokensOf = (load: Load, isJudge: boolean): number => promptOf(load, isJudge) + outputOf(load, isJudge);
const usdOf = ({ inputUsd, outputUsd }: Model, load: Load, isJudge: boolean): number =>
  promptOf(load, isJudge) * inputUsd + outputOf(load, isJudge) * outputUsd;

export const hostedSeconds = (load: Load, isJudge: boolean): number =>
  (load.instances / CONCURRENCY) * (HOSTED.firstTokenMs / 1000 + outputOf(load, isJudge) / HOSTED.tokensPerS);

export function gpuSeconds(gpuClass: string, load: Load, isJudge: boolean): number {
  const speed = GPU_SPEED.find(({ name }) => name === gpuClass);
  if (speed === undefined) throw new Error(`assumptions.ts has no speed of ${gpuClass}`);
  const { prefillTokensPerS, decodeTokensPerS } = speed;
  return load.instances * (promptOf(load, isJudge) / prefillTokensPerS + outputOf(load, isJudge) / decodeTokensPerS);
}

const scaled = (requests: S3Requests, by: number): S3Requests => s3Requests((kind) => requests[kind] * by);
