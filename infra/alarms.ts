// Alarms for work that is stuck: old messages, too many messages, dead letters, and a function that fails.
import { aggregate, dispatch, lostJobEvents, release } from "./queue.ts";
import { sweep } from "./sweep.ts";
import { topic } from "./topic.ts";

const AGE_S = 3600;
const DEPTH = 1000;

interface Measure {
  metricName: string;
  statistic: "Maximum" | "Sum";
  threshold: number;
  period?: number;
}

const alarm = (
  name: string,
  alarmDescription: string,
  of: { namespace: string; dimensions: Record<string, $util.Input<string>> },
  measure: Measure,
) =>
  new aws.cloudwatch.MetricAlarm(name, {
    period: 300,
    ...measure,
    ...of,
    alarmDescription,
    evaluationPeriods: 1,
    comparisonOperator: "GreaterThanThreshold",
    treatMissingData: "notBreaching", // AWS reports no data for an idle queue
    alarmActions: [topic.arn],
    okActions: [topic.arn],
  });

const ofQueue = (queue: sst.aws.Queue) => ({
  namespace: "AWS/SQS",
  dimensions: { QueueName: queue.nodes.queue.name },
});
const age = { metricName: "ApproximateAgeOfOldestMessage", statistic: "Maximum", threshold: AGE_S } as const;

for (const [name, { queue, deadLetters }] of Object.entries({
  Dispatch: dispatch,
  Aggregate: aggregate,
  Release: release,
})) {
  alarm(`${name}Age`, `A message waits for ${name} for more than an hour.`, ofQueue(queue), age);
  alarm(`${name}Depth`, `More than ${DEPTH} messages wait for ${name}.`, ofQueue(queue), {
    metricName: "ApproximateNumberOfMessagesVisible",
    statistic: "Maximum",
    threshold: DEPTH,
  });
  // The number of visible messages stays 0, because functions/failure removes a dead letter before CloudWatch looks at the queue.
  // AWS does not count a dead letter as sent either.
  alarm(`${name}GivenUp`, `${name} gave a message up; the run's state has the reason.`, ofQueue(deadLetters), {
    metricName: "NumberOfMessagesReceived",
    statistic: "Sum",
    threshold: 0,
  });
  alarm(`${name}Unread`, `functions/failure cannot take ${name}'s dead letters.`, ofQueue(deadLetters), age);
}

alarm("JobEventsLost", "The end of a job was not recorded: its cost is missing.", ofQueue(lostJobEvents), {
  metricName: "ApproximateNumberOfMessagesVisible",
  statistic: "Maximum",
  threshold: 0,
});
alarm(
  "SweepFails",
  "The sweep fails: lost messages are not sent again.",
  { namespace: "AWS/Lambda", dimensions: { FunctionName: sweep.name } },
  { metricName: "Errors", statistic: "Sum", threshold: 2, period: 1800 },
);
