import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { alarmNames, readRunbook } from "../../scripts/alarm-runbook.ts";
import { all, json, one, root, sorted, stages, withoutSuffix } from "./program.ts";

const runbook = () => readRunbook(readFileSync(`${root}docs/operate.md`, "utf8"));
const metricAlarms = () =>
  all(stages.dev, "cloudwatch/metricAlarm:MetricAlarm").map(({ name, inputs }) => {
    const [of = ""] = Object.values(z.record(z.string(), z.string()).parse(inputs["dimensions"]));
    return { name, of: withoutSuffix(of), inputs };
  });

const alarmedFor = (metric: string) =>
  metricAlarms()
    .filter(({ inputs }) => inputs["metricName"] === metric)
    .map(({ of }) => of)
    .toSorted();

export function alarmCases(): void {
  describe("alarms", () => {
    test("every alarm has an entry in the runbook of docs/operate.md, and every entry has its alarm", () => {
      const entries = runbook();
      const names = alarmNames(stages.production);
      const lines = entries.map(({ alarm, meaning, action }) => `${alarm}: ${meaning}\n    ${action}`);
      process.stdout.write(`${names.length} alarms and their runbook\n${lines.join("\n")}\n`);
      expect(entries.map(({ alarm }) => alarm).toSorted()).toEqual(names);
      expect(entries.filter(({ meaning, action }) => meaning === "" || action === "")).toEqual([]);
    });

    test("report to one topic, and their text names the runbook", () => {
      for (const { name, inputs } of metricAlarms())
        expect(inputs).toMatchObject({
          alarmActions: [expect.stringMatching(/:Alarms$/)],
          okActions: [expect.stringMatching(/:Alarms$/)],
          treatMissingData: "notBreaching",
          comparisonOperator: "GreaterThanThreshold",
          alarmDescription: expect.stringContaining(`docs/operate.md, "Alarms", ${name}.`),
        });
      expect(one(stages.dev, "sns/topicSubscription:TopicSubscription", "AlarmEmail")).toMatchObject({
        protocol: "email",
        endpoint: "ops@example.org",
      });
    });

    test("report the age, depth and dead letters of each queue, and lost events", () => {
      const queues = ["Aggregate", "Dispatch", "Release"].flatMap((name) => [
        [`${name}Age`, "ApproximateAgeOfOldestMessage", 3600, `${name}Queue`],
        [`${name}Depth`, "ApproximateNumberOfMessagesVisible", 1000, `${name}Queue`],
        [`${name}GivenUp`, "NumberOfMessagesReceived", 0, `${name}DeadLettersQueue`],
        [`${name}Unread`, "ApproximateAgeOfOldestMessage", 3600, `${name}DeadLettersQueue`],
      ]);
      const seen = metricAlarms()
        .filter(({ inputs }) => inputs["namespace"] === "AWS/SQS")
        .map(({ name, of, inputs }) => [name, inputs["metricName"], inputs["threshold"], of]);
      expect(sorted(seen)).toEqual(
        sorted([...queues, ["JobEventsLost", "ApproximateNumberOfMessagesVisible", 0, "LostJobEventsQueue"]]),
      );
    });

    test("report errors and throttles of every function of the stack", () => {
      const functions = all(stages.dev, "lambda/function:Function").map(({ inputs }) => withoutSuffix(inputs["name"]));
      expect(alarmedFor("Errors")).toEqual(functions.toSorted());
      expect(alarmedFor("Throttles")).toEqual(functions.toSorted());
    });

    test("report 5xx of the API", () => {
      expect(one(stages.dev, "cloudwatch/metricAlarm:MetricAlarm", "ApiAnswers5xx")).toMatchObject({
        namespace: "AWS/ApiGateway",
        metricName: "5xx",
        dimensions: { ApiId: "ApiApi-id" },
        threshold: 10,
      });
    });

    test("report failed jobs, which a rule counts; a cancelled job does not count", () => {
      const rule = one(stages.dev, "cloudwatch/eventRule:EventRule", "JobFailed");
      expect(json(rule["eventPattern"], z.unknown())).toMatchObject({
        detail: { status: ["FAILED"], statusReason: [{ "anything-but": { prefix: "cancelled: " } }] },
      });
      expect(one(stages.dev, "cloudwatch/metricAlarm:MetricAlarm", "JobsFail")).toMatchObject({
        namespace: "AWS/Events",
        metricName: "Invocations",
        dimensions: { RuleName: "JobFailed" },
        threshold: 5,
        period: 3600,
      });
      expect(one(stages.dev, "cloudwatch/eventTarget:EventTarget", "JobFailedTarget")["arn"]).toBe(
        "arn:aws:logs:eu-central-1:123456789012:log-group:/aws/events/medhelm-dev/failed-jobs",
      );
    });

    test("the alarm of the bill uses the monthly budget of the configuration", () => {
      expect(one(stages.dev, "budgets/budget:Budget", "MonthlyBudget")).toMatchObject({
        budgetType: "COST",
        timeUnit: "MONTHLY",
        limitAmount: "120",
        limitUnit: "USD",
        notifications: [
          { notificationType: "ACTUAL", threshold: 80, subscriberSnsTopicArns: [expect.stringMatching(/:Alarms$/)] },
          {
            notificationType: "FORECASTED",
            threshold: 100,
            subscriberSnsTopicArns: [expect.stringMatching(/:Alarms$/)],
          },
        ],
      });
      expect(one(stages.production, "budgets/budget:Budget", "MonthlyBudget")["limitAmount"]).toBe("500");
    });
  });

  describe("the dashboard", () => {
    const Dashboard = z.object({
      widgets: z.array(
        z.object({
          type: z.string(),
          properties: z.object({
            alarms: z.array(z.string()).default([]),
            metrics: z.array(z.array(z.unknown())).default([]),
          }),
        }),
      ),
    });
    const widgets = () =>
      json(one(stages.dev, "cloudwatch/dashboard:Dashboard", "Dashboard")["dashboardBody"], Dashboard).widgets;

    test("shows the state of every alarm", () => {
      const [first] = widgets();
      expect(first?.properties.alarms).toHaveLength(all(stages.dev, "cloudwatch/metricAlarm:MetricAlarm").length);
    });

    test("draws the metric of every alarm", () => {
      const drawn = new Set(
        widgets().flatMap(({ properties }) =>
          properties.metrics.map(([namespace, metric]) => `${String(namespace)} ${String(metric)}`),
        ),
      );
      const alarmed = metricAlarms().map(
        ({ inputs }) => `${String(inputs["namespace"])} ${String(inputs["metricName"])}`,
      );
      expect([...new Set(alarmed)].filter((metric) => !drawn.has(metric))).toEqual([]);
    });
  });
}
