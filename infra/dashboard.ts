// One dashboard with what the operator looks at first when an alarm comes. sst has no component for dashboards.
import { alarms, type Measured, ofFunction, ofQueue } from "./alarm.ts";
import { ofApi } from "./api.ts";
import { ofFailedJobs } from "./failed-jobs.ts";
import { functionNames } from "./function-names.ts";
import { jobPrefix } from "./names.ts";
import { aggregate, dispatch, lostJobEvents, release } from "./queue.ts";

const WIDTH = 24;
const HEIGHT = 6;
const COLUMNS = 3;

/** A line of a graph, as CloudWatch writes it: namespace, metric, dimensions in turn, and what to draw. */
const line = ({ namespace, dimensions }: Measured, metric: string, stat: string, label: string) => [
  namespace,
  metric,
  ...Object.entries(dimensions).flat(),
  { stat, label },
];

const queues = Object.entries({ Dispatch: dispatch, Aggregate: aggregate, Release: release });
const functions = Object.entries(functionNames);

const graphs: [title: string, metrics: unknown[]][] = [
  [
    "API: requests and refusals",
    [line(ofApi, "Count", "Sum", "all"), line(ofApi, "4xx", "Sum", "4xx"), line(ofApi, "5xx", "Sum", "5xx")],
  ],
  ["API: milliseconds", [line(ofApi, "Latency", "p50", "p50"), line(ofApi, "Latency", "p95", "p95")]],
  ["Jobs that failed", [line(ofFailedJobs, "Invocations", "Sum", "failed")]],
  ["Functions: errors", functions.map(([name, of]) => line(ofFunction(of), "Errors", "Sum", name))],
  ["Functions: throttles", functions.map(([name, of]) => line(ofFunction(of), "Throttles", "Sum", name))],
  ["Functions: milliseconds at p95", functions.map(([name, of]) => line(ofFunction(of), "Duration", "p95", name))],
  [
    "Queues: seconds of the oldest message",
    queues.map(([name, { queue }]) => line(ofQueue(queue), "ApproximateAgeOfOldestMessage", "Maximum", name)),
  ],
  [
    "Queues: messages that wait",
    queues.map(([name, { queue }]) => line(ofQueue(queue), "ApproximateNumberOfMessagesVisible", "Maximum", name)),
  ],
  [
    "Dead letters and lost events",
    [
      ...queues.map(([name, { deadLetters }]) => line(ofQueue(deadLetters), "NumberOfMessagesReceived", "Sum", name)),
      line(ofQueue(lostJobEvents), "ApproximateNumberOfMessagesVisible", "Maximum", "lost events"),
    ],
  ],
];

new aws.cloudwatch.Dashboard("Dashboard", {
  dashboardName: jobPrefix,
  dashboardBody: $jsonStringify({
    widgets: [
      {
        type: "alarm",
        width: WIDTH,
        height: 4,
        properties: { title: "Alarms (docs/operate.md)", alarms: alarms.map(({ arn }) => arn) },
      },
      ...graphs.map(([title, metrics], i) => ({
        type: "metric",
        width: WIDTH / COLUMNS,
        height: HEIGHT,
        x: (i % COLUMNS) * (WIDTH / COLUMNS),
        y: 4 + Math.floor(i / COLUMNS) * HEIGHT,
        properties: { title, metrics, period: 300, region: aws.getRegionOutput().region, view: "timeSeries" },
      })),
    ],
  }),
});
