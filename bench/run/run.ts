/**
 * Measures `medhelm run` of the packed command line next to a bare undici loop. Of HELM, lm-eval, inspect_ai and promptfoo those in `--peers FOLDER`
 * ask the same questions.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { defineCommand } from "medhelm/terminal/define-command";
import { flag, option } from "medhelm/terminal/option";
import { positiveInt } from "medhelm/terminal/option-values";
import { z } from "zod";
import { runProgram } from "../../scripts/program/run-program.ts";
import { bundledCli, programOption } from "../bundled-cli.ts";
import { leastOf } from "../least-of.ts";
import { writePage } from "../performance-page.ts";
import { type Case, measureCase, type Measured, type Place } from "./measure.ts";
import { measureStart } from "./measure-start.ts";
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

const oneCase = z
  .string()
  .regex(/^[1-9]\d*x[1-9]\d*x\d+$/, "REQUESTSxCONCURRENCYxMS, as in 1000x32x50")
  .transform((text): Case => {
    const [requests = 0, concurrency = 0, latencyMs = 0] = text.split("x").map(Number);
    return { requests, concurrency, latencyMs };
  });

export const command = defineCommand({
  name: "npm run bench:run --",
  description:
    "Measures medhelm run next to a bare client: a grid of 1 to 512 requests in flight at 0, 5, 50 and 500 ms, or two cases with --quick. The grid takes about 10 minutes, and --quick a minute.",
  options: {
    quick: flag("two cases instead of the grid"),
    check: flag("the cases of --quick alone; exit with 1 if a ratio is more than 15 % above the stored one"),
    write: flag("store the ratios to the bare client, and write the tables into docs/performance.md, too"),
    rounds: option("n", "rounds of a case, of which the one with the least CPU time counts", positiveInt.default(1)),
    case: option("cases", "other cases: REQUESTSxCONCURRENCYxMS", z.array(oneCase).optional()),
    peers: option("folder", "other programs that take part", z.string().default(".peers/engines")),
    peerRequests: option(
      "n",
      "the most requests of a case in which other programs take part; 10,000 take some of them 10 minutes",
      positiveInt.default(1_000),
    ),
    program: programOption,
  },
  async run({
    quick,
    check,
    write,
    rounds,
    case: cases = quick || check ? QUICK : GRID,
    peers,
    peerRequests,
    program,
  }) {
    const folder = mkdtempSync(join(tmpdir(), "medhelm-bench-run-"));
    const { port, answered, stop } = await startStub();
    try {
      const place = { folder, program: program ?? bundledCli(), port };
      const measured = cases.map((one) => best(one, place, rounds));
      const shared = check ? [] : cases.filter(({ requests }) => requests <= peerRequests);
      const others = shared.length === 0 ? [] : [await measurePeers(shared, { folder, port, peers, answered })];
      const tables = [tableOf(measured), ...others, measureStart(place)].join("\n\n");
      process.stdout.write(`${tables}\n`);
      if (write) {
        storeRatios(measured);
        writePage("bench:run", tables);
      }
      const problems = check ? regressions(measured, storedRatios()) : [];
      for (const problem of problems) process.stdout.write(`${problem}\n`);
      return problems.length > 0 ? 1 : 0;
    } finally {
      stop();
      rmSync(folder, { recursive: true, force: true });
    }
  },
});

/** The round with the least CPU time. */
function best(one: Case, place: Place, count: number): Measured {
  const rounds = Array.from({ length: count }, () => measureCase(one, place));
  return { ...leastOf(rounds, ({ cpuMs }) => cpuMs), bareCpuMs: Math.min(...rounds.map(({ bareCpuMs }) => bareCpuMs)) };
}

if (import.meta.main) await runProgram(command);
