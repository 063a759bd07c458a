/**
 * node bench/scale/year.ts [--days 1,30,365] [--json]
 *
 * Simulates a service on AWS after days of 1,000 submissions each: the real sweep and the real API over that history, in simulated time.
 * Each line is compared with the limit of its function.
 */
import { parseArgs } from "node:util";
import { z } from "zod";
import { measureDays, type YearLine } from "./measure-days.ts";

const { values } = parseArgs({
  options: { days: { type: "string", default: "1,30,365" }, json: { type: "boolean", default: false } },
});
const Options = z.object({
  days: z.string().regex(/^\d+(,\d+)*$/, "--days: numbers with commas between"),
  json: z.boolean(),
});
const options = Options.parse(values);

const results: { readonly days: number; readonly lines: readonly YearLine[] }[] = [];
for (const days of options.days.split(",").map(Number)) {
  const startedMs = performance.now();
  results.push({ days, lines: await measureDays(days) });
  const { rss } = process.memoryUsage();
  process.stderr.write(
    `${days} days: ${Math.round((performance.now() - startedMs) / 1000)} s of real time, ${Math.round(rss / 1e6)} MB\n`,
  );
}
process.stdout.write(options.json ? `${JSON.stringify(results, null, 2)}\n` : `${table()}\n`);

/** One column of seconds for each number of days, then the requests and the share of the limit after the last. */
function table(): string {
  const last = results.at(-1);
  const head = [
    "",
    "before, s",
    ...results.map(({ days }) => `${days} ${days === 1 ? "day" : "days"}, s`),
    "S3",
    "index",
    "$ a million",
    "limit, s",
    "of the limit",
  ];
  const rows = (last?.lines ?? []).map((line, i) => [
    line.name,
    line.before,
    ...results.map(({ lines }) => (lines[i]?.seconds ?? 0).toFixed(2)),
    String(line.s3Requests),
    String(line.indexRequests),
    (line.usd * 1e6).toFixed(2),
    String(line.limitS),
    `${((100 * line.seconds) / line.limitS).toFixed(1)} %`,
  ]);
  return [head, head.map((_, i) => (i === 0 ? "---" : "---:")), ...rows]
    .map((cells) => `| ${cells.join(" | ")} |`)
    .join("\n");
}
