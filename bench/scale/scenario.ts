/** The largest use of a limit by a function or a job. */
export interface Use {
  /** e.g. "sweep" */
  readonly of: string;
  readonly value: number;
  readonly limit: number;
  readonly unit: "s" | "MB" | "requests/s";
}

/** One line of the table of year.ts. */
export interface Scenario {
  readonly name: string;
  readonly hours: number;
  /** of hosted models, GPUs and Fargate; absent: a call, which has none */
  readonly workUsd?: number;
  /** of requests and functions */
  readonly serviceUsd: number;
  readonly s3Requests: number;
  readonly indexRequests: number;
  readonly queueRequests: number;
  readonly uses: readonly [Use, ...Use[]];
  /** the same work on commit 4b341c7, before decisions 0012 to 0015 */
  readonly before: string;
}

const shareOf = ({ value, limit }: Use): number => value / limit;

/** The use that is closest to its limit. */
export const closest = ({ uses }: Scenario): Use => uses.reduce((a, b) => (shareOf(b) > shareOf(a) ? b : a));

/** The scenarios that pass half of a limit. */
export const passHalf = (scenarios: readonly Scenario[]): Scenario[] =>
  scenarios.filter((scenario) => shareOf(closest(scenario)) > 0.5);

const HEAD = [
  "",
  "hours",
  "models and machines, $",
  "requests and functions, $",
  "S3 requests",
  "index requests",
  "queue requests",
  "closest to its limit",
  "of the limit, %",
  "before",
];

/** A Markdown table with one line per scenario. */
export function scenarioTable(scenarios: readonly Scenario[]): string {
  const rows = scenarios.map((scenario) => {
    const { of, value, limit, unit } = closest(scenario);
    return [
      scenario.name,
      shown(scenario.hours),
      scenario.workUsd === undefined ? "" : shown(scenario.workUsd),
      shown(scenario.serviceUsd),
      ...[scenario.s3Requests, scenario.indexRequests, scenario.queueRequests].map((n) => shown(Math.round(n))),
      `${of}: ${shown(value)} of ${shown(limit)} ${unit}`,
      ((100 * value) / limit).toFixed(1),
      scenario.before,
    ];
  });
  return [HEAD, HEAD.map((_, i) => (i === 0 || i >= 7 ? "---" : "---:")), ...rows]
    .map((cells) => `| ${cells.join(" | ")} |`)
    .join("\n");
}

const shown = (value: number): string =>
  value >= 100 || Number.isInteger(value)
    ? Math.round(value).toLocaleString("en-GB")
    : String(Number(value.toPrecision(2)));
