// The job of a served deployment: one task with three containers, which uses all GPUs of one machine.
//   weights  copies models/<repo>@<revision>/ from the bucket to the machine and ends
//   server   runs vLLM or llama.cpp after the copy. It is not essential, so that the worker can report its failure. Its image
//            (infra/server-image) writes its log and its exit status to a folder that the worker reads
//   worker   waits until the server is healthy, works on the runs, and ends the job
// The containers share that folder and the host's network, the only mode of Batch on EC2. The server listens on 127.0.0.1 only.
// batch.ts says why this is not a component of sst.
import { keys } from "@medhelm/core/store/object-keys";
import { jobNames } from "@medhelm/core/jobs/job-places";
import { gpuClasses, organisations, type ServedDeployment } from "./conf.ts";
import { WEIGHTS_ON_HOST } from "./gpu-machines.ts";
import { logTo, SERVER_FOLDER, weightsEnvironment, workerEnvironment } from "./job-environment.ts";
import { retries } from "./job-retries.ts";
import { gpuExecutionRole, workerRole } from "./job-roles.ts";
import { jobPrefix, tags } from "./names.ts";
import { serverCommand } from "./server-command.ts";
import { serverImage, workerImage } from "./worker-image.ts";

const WEIGHTS = "/weights"; // in the containers
const WORKER = { vcpus: 1, memoryMb: 4096 };
const COPY = { vcpus: 1, memoryMb: 2048 };
/** The agent of ECS and the system use the rest. */
const SHARE_OF_MEMORY = 0.9;

type GpuClass = (typeof gpuClasses)[number];

export function gpuJobs() {
  for (const gpuClass of gpuClasses)
    for (const deployment of gpuClass.deployments)
      for (const organisation of organisations) gpuJob(gpuClass, deployment, organisation);
}

function gpuJob(gpuClass: GpuClass, deployment: ServedDeployment, organisation: string | undefined) {
  const name = jobNames.gpuWorker(jobPrefix, deployment.name, organisation);
  return new aws.batch.JobDefinition(name.slice(jobPrefix.length + 1), {
    name,
    type: "container",
    platformCapabilities: ["EC2"],
    propagateTags: true,
    timeout: { attemptDurationSeconds: 24 * 3600 },
    retryStrategy: retries,
    ecsProperties: $jsonStringify({
      taskProperties: [
        {
          executionRoleArn: gpuExecutionRole,
          taskRoleArn: workerRole(organisation),
          volumes: [
            { name: "weights", host: { sourcePath: WEIGHTS_ON_HOST } }, // kept, because the next job on this machine may need the same weights
            { name: "server", host: {} }, // belongs to this job; Docker chooses the place
          ],
          containers: [
            weightsContainer(deployment),
            serverContainer(gpuClass, deployment),
            workerContainer(deployment, organisation),
          ],
        },
      ],
    }),
    tags,
  });
}

/** "Qwen/Qwen3-8B@<revision>" */
const weightsOf = ({ served }: ServedDeployment) =>
  keys
    .weights(served.repo, served.revision)
    .replace(/^models\//, "")
    .replace(/\/$/, "");

function weightsContainer(deployment: ServedDeployment) {
  return {
    name: "weights",
    image: workerImage().image,
    command: ["weights", weightsOf(deployment), WEIGHTS],
    essential: false, // Batch allows no essential container on which others depend
    ulimits,
    resourceRequirements: resources(COPY),
    mountPoints: [{ sourceVolume: "weights", containerPath: WEIGHTS, readOnly: false }],
    environment: weightsEnvironment(),
    logConfiguration: logTo("weights"),
  };
}

function serverContainer(gpuClass: GpuClass, deployment: ServedDeployment) {
  const memoryMb = Math.floor(SHARE_OF_MEMORY * gpuClass.memoryMb) - WORKER.memoryMb - COPY.memoryMb;
  return {
    name: "server",
    image: serverImage(deployment.served).image,
    command: serverCommand(gpuClass, deployment, `${WEIGHTS}/${weightsOf(deployment)}`),
    essential: false,
    dependsOn: [{ containerName: "weights", condition: "SUCCESS" }],
    ulimits,
    resourceRequirements: [
      ...resources({ vcpus: gpuClass.vcpus - WORKER.vcpus - COPY.vcpus, memoryMb }),
      { type: "GPU", value: String(gpuClass.gpus) },
    ],
    linuxParameters: { sharedMemorySize: Math.floor(memoryMb / 4) }, // the processes of the GPUs exchange tensors there
    mountPoints: [
      { sourceVolume: "weights", containerPath: WEIGHTS, readOnly: true },
      { sourceVolume: "server", containerPath: SERVER_FOLDER, readOnly: false },
    ],
    environment: [
      { name: "MEDHELM_SERVER_FOLDER", value: SERVER_FOLDER },
      ...["HF_HUB_OFFLINE", "TRANSFORMERS_OFFLINE", "VLLM_NO_USAGE_STATS", "DO_NOT_TRACK"].map((name) => ({
        name,
        value: "1", // the server downloads and reports nothing
      })),
    ],
    logConfiguration: logTo("server"),
  };
}

function workerContainer({ name }: ServedDeployment, organisation: string | undefined) {
  return {
    name: "worker",
    image: workerImage().image,
    command: ["worker"],
    essential: true,
    dependsOn: [{ containerName: "server", condition: "START" }],
    ulimits,
    resourceRequirements: resources(WORKER),
    mountPoints: [{ sourceVolume: "server", containerPath: SERVER_FOLDER, readOnly: true }],
    environment: workerEnvironment({ served: name, organisation }),
    logConfiguration: logTo("worker"),
  };
}

/** A core dump would hold prompts, answers and keys. */
const ulimits = [{ name: "core", softLimit: 0, hardLimit: 0 }];

const resources = ({ vcpus, memoryMb }: { vcpus: number; memoryMb: number }) => [
  { type: "VCPU", value: String(vcpus) },
  { type: "MEMORY", value: String(memoryMb) },
];
