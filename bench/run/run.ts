/**
 * Measures `medhelm run` of the packed command line next to a bare undici loop: `node bench/run/run.ts [--quick | --case REQUESTSxCONCURRENCYxMS ...]`.
 * It needs `node scripts/bundle.ts cli` first. `--rounds N` keeps the round with the least CPU time of each case. `--write` stores the ratios to
 * the bare client and the tables of docs/performance.md; `--check` fails if a ratio is more than 15 % above the stored one. `--program FILE`
 * measures another program. Of HELM, lm-eval, inspect_ai and promptfoo those in `--peers FOLDER` ask the same questions.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { type Case, measureCase, type Measured, type Place } from "./measure.ts";
import { measureStart } from "./measure-start.ts";
import { writePage } from "../performance-page.ts";
import { measurePeers } from "./peers/measure-peers.ts";
import { regressions, storedRatios, storeRatios } from "./ratios.ts";
import { startStub } from "./start-stub.ts";
import { tableOf } from "./table.ts";

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
    check: { type: "boolean", default: false },
    write: { type: "boolean", default: false },
    rounds: { type: "string", default: "1" },
    case: { type: "string", multiple: true },
    peers: { type: "string", default: ".peers/engines" },
    program: { type: "string", default: join(import.meta.dirname, "../../dist/cli/medhelm.js") },
  },
});

function chosen(): readonly Case[] {
  if (values.case !== undefined) return values.case.map(caseOf);
  return values.quick || values.check ? QUICK : GRID;
}

function caseOf(text: string): Case {
  const [requests = 0, concurrency = 0, latencyMs = 0] = text.split("x").map(Number);
  return { requests, concurrency, latencyMs };
}

/** Other work of the machine only adds CPU time, so the round with the least is the nearest to the program's own. */
function best(one: Case, place: Place): Measured {
  const rounds = Array.from({ length: Number(values.rounds) }, () => measureCase(one, place));
  const [least] = rounds.toSorted((a, b) => a.cpuMs - b.cpuMs);
  if (least === undefined) throw new Error("--rounds must be at least 1");
  return { ...least, bareCpuMs: Math.min(...rounds.map(({ bareCpuMs }) => bareCpuMs)) };
}

const folder = mkdtempSync(join(tmpdir(), "medhelm-bench-run-"));
const { port, answered, stop } = await startStub();
try {
  const place = { folder, program: values.program, port };
  const measured = chosen().map((one) => best(one, place));
  const others = values.check ? [] : [await measurePeers(chosen(), { folder, port, peers: values.peers, answered })];
  const tables = [tableOf(measured), ...others, measureStart(place)].join("\n\n");
  process.stdout.write(`${tables}\n`);
  if (values.write) {
    storeRatios(measured);
    writePage("bench:run", tables);
  }
  const problems = values.check ? regressions(measured, storedRatios()) : [];
  for (const problem of problems) process.stdout.write(`${problem}\n`);
  if (problems.length > 0) process.exitCode = 1;
} finally {
  stop();
  rmSync(folder, { recursive: true, force: true });
}
