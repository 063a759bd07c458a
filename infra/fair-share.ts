// Batch divides machine time between owners, and between the pools of the served deployments. batch.ts says why these are not components of sst.
import { FURTHER_SHARE } from "@medhelm/core/jobs/job-places";
import { tags } from "./names.ts";

const HOUR_S = 3600;

/** All queues share this policy: machine time of the last day lowers the priority of its share, and recent time counts more. */
const policy = new aws.batch.SchedulingPolicy("FairShare", {
  // every job names the share of its owner or pool (core/src/jobs/job-places.ts); an identifier that is not listed here has the weight 1
  fairSharePolicy: {
    computeReservation: 0,
    shareDecaySeconds: 24 * HOUR_S,
    // a second of a further worker counts as much as 1,000 of others: Batch gives machines to the share with the least time
    shareDistributions: [{ shareIdentifier: FURTHER_SHARE, weightFactor: 999.9999 }],
  },
});

/** A queue that shares its machines between owners. Batch uses the first environment that has room. */
export const fairShare = (name: string, queueName: string, environments: aws.batch.ComputeEnvironment[]) =>
  new aws.batch.JobQueue(name, {
    name: queueName,
    state: "ENABLED",
    priority: 1,
    schedulingPolicyArn: policy.arn,
    computeEnvironmentOrders: environments.map(({ arn }, i) => ({ order: i + 1, computeEnvironment: arn })),
    // A job that fits no machine would wait forever. Batch cancels it, and the user reads the reason.
    jobStateTimeLimitActions: [
      "MISCONFIGURATION:COMPUTE_ENVIRONMENT_MAX_RESOURCE",
      "MISCONFIGURATION:JOB_RESOURCE_REQUIREMENT",
    ].map((reason) => ({ reason, state: "RUNNABLE", maxTimeSeconds: HOUR_S, action: "CANCEL" })),
    tags,
  });
