// Failure: reads dead letters and the ends of Batch jobs. It records the reason for the user, and the cost of the job.
import { service } from "./conf.ts";
import { indexTable, indexTableName } from "./index-table.ts";
import { jobQueueArns } from "./job-queues.ts";
import { lambda } from "./lambda.ts";
import { canReceive, canRead, canSend, canUseIndex, canWrite } from "./permissions.ts";
import { aggregate, atMost, dispatch, lostJobEvents, release, timeoutsS } from "./queue.ts";
import { siteBucket, siteBucketName } from "./site.ts";
import { bucketNames, results, scratch } from "./storage.ts";

const deadLetters = [dispatch, aggregate, release].map((queue) => queue.deadLetters);

export const failure = new sst.aws.Function(
  "Failure",
  lambda({
    name: "failure",
    reserved: service.reservedConcurrency.Failure,
    timeoutS: timeoutsS.failure,
    environment: {
      ...bucketNames,
      ...indexTableName,
      ...siteBucketName,
      MEDHELM_DISPATCH_QUEUE: dispatch.queue.url,
      MEDHELM_RELEASE_QUEUE: release.queue.url,
      MEDHELM_DEAD_LETTERS: $jsonStringify({
        dispatch: dispatch.deadLetters.arn,
        aggregate: aggregate.deadLetters.arn,
        release: release.deadLetters.arn,
      }),
    },
    permissions: [
      ...canReceive(...deadLetters),
      ...canRead(results, "submissions/", "jobs/", "runs/", "owners/"),
      ...canRead(results, "releases/", "release-requests/", "release-failures/"), // the state of a release
      ...canWrite(results, "submissions/", "owners/", "release-failures/", "dead-letters/"), // owners/ holds the cost of a GPU job
      ...canRead(scratch, "work/"),
      ...canWrite(scratch, "work/"),
      ...canRead(siteBucket, "r/"), // a release that has a site did not fail
      ...canUseIndex(indexTable, [
        "submission/*",
        "waiting/*", // the states of failed runs
        "owner/*", // the cost of a GPU job, and the state of a release
        "releases",
        "releases/*",
      ]),
      ...canSend(dispatch.queue, release.queue), // makes the dispatcher look at the ended job
      ...canSend(lostJobEvents), // Lambda itself sends there with this role
    ],
  }),
);

for (const queue of deadLetters)
  queue.subscribe(failure.arn, { batch: { size: 10, partialResponses: true }, transform: atMost(2) });

// Includes SUCCEEDED, because the time of a machine gives the cost of its GPU job. Batch sends its events to the account's default bus.
const ended = sst.aws.Bus.get("Events", "default").subscribe("JobEnded", failure.arn, {
  pattern: {
    source: ["aws.batch"],
    detailType: ["Batch Job State Change"],
    detail: { status: ["FAILED", "SUCCEEDED"], jobQueue: jobQueueArns },
  },
  transform: {
    target: {
      retryPolicy: { maximumEventAgeInSeconds: 24 * 3600, maximumRetryAttempts: 185 },
      deadLetterConfig: { arn: lostJobEvents.arn },
    },
  },
});
new aws.sqs.QueuePolicy("LostJobEventsPolicy", {
  queueUrl: lostJobEvents.url,
  policy: $jsonStringify({
    Version: "2012-10-17",
    Statement: [
      {
        Effect: "Allow",
        Principal: { Service: "events.amazonaws.com" },
        Action: "sqs:SendMessage",
        Resource: lostJobEvents.arn,
        Condition: { ArnEquals: { "aws:SourceArn": ended.apply(({ nodes }) => nodes.rule.arn) } },
      },
    ],
  }),
});
// Keeps an event that Lambda accepted and the function failed to process. sst sets the retries of a function, and no destination.
new aws.lambda.FunctionEventInvokeConfig("JobEndedRetries", {
  functionName: failure.name,
  maximumRetryAttempts: 2,
  destinationConfig: { onFailure: { destination: lostJobEvents.arn } },
});
