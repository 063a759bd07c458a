import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:http";
import { text } from "node:stream/consumers";
import { exitCodes } from "@medhelm/core/exit-codes";
import { mapBounded } from "@medhelm/service/concurrency/map-bounded";
import { z } from "zod";
import { listen } from "./listen.ts";

/** A job definition of the test: program and environment, the part of infra/ that a job sees. */
export interface Definition {
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** Starts the container next to the worker and returns a function that stops it. */
  startServer?(): Promise<() => Promise<void>>;
}

const Environment = z.array(z.object({ name: z.string(), value: z.string() })).default([]);
const Submit = z.object({
  jobName: z.string().regex(/^[A-Za-z0-9][A-Za-z0-9_-]{0,127}$/),
  jobQueue: z.string(),
  jobDefinition: z.string(),
  // all queues have a fair-share policy, and Batch then refuses a job without a share identifier
  shareIdentifier: z.string().regex(/^[A-Za-z0-9]{1,255}$/),
  arrayProperties: z.object({ size: z.int().min(2).max(10_000) }).optional(),
  containerOverrides: z.object({ environment: Environment }).optional(),
  ecsPropertiesOverride: z
    .object({
      taskProperties: z.array(
        z.object({ containers: z.array(z.object({ name: z.string(), environment: Environment })) }),
      ),
    })
    .optional(),
});
const Describe = z.object({ jobs: z.array(z.string()) });
const List = z.object({
  jobQueue: z.string(),
  filters: z.array(z.object({ name: z.literal("JOB_NAME"), values: z.array(z.string()) })),
});
const Terminate = z.object({ jobId: z.string(), reason: z.string() });

type Status = "RUNNABLE" | "RUNNING" | "SUCCEEDED" | "FAILED";
interface Attempt {
  startedAt: number;
  stoppedAt?: number;
  exitCode?: number;
  statusReason?: string;
}
interface Job {
  readonly id: string;
  readonly name: string;
  readonly queue: string;
  readonly definition: string;
  readonly createdAt: number;
  status: Status;
  statusReason?: string;
  terminated?: string;
  readonly attempts: Attempt[];
  child?: ChildProcess;
}

export interface BatchServer {
  readonly url: string;
  readonly jobs: readonly Job[];
  /** SIGKILLs the processes of a running job, as a Spot reclaim ends its host. Returns false if no such job runs. */
  reclaim(jobName: RegExp): boolean;
  close(): Promise<void>;
}

const MAX_ATTEMPTS = 10;
/** The children of an array job that run at the same time. */
const MAX_CHILDREN = 4;

/**
 * Serves AWS Batch's protocol over real processes. A job starts the program of its definition with the caller's environment.
 * It is retried by the rules of infra/batch.ts (host gone, exit code 75), and its end is sent as an event of EventBridge.
 */
export async function startBatch(options: {
  readonly definitions: ReadonlyMap<string, Definition>;
  readonly onStateChange: (event: unknown) => Promise<void>;
  log(text: string): void;
}): Promise<BatchServer> {
  const jobs: Job[] = [];
  let isClosing = false;
  const faults: string[] = [];

  const submit = (body: unknown): unknown => {
    const request = Submit.parse(body);
    const definition = options.definitions.get(request.jobDefinition);
    if (definition === undefined) throw new Error(`JobDefinition ${request.jobDefinition} not found`);
    const given = [
      ...(request.containerOverrides?.environment ?? []),
      ...(request.ecsPropertiesOverride?.taskProperties[0]?.containers ?? []).flatMap(({ name, environment }) =>
        name === "worker" ? environment : [],
      ),
    ];
    const env = Object.fromEntries(given.map(({ name, value }) => [name, value]));
    const job: Job = {
      id: crypto.randomUUID(),
      name: request.jobName,
      queue: request.jobQueue,
      definition: request.jobDefinition,
      createdAt: Date.now(),
      status: "RUNNABLE",
      attempts: [],
    };
    jobs.push(job);
    void runJob(job, definition, env, request.arrayProperties?.size);
    return { jobId: job.id, jobName: job.name, jobArn: `arn:aws:batch:eu-central-1:000000000000:job/${job.id}` };
  };

  const runJob = async (
    job: Job,
    definition: Definition,
    env: Record<string, string>,
    size?: number,
  ): Promise<void> => {
    job.status = "RUNNING";
    const children = size === undefined ? [env] : Array.from({ length: size }, (_, i) => withIndex(env, i));
    const ends = await mapBounded(children, MAX_CHILDREN, (childEnv) => untilItEnds(job, definition, childEnv));
    const failed = ends.find((reason) => reason !== undefined);
    job.status = failed === undefined ? "SUCCEEDED" : "FAILED";
    if (failed !== undefined) job.statusReason = failed;
    if (!isClosing) await options.onStateChange(stateChange(job));
  };

  /** undefined if the job succeeded */
  const untilItEnds = async (job: Job, definition: Definition, env: Record<string, string>) => {
    for (let tries = 1; ; tries++) {
      const stopServer = await definition.startServer?.();
      const attempt: Attempt = { startedAt: Date.now() };
      job.attempts.push(attempt);
      const child = spawn(definition.command, [...definition.args], {
        env: {
          PATH: process.env["PATH"] ?? "",
          ...definition.env,
          ...env,
          AWS_BATCH_JOB_ID: job.id,
          AWS_BATCH_JOB_ATTEMPT: String(tries),
        },
        stdio: ["ignore", "pipe", "pipe"],
      });
      job.child = child;
      for (const stream of [child.stdout, child.stderr])
        stream.setEncoding("utf8").on("data", (said: string) => options.log(`${job.name}: ${said}`));
      await once(child, "exit");
      await stopServer?.();
      attempt.stoppedAt = Date.now();
      if (child.exitCode !== null) attempt.exitCode = child.exitCode;
      if (child.exitCode === 0) return undefined;
      attempt.statusReason =
        child.exitCode === null
          ? "Host EC2 (instance i-0123456789abcdef0) terminated."
          : "Essential container in task exited";
      const isRetried = child.exitCode === null || child.exitCode === exitCodes.interrupted;
      if (job.terminated !== undefined) return job.terminated;
      if (isClosing || !isRetried || tries === MAX_ATTEMPTS) return attempt.statusReason;
    }
  };

  const actions: Readonly<Record<string, (body: unknown) => unknown>> = {
    "/v1/submitjob": submit,
    "/v1/describejobs": (body) => {
      const wanted = new Set(Describe.parse(body).jobs);
      return { jobs: jobs.filter(({ id }) => wanted.has(id)).map(detail) };
    },
    "/v1/listjobs": (body) => {
      const { jobQueue, filters } = List.parse(body);
      const names = new Set(filters.flatMap(({ values }) => values));
      const found = jobs.filter(({ name, queue }) => names.has(name) && queue === jobQueue);
      return { jobSummaryList: found.map((job) => ({ ...detail(job) })) };
    },
    "/v1/terminatejob": (body) => {
      const { jobId, reason } = Terminate.parse(body);
      const job = jobs.find(({ id }) => id === jobId);
      if (job !== undefined) {
        job.terminated = reason;
        job.child?.kill("SIGTERM");
      }
      return {};
    },
  };
  const server = createServer((request, response) => {
    void (async () => {
      response.setHeader("content-type", "application/json");
      try {
        const action = actions[request.url ?? ""];
        if (action === undefined) throw new Error(`unknown action ${request.url}`);
        response.end(JSON.stringify(action(JSON.parse(await text(request)))));
      } catch (error) {
        faults.push(String(error));
        options.log(`batch: ${String(error)}`);
        response.writeHead(400, { "x-amzn-errortype": "ClientException" });
        response.end(JSON.stringify({ message: String(error) }));
      }
    })();
  });
  const { url, close } = await listen(server);
  return {
    url,
    jobs,
    reclaim(jobName) {
      const job = jobs.find(({ name, status }) => jobName.test(name) && status === "RUNNING");
      return job?.child?.exitCode === null && job.child.kill("SIGKILL");
    },
    async close() {
      isClosing = true;
      for (const { child } of jobs) child?.kill("SIGKILL");
      await close();
    },
  };
}

const withIndex = (env: Record<string, string>, index: number) => ({
  ...env,
  AWS_BATCH_JOB_ARRAY_INDEX: String(index),
});

function detail(job: Job) {
  const last = job.attempts.at(-1);
  return {
    jobId: job.id,
    jobName: job.name,
    jobArn: `arn:aws:batch:eu-central-1:000000000000:job/${job.id}`,
    jobQueue: `arn:aws:batch:eu-central-1:000000000000:job-queue/${job.queue}`,
    jobDefinition: `arn:aws:batch:eu-central-1:000000000000:job-definition/${job.definition}:1`,
    status: job.status,
    statusReason: job.statusReason,
    createdAt: job.createdAt,
    startedAt: last?.startedAt ?? 0,
    stoppedAt: last?.stoppedAt,
    container: { exitCode: last?.exitCode },
    attempts: job.attempts.map(({ startedAt, stoppedAt, exitCode, statusReason }) => ({
      startedAt,
      stoppedAt,
      statusReason,
      container: { exitCode },
    })),
  };
}

/** EventBridge's "Batch Job State Change" (AWS Batch User Guide). */
function stateChange(job: Job): unknown {
  return {
    version: "0",
    id: crypto.randomUUID(),
    "detail-type": "Batch Job State Change",
    source: "aws.batch",
    account: "000000000000",
    time: new Date().toISOString(),
    region: "eu-central-1",
    resources: [`arn:aws:batch:eu-central-1:000000000000:job/${job.id}`],
    detail: detail(job),
  };
}
