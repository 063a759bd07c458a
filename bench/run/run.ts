/**
 * Measures `medhelm run` of the packed command line next to a bare undici loop: `node bench/run/run.ts [--quick] [--case REQUESTSxCONCURRENCYxMS ...]`.
 * It needs `node scripts/bundle.ts cli` first. `--program FILE` measures another program.
 */
import { fork } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { z } from "zod";
import { type Case, measureCase, type Measured } from "./measure.ts";

const GRID: readonly Case[] = [1, 8, 32, 128, 512].flatMap((concurrency) =>
  [0, 5, 50, 500].map((latencyMs) => ({ requests: 50 * concurrency, concurrency, latencyMs })),
);
const QUICK: readonly Case[] = [
  { requests: 1_000, concurrency: 32, latencyMs: 50 },
  { requests: 10_000, concurrency: 128, latencyMs: 5 },
];

const { values } = parseArgs({
  options: {
    quick: { type: "boolean", default: false },
    case: { type: "string", multiple: true },
    program: { type: "string", default: join(import.meta.dirname, "../../dist/cli/medhelm.js") },
  },
});
const caseOf = (text: string): Case => {
  const [requests = 0, concurrency = 0, latencyMs = 0] = text.split("x").map(Number);
  return { requests, concurrency, latencyMs };
};
const cases = values.case?.map(caseOf) ?? (values.quick ? QUICK : GRID);
const folder = mkdtempSync(join(tmpdir(), "medhelm-bench-run-"));
const server = fork(join(import.meta.dirname, "stub-server.ts"));
try {
  const [port] = z.tuple([z.int()]).parse((await once(server, "message")).slice(0, 1));
  process.stdout.write(
    "| requests | in flight | latency, ms | wall, s | bound, s | CPU, ms a request | bare client, ms | bare client, requests/s | peak, MiB |\n",
  );
  process.stdout.write("|---|---|---|---|---|---|---|---|---|\n");
  for (const one of cases)
    process.stdout.write(`${row(measureCase(one, { folder, program: values.program, port }))}\n`);
} finally {
  server.kill();
  rmSync(folder, { recursive: true, force: true });
}

function row(one: Measured): string {
  const cells = [
    one.requests,
    one.concurrency,
    one.latencyMs,
    `${one.wallSeconds.toFixed(2)}${one.wallSeconds > one.boundSeconds ? " (over)" : ""}`,
    one.boundSeconds.toFixed(2),
    one.cpuMs.toFixed(3),
    one.bareCpuMs.toFixed(3),
    Math.round(one.bareRate),
    Math.round(one.peakMiB),
  ];
  return `| ${cells.join(" | ")} |`;
}
