// Jobs that run longer than a Lambda can. They are Pulumi's own resources, because sst has no Batch component. Its Cluster, Service and Task run
// containers on Fargate. They have no queue, no share of each owner, no Spot with retries and no GPUs.
// The dispatcher finds a job definition by its name in core/src/jobs/job-places.ts.
//
// The containers of a task share its job role, so that the model server has the permissions of the worker.
import { jobNames } from "@medhelm/core/jobs/job-places";
import { organisations, secretSubsets } from "./conf.ts";
import { gpuJobs } from "./gpu-jobs.ts";
import {
  cpuExecutionRole,
  aggregateRole,
  pullExecutionRole,
  pullRole,
  releaseRole,
  secretsOf,
  siteRole,
  workerRole,
} from "./job-roles.ts";
import {
  aggregateEnvironment,
  logTo,
  pullEnvironment,
  releaseEnvironment,
  siteEnvironment,
  workerEnvironment,
} from "./job-environment.ts";
import { retries } from "./job-retries.ts";
import { jobPrefix, tags } from "./names.ts";
import { hubToken } from "./secrets.ts";
import { workerImage } from "./worker-image.ts";

interface CpuJob {
  name: string;
  /** first argument of the image; it names the program */
  program: "worker" | "aggregate" | "release" | "site" | "pull-weights";
  vcpus: number;
  memoryMb: number;
  hours: number;
  jobRole: $util.Input<string>;
  executionRole: $util.Input<string>;
  environment: { name: string; value: $util.Input<string> }[];
  secrets?: { variable: string; arn: $util.Input<string> }[];
}

/** A job on Fargate, which encrypts its disk. */
const cpuJob = ({ name, program, vcpus, memoryMb, hours, jobRole, executionRole, environment, secrets = [] }: CpuJob) =>
  new aws.batch.JobDefinition(name.slice(jobPrefix.length + 1), {
    name,
    type: "container",
    platformCapabilities: ["FARGATE"],
    propagateTags: true,
    timeout: { attemptDurationSeconds: hours * 3600 },
    retryStrategy: retries,
    containerProperties: $jsonStringify({
      image: workerImage().image,
      command: [program],
      executionRoleArn: executionRole,
      jobRoleArn: jobRole,
      resourceRequirements: [
        { type: "VCPU", value: String(vcpus) },
        { type: "MEMORY", value: String(memoryMb) },
      ],
      networkConfiguration: { assignPublicIp: "ENABLED" },
      runtimePlatform: { operatingSystemFamily: "LINUX", cpuArchitecture: "X86_64" },
      logConfiguration: logTo(program),
      environment,
      secrets: secrets.map(({ variable, arn }) => ({ name: variable, valueFrom: arn })),
    }),
    tags,
  });

/** Jobs for hosted models: one definition for each set of secrets and each organisation. */
const executionRoles = secretSubsets.map((names) => ({ names, role: cpuExecutionRole(names) }));
for (const organisation of organisations)
  for (const { names, role } of executionRoles)
    cpuJob({
      name: jobNames.cpuWorker(jobPrefix, { secrets: names, ...(organisation !== undefined && { organisation }) }),
      program: "worker",
      vcpus: 1,
      memoryMb: 4096,
      hours: 24,
      jobRole: workerRole(organisation),
      executionRole: role,
      environment: workerEnvironment({ organisation }),
      secrets: secretsOf(names),
    });

gpuJobs();

const withoutSecrets = executionRoles.find(({ names }) => names.length === 0)?.role;
if (withoutSecrets === undefined) throw new Error("the empty set is a subset of every set");

/** Aggregates runs that are too large for functions/aggregate. */
cpuJob({
  name: jobNames.aggregate(jobPrefix),
  program: "aggregate",
  vcpus: 4,
  memoryMb: 16_384,
  hours: 6,
  jobRole: aggregateRole,
  executionRole: withoutSecrets,
  environment: aggregateEnvironment(),
});

/** Builds the files of a release. A child of its array job loads a part of the runs. */
cpuJob({
  name: jobNames.release(jobPrefix),
  program: "release",
  vcpus: 1,
  memoryMb: 4096,
  hours: 2,
  jobRole: releaseRole,
  executionRole: withoutSecrets,
  environment: releaseEnvironment(),
});

cpuJob({
  name: jobNames.site(jobPrefix),
  program: "site",
  vcpus: 2,
  memoryMb: 8192,
  hours: 2,
  jobRole: siteRole,
  executionRole: withoutSecrets,
  environment: siteEnvironment(),
});

/** Copies weights from the hub to the models bucket. The operator starts it with the name of a deployment. */
cpuJob({
  name: jobNames.pullWeights(jobPrefix),
  program: "pull-weights",
  vcpus: 2,
  memoryMb: 4096,
  hours: 12,
  jobRole: pullRole,
  executionRole: pullExecutionRole,
  environment: pullEnvironment(),
  secrets: [hubToken],
});
