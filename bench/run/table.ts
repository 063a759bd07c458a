import type { Measured } from "./measure.ts";

const HEAD = `| requests | in flight | latency, ms | wall, s | bound, s | CPU, ms a request | bare client, ms | ratio | bare client, requests/s | peak, MiB | disk, times the input |
|---|---|---|---|---|---|---|---|---|---|---|`;

/** How much more CPU time a request takes than in the bare client. */
export const ratioOf = ({ cpuMs, bareCpuMs }: Measured): number => cpuMs / bareCpuMs;

export const tableOf = (measured: readonly Measured[]): string => [HEAD, ...measured.map(row)].join("\n");

function row(one: Measured): string {
  const cells = [
    one.requests,
    one.concurrency,
    one.latencyMs,
    `${one.wallSeconds.toFixed(2)}${one.wallSeconds > one.boundSeconds ? " (over)" : ""}`,
    one.boundSeconds.toFixed(2),
    one.cpuMs.toFixed(3),
    one.bareCpuMs.toFixed(3),
    ratioOf(one).toFixed(1),
    Math.round(one.bareRate),
    Math.round(one.peakMiB),
    one.diskTimes.toFixed(1),
  ];
  return `| ${cells.join(" | ")} |`;
}
