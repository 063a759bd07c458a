import {
  type BatchClient,
  DescribeJobsCommand,
  type JobDetail,
  ListJobsCommand,
  type JobSummary,
  SubmitJobCommand,
  TerminateJobCommand,
} from "@aws-sdk/client-batch";
import type { Compute, Job, JobRequest, JobState } from "@medhelm/core/ports";
import { isInterruption } from "@medhelm/core/jobs/job";
import { jobNames, jobPlace } from "@medhelm/core/jobs/job-places";
import { reasonOf, WORKER } from "./batch/reason.ts";
import { INSIDE_RETRIES, noResendOfLostReply, unwrapLostReply } from "../objects/lost-reply.ts";

/**
 * Settings of a Batch client whose calls end within 25 seconds, retries included. Before its claim ends, the dispatcher must know whether a job was
 * submitted.
 */
export const BATCH_CLIENT = {
  maxAttempts: 3,
  requestHandler: { connectionTimeout: 2000, requestTimeout: 5000, throwOnRequestTimeout: true },
} as const;

export interface BatchComputeOptions {
  /** Called at the first use. */
  readonly client: () => BatchClient;
  /** The prefix of the names of queues and job definitions (MEDHELM_JOB_PREFIX). */
  readonly prefix: string;
  /** The GPU class of each deployment with `served`, by the deployment's name. */
  readonly gpuClassOf: ReadonlyMap<string, string>;
}

/**
 * Jobs in AWS Batch. Job names are not unique there, so a submission with a lost reply is not repeated; the caller looks the job up by
 * its name. A new job may take a second to appear. Batch keeps an ended job for a week.
 */
export function batchCompute({ client, prefix, gpuClassOf }: BatchComputeOptions): Compute {
  const queues = [
    jobNames.cpuQueue(prefix),
    ...[...new Set(gpuClassOf.values())].map((gpuClass) => jobNames.gpuQueue(prefix, gpuClass)),
  ];
  const details = async (ids: readonly string[]): Promise<JobDetail[]> => {
    const found: JobDetail[] = [];
    for (let at = 0; at < ids.length; at += MAX_DESCRIBED) {
      const command = new DescribeJobsCommand({ jobs: ids.slice(at, at + MAX_DESCRIBED) });
      found.push(...((await client().send(command)).jobs ?? []));
    }
    return found;
  };
  const describeAll = async (ids: readonly string[]): Promise<ReadonlyMap<string, Job>> => {
    const jobs = new Map<string, Job>();
    for (const detail of await details(ids)) {
      const { jobId: id, jobName: name = "" } = detail;
      const state = stateOf(detail);
      if (id !== undefined)
        jobs.set(id, { id, name, state, ...(state === "failed" ? { reason: await whyFailed(detail) } : {}) });
    }
    return jobs;
  };
  const describe = async (id: string): Promise<Job | undefined> => (await describeAll([id])).get(id);
  const whyFailed = async (job: JobDetail): Promise<string> => {
    if (job.arrayProperties?.size === undefined || job.statusReason?.startsWith("cancelled: ")) return reasonOf(job);
    const failed = await client().send(new ListJobsCommand({ arrayJobId: job.jobId, jobStatus: "FAILED" }));
    const ids = (failed.jobSummaryList ?? []).flatMap(({ jobId }) => jobId ?? []).slice(0, MAX_DESCRIBED);
    const reasons = (await details(ids))
      .toSorted((a, b) => indexOf(a) - indexOf(b))
      .map((child) => `child ${indexOf(child)}: ${reasonOf(child)}`);
    return reasons.find((reason) => !isInterruption(reason)) ?? reasons[0] ?? reasonOf(job);
  };

  return {
    describe,
    describeAll,
    async submit(request) {
      const { definition, queue, shareIdentifier } = jobPlace(request, { prefix, gpuClassOf });
      const command = new SubmitJobCommand({
        jobName: request.name,
        jobDefinition: definition,
        jobQueue: queue,
        shareIdentifier,
        schedulingPriorityOverride: 0, // the jobs of one share run in the order of their submission
        ...overrides(request),
        ...arrayProperties(request.arraySize),
      });
      command.middlewareStack.add(noResendOfLostReply, INSIDE_RETRIES);
      try {
        const { jobId } = await client().send(command);
        if (jobId === undefined) throw new Error(`AWS Batch returned no id for the job ${request.name}`);
        return { id: jobId };
      } catch (error) {
        throw unwrapLostReply(error);
      }
    },
    async findByName(name) {
      const found = (await Promise.all(queues.map((queue) => summaries(client(), queue, name)))).flat();
      const newestFirst = found.toSorted((a, b) => (b.createdAt ?? 0) - (a.createdAt ?? 0));
      const ids = newestFirst.flatMap(({ jobId }) => jobId ?? []);
      const jobs = ids.length === 0 ? undefined : await describeAll(ids);
      return ids.flatMap((id) => jobs?.get(id) ?? []);
    },
    /** Has no effect on a job that has ended. */
    async cancel(id, reason) {
      await client().send(new TerminateJobCommand({ jobId: id, reason: `cancelled: ${reason}` }));
    },
  };
}

/** The limit of Batch for one request. */
const MAX_DESCRIBED = 100;
const indexOf = (job: JobDetail): number => job.arrayProperties?.index ?? 0;

/** The jobs of this name in every state. Batch's own filter ignores upper and lower case. */
async function summaries(client: BatchClient, jobQueue: string, name: string): Promise<JobSummary[]> {
  const found: JobSummary[] = [];
  let nextToken: string | undefined;
  do {
    const filters = [{ name: "JOB_NAME", values: [name] }];
    const page = await client.send(
      new ListJobsCommand({ jobQueue, filters, ...(nextToken === undefined ? {} : { nextToken }) }),
    );
    found.push(...(page.jobSummaryList ?? []).filter(({ jobName }) => jobName === name));
    ({ nextToken } = page);
  } while (nextToken !== undefined);
  return found;
}

function stateOf({ status, arrayProperties }: JobDetail): JobState {
  if (status === "SUCCEEDED") return "succeeded";
  if (status === "FAILED") return "failed";
  // An array job stays pending while its children run.
  const { RUNNING = 0, STARTING = 0 } = arrayProperties?.statusSummary ?? {};
  return status === "RUNNING" || RUNNING + STARTING > 0 ? "running" : "waiting";
}

function overrides({ served, environment: names }: JobRequest) {
  const environment = Object.entries(names).map(([name, value]) => ({ name, value }));
  return served === undefined
    ? { containerOverrides: { environment } }
    : { ecsPropertiesOverride: { taskProperties: [{ containers: [{ name: WORKER, environment }] }] } };
}

/** An array job of Batch has at least two children, so a single child becomes a job without an index. */
const arrayProperties = (size: number | undefined) =>
  size === undefined || size < 2 ? {} : { arrayProperties: { size } };
