import { tags } from "./names.ts";

const HOUR_S = 3600;

/** One policy for all queues: what an owner used in the last day counts against him, half of it after some hours. */
const policy = new aws.batch.SchedulingPolicy("FairShare", {
  // every job names its owner (core/run/job-places.ts); identifiers that are not listed weigh 1
  fairSharePolicy: { computeReservation: 0, shareDecaySeconds: 24 * HOUR_S, shareDistributions: [] },
});

/** A queue that shares its machines between owners. The environments are tried in their order: the first that has room. */
export const fairShare = (name: string, queueName: string, environments: aws.batch.ComputeEnvironment[]) =>
  new aws.batch.JobQueue(name, {
    name: queueName,
    state: "ENABLED",
    priority: 1,
    schedulingPolicyArn: policy.arn,
    computeEnvironmentOrders: environments.map(({ arn }, i) => ({ order: i + 1, computeEnvironment: arn })),
    // a job that no machine here could ever take would wait for ever: it fails, and its user reads why
    jobStateTimeLimitActions: [
      "MISCONFIGURATION:COMPUTE_ENVIRONMENT_MAX_RESOURCE",
      "MISCONFIGURATION:JOB_RESOURCE_REQUIREMENT",
    ].map((reason) => ({ reason, state: "RUNNABLE", maxTimeSeconds: HOUR_S, action: "CANCEL" })),
    tags,
  });
