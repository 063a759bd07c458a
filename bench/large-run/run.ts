/**
 * Measures `medhelm run` on large runs: the seconds of the command and its peak memory. It also prints the longest turn of the event loop, and
 * whether the run lost its lease.
 */
import { spawnSync } from "node:child_process";
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { defineCommand } from "medhelm/terminal/define-command";
import { argument, flag, option } from "medhelm/terminal/option";
import { z } from "zod";
import { runProgram } from "../../scripts/program/run-program.ts";
import { existing } from "../options.ts";

const Measured = z.object({ maxRssBytes: z.number(), longestStallMs: z.number(), cpuSeconds: z.number() });

interface Size {
  readonly instances: number;
  /** of a row */
  readonly characters: number;
}

const size = z
  .string()
  .regex(/^[1-9]\d*(?:x[1-9]\d*)?$/, "instances, or instances x characters, as in 100000x3000")
  .transform((text): Size => {
    const [instances = 0, characters = 300] = text.split("x").map(Number);
    return { instances, characters };
  });
const SIZES: Size[] = [100_000, 300_000, 1_000_000].map((instances) => ({ instances, characters: 300 }));

export const command = defineCommand({
  name: "node bench/large-run/run.ts",
  description:
    "Measures medhelm run on a custom benchmark with one CSV row an instance, which a built-in model answers. 100,000 instances take about a minute, all sizes a quarter of an hour.",
  options: {
    sizes: argument(
      "INSTANCES or INSTANCESxCHARACTERS of a row (default: 100000x300 300000x300 1000000x300)",
      z.array(size).default(SIZES),
    ),
    tree: option("folder", "the checkout to measure (default: this one)", existing.optional()),
    nodeFlags: option("flags", "flags for Node, with spaces between", z.string().optional()),
    keep: flag("keep the folders of the runs, and print them"),
  },
  async run({ sizes, tree = join(import.meta.dirname, "../.."), nodeFlags, keep }) {
    process.stdout.write(
      "| instances | characters | seconds | CPU seconds | peak RSS, MB | longest stall, s | lease lost | exit |\n",
    );
    process.stdout.write("|---|---|---|---|---|---|---|---|\n");
    for (const one of sizes) {
      const folder = mkdtempSync(join(tmpdir(), "bench-large-run-"));
      try {
        process.stdout.write(`${measure(folder, one, { tree, flags: nodeFlags?.split(" ") ?? [] })}\n`);
      } finally {
        if (keep) process.stdout.write(`${folder}\n`);
        else rmSync(folder, { recursive: true });
      }
    }
    return 0;
  },
});

interface Program {
  /** the checkout */
  readonly tree: string;
  /** of Node */
  readonly flags: readonly string[];
}

function measure(folder: string, { instances, characters }: Size, { tree, flags }: Program): string {
  writeBenchmark(folder, instances, characters);
  const probe = join(folder, "probe.json");
  const started = performance.now();
  const { status, signal, stderr } = spawnSync(
    process.execPath,
    [
      ...flags,
      `--import=${join(import.meta.dirname, "probe-child.ts")}`,
      join(tree, "packages/cli/src/main.ts"),
      "run",
      "--run-entries=medhelm_configurable_benchmark:config_path=large.yaml,model=baseline/lead-sentences",
      "--suite=large",
      `--output-path=${join(folder, "out")}`,
      "--num-threads=16",
    ],
    {
      cwd: folder,
      encoding: "utf8",
      stdio: ["ignore", "ignore", "pipe"],
      maxBuffer: 2 ** 30,
      env: { ...process.env, MEDHELM_PROBE: probe },
    },
  );
  const seconds = (performance.now() - started) / 1000;
  const isLost = /lease could not be renewed|took over the run/.test(stderr);
  if (status !== 0) process.stderr.write(`${stderr.slice(-2000)}\n`);
  const measured = Measured.safeParse(read(probe));
  const { maxRssBytes = 0, longestStallMs = 0, cpuSeconds = 0 } = measured.data ?? {};
  const cells = [
    instances,
    characters,
    seconds.toFixed(0),
    cpuSeconds.toFixed(0),
    (maxRssBytes / 1e6).toFixed(0),
    (longestStallMs / 1000).toFixed(1),
  ];
  return `| ${[...cells, isLost ? "yes" : "no", status ?? signal].join(" | ")} |`;
}

function read(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch {
    return undefined; // killed
  }
}

function writeBenchmark(folder: string, instances: number, characters: number): void {
  writeFileSync(join(folder, "prompt.txt"), "{note}\n\nQuestion: what was found?\nAnswer:");
  writeFileSync(
    join(folder, "large.yaml"),
    "name: LARGE\ndescription: a synthetic benchmark\nprompt_file: prompt.txt\ndataset_file: rows.csv\nmax_tokens: 64\naccess: public\nmetrics:\n  - name: exact_match\n",
  );
  const words = "patient with stable fever cough pain noted on ward after review of chart and labs today".split(" ");
  const file = openSync(join(folder, "rows.csv"), "w");
  writeSync(file, "id,note,correct_answer\n");
  for (let row = 0; row < instances; ) {
    let chunk = "";
    for (const end = Math.min(instances, row + 1000); row < end; row++) {
      const note = Array.from(
        { length: Math.round(characters * 0.15) },
        (_, i) => words[(row * 7 + i * i + (row >> (i % 16))) % words.length],
      ).join(" ");
      chunk += `${row},"Note ${row}: ${note}.",${words[row % words.length]}\n`;
    }
    writeSync(file, chunk);
  }
  closeSync(file);
}

if (import.meta.main) await runProgram(command);
