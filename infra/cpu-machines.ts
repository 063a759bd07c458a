// Machines without GPUs: Fargate Spot first, then Fargate. A worker that AWS reclaims loses only its requests in flight.
// batch.ts says why these are not components of sst.
import { fairShare } from "./fair-share.ts";
import { jobPrefix, tags } from "./names.ts";
import { workerNetwork } from "./network.ts";
import { jobNames } from "@medhelm/core/jobs/job-places";

const MAX_VCPUS = 64;

const environment = (name: string, type: "FARGATE_SPOT" | "FARGATE") =>
  new aws.batch.ComputeEnvironment(name, {
    type: "MANAGED",
    computeResources: { type, maxVcpus: MAX_VCPUS, ...workerNetwork },
    tags,
  });

export const cpuQueue = fairShare("CpuQueue", jobNames.cpuQueue(jobPrefix), [
  environment("CpuSpot", "FARGATE_SPOT"),
  environment("CpuOnDemand", "FARGATE"),
]);
