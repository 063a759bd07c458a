// Aggregate: a finished run's scenario_state.json is created -> S3 event -> queue -> stats, pages, manifest. A run that is too large
// for the function becomes a Batch job of the same program.
import { jobNames } from "@medhelm/core/jobs/job-places";
import { cpuQueue } from "./cpu-machines.ts";
import { aggregatePermissions } from "./job-roles.ts";
import { lambda } from "./lambda.ts";
import { jobPrefix } from "./names.ts";
import { canSeeJobs, canSubmit } from "./permissions.ts";
import { aggregate, atMost, timeoutsS } from "./queue.ts";
import { bucketNames, results } from "./storage.ts";

aggregate.queue.subscribe(
  lambda({
    name: "aggregate",
    timeoutS: timeoutsS.aggregate,
    memory: "2048 MB",
    environment: { ...bucketNames, MEDHELM_JOB_PREFIX: jobPrefix },
    permissions: [
      ...aggregatePermissions,
      ...canSubmit([jobNames.aggregate(jobPrefix)], [cpuQueue.arn]),
      ...canSeeJobs,
    ],
  }),
  // one run a call: a large one must not take the others' time
  { batch: { size: 1, partialResponses: true }, transform: atMost(100) },
);

// Not sst's bucket.notify(): its queue policy lets any account's S3, SNS and EventBridge send. Here only this bucket may.
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
  { dependsOn: [policy] }, // S3 tries the queue when the notification is set
);
