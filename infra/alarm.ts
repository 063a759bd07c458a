// The form of every alarm. docs/operate.md says under "Alarms" what to do about each; test/infra compares the two. sst has no component for alarms.
import { topic } from "./topic.ts";

/** A resource that CloudWatch measures, named by its dimensions. */
export interface Measured {
  namespace: string;
  dimensions: Record<string, $util.Input<string>>;
}

interface Measure {
  metricName: string;
  statistic: "Maximum" | "Sum";
  threshold: number;
  period?: number;
}

/** All alarms of the stack, for its dashboard. */
export const alarms: aws.cloudwatch.MetricAlarm[] = [];

/** Reports to the topic when the measure is larger than its threshold, and when it no longer is. */
export function alarm(name: string, meaning: string, of: Measured, measure: Measure): void {
  alarms.push(
    new aws.cloudwatch.MetricAlarm(name, {
      period: 300,
      ...measure,
      ...of,
      alarmDescription: `${meaning} See docs/operate.md, "Alarms", ${name}.`,
      evaluationPeriods: 1,
      comparisonOperator: "GreaterThanThreshold",
      treatMissingData: "notBreaching", // AWS reports no data for an idle queue
      alarmActions: [topic.arn],
      okActions: [topic.arn],
    }),
  );
}

export const ofQueue = (queue: sst.aws.Queue): Measured => ({
  namespace: "AWS/SQS",
  dimensions: { QueueName: queue.nodes.queue.name },
});

export const ofFunction = (name: $util.Input<string>): Measured => ({
  namespace: "AWS/Lambda",
  dimensions: { FunctionName: name },
});
