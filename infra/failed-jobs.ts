// Counts the jobs that failed, which Batch itself does not. Each event is kept in a log group, so that the operator sees the reasons of
// several jobs side by side. The Bus of sst subscribes functions and queues, but no log group.
import type { Measured } from "./alarm.ts";
import { jobQueueArns } from "./job-queues.ts";
import { jobPrefix } from "./names.ts";

const failed = new aws.cloudwatch.EventRule("JobFailed", {
  description: "a job of this stack has failed, and nobody cancelled it",
  eventPattern: $jsonStringify({
    source: ["aws.batch"],
    "detail-type": ["Batch Job State Change"],
    detail: {
      status: ["FAILED"],
      statusReason: [{ "anything-but": { prefix: "cancelled: " } }], // packages/adapters/src/compute/batch.ts
      jobQueue: jobQueueArns,
    },
  }),
});

// EventBridge accepts only log groups whose name begins with /aws/events/
const log = new aws.cloudwatch.LogGroup("FailedJobsLog", {
  name: `/aws/events/${jobPrefix}/failed-jobs`,
  retentionInDays: 30,
});

const policy = new aws.cloudwatch.LogResourcePolicy("FailedJobsPolicy", {
  policyName: `${jobPrefix}-failed-jobs`,
  policyDocument: $jsonStringify({
    Version: "2012-10-17",
    Statement: [
      {
        Effect: "Allow",
        Principal: { Service: ["events.amazonaws.com", "delivery.logs.amazonaws.com"] },
        Action: ["logs:CreateLogStream", "logs:PutLogEvents"],
        Resource: $interpolate`${log.arn}:*`,
      },
    ],
  }),
});

new aws.cloudwatch.EventTarget("JobFailedTarget", { rule: failed.name, arn: log.arn }, { dependsOn: [policy] });

/** The metric `Invocations` counts the events that the rule passed on. */
export const ofFailedJobs: Measured = { namespace: "AWS/Events", dimensions: { RuleName: failed.name } };
