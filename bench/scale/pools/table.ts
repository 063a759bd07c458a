import type { Measured } from "./compare.ts";

/** The days of one number of submissions, simulated with different seeds. */
export interface Line {
  readonly count: number;
  readonly way: string;
  readonly days: readonly Measured[];
}

const HEAD = [
  "submissions a day",
  "way",
  "GPU hours",
  "GPU $",
  "CPU jobs",
  "CPU $",
  "asking, %",
  "loads of a model",
  "reclaims",
  "first request p50, h",
  "p95",
  "last answer p50, h",
  "p95",
];

/** A Markdown table: means of the days, and quantiles over the submissions of all days. */
export function table(lines: readonly Line[]): string {
  const rows = lines.map(({ count, way, days }) => {
    const mean = (of: (day: Measured) => number): number => days.reduce((sum, day) => sum + of(day), 0) / days.length;
    const first = days.flatMap(({ firstHours }) => firstHours);
    const last = days.flatMap(({ lastHours }) => lastHours);
    return [
      String(count),
      way,
      shown(mean(({ gpuHours }) => gpuHours)),
      shown(mean(({ usd }) => usd)),
      shown(mean(({ cpuJobs }) => cpuJobs)),
      shown(mean(({ cpuUsd }) => cpuUsd)),
      (100 * mean(({ asking }) => asking)).toFixed(0),
      shown(mean(({ loads }) => loads)),
      shown(mean(({ reclaims }) => reclaims)),
      ...[first, last].flatMap((hours) => [quantile(hours, 0.5), quantile(hours, 0.95)]).map((one) => one.toFixed(2)),
    ];
  });
  return [HEAD, HEAD.map((_, i) => (i === 1 ? "---" : "---:")), ...rows]
    .map((cells) => `| ${cells.join(" | ")} |`)
    .join("\n");
}

function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN;
}

const shown = (value: number): string => (value >= 100 ? Math.round(value).toLocaleString("en-GB") : value.toFixed(1));
