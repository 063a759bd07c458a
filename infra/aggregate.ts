// Aggregate: S3 reports each new scenario_state.json to the queue; the function writes stats, pages and the manifest.
// If a run is too large for the function, it starts a Batch job with the same program.
import { jobNames } from "@medhelm/core/jobs/job-places";
import { service } from "./conf.ts";
import { cpuQueue } from "./cpu-machines.ts";
import { aggregatePermissions } from "./job-roles.ts";
import { indexTable, indexTableName } from "./index-table.ts";
import { lambda } from "./lambda.ts";
import { jobPrefix } from "./names.ts";
import { canSeeJobs, canSubmit, canUseIndex } from "./permissions.ts";
import { aggregate, atMost, timeoutsS } from "./queue.ts";
import { bucketNames, results } from "./storage.ts";

const subscriber = aggregate.queue.subscribe(
  lambda({
    name: "aggregate",
    reserved: service.reservedConcurrency.Aggregate,
    timeoutS: timeoutsS.aggregate,
    memory: "2048 MB",
    environment: { ...bucketNames, ...indexTableName, MEDHELM_JOB_PREFIX: jobPrefix },
    permissions: [
      ...aggregatePermissions,
      ...canUseIndex(indexTable, ["submission/*", "waiting/*", "starts"]), // as the job, and to claim the start of a job
      ...canSubmit([jobNames.aggregate(jobPrefix)], [cpuQueue.arn]),
      ...canSeeJobs,
    ],
  }),
  // Each call takes one run, so that a large run does not use up the time of others.
  { batch: { size: 1, partialResponses: true }, transform: atMost(100) },
);
export const aggregateFunction = subscriber.nodes.function;

// The queue policy of sst's bucket.notify() lets S3, SNS and EventBridge of any account send. This one allows only this bucket.
const policy = new aws.sqs.QueuePolicy("AggregateQueuePolicy", {
  queueUrl: aggregate.queue.url,
  policy: $jsonStringify({
    Version: "2012-10-17",
    Statement: [
      {
        Effect: "Allow",
        Principal: { Service: "s3.amazonaws.com" },
        Action: "sqs:SendMessage",
        Resource: aggregate.queue.arn,
        Condition: { ArnEquals: { "aws:SourceArn": results.arn } },
      },
    ],
  }),
});

new aws.s3.BucketNotification(
  "RunFinished",
  {
    bucket: results.name,
    // AWS Backup turns this on for itself, and this resource would turn it off again at the next deploy
    eventbridge: service.storage.backupDays !== undefined,
    queues: [
      {
        id: "run-finished",
        queueArn: aggregate.queue.arn,
        events: ["s3:ObjectCreated:*"],
        filterPrefix: "runs/",
        filterSuffix: "/scenario_state.json",
      },
    ],
  },
  { dependsOn: [policy] }, // S3 sends a test message to the queue when the notification is created
);
