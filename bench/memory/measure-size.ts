import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { z } from "zod";
import { bytesBelow } from "../run/bytes-below.ts";
import type { Place } from "../run/measure.ts";
import { writeQuestions } from "../run/questions.ts";

const Probed = z.object({ cpuSeconds: z.number(), peakMiB: z.number(), longestTurnMs: z.number() });

interface Command extends z.infer<typeof Probed> {
  readonly hasLostLease: boolean;
}

export interface Measured {
  readonly instances: number;
  readonly first: Command;
  /** the same command after the files of the run were deleted, with the stored answers */
  readonly resumed: Command;
  /** requests of the second command that had a stored answer */
  readonly askedAgain: number;
  /** The size of the output folder by that of the table of questions. */
  readonly diskTimes: number;
}

interface Served extends Place {
  /** the number of requests that the server has answered since the last call */
  readonly answered: () => Promise<number>;
}

/** The goal of issue 16: 150 MB, and 64 bytes an instance. */
export const goalMiB = (instances: number): number => (150e6 + 64 * instances) / 2 ** 20;

/** Requests that check whether the server answers. They are never stored. */
const CHECKS = 1;

export async function measureSize(instances: number, { folder, program, port, answered }: Served): Promise<Measured> {
  const { config, table } = writeQuestions(folder, instances);
  const out = mkdtempSync(join(folder, "out-"));
  const args = [
    program,
    "run",
    `--run-entries=medhelm_configurable_benchmark:config_path=${config},model=stub/stub-1`,
    `--endpoint=http://127.0.0.1:${port}/0/v1`,
    "--model-name=stub-1",
    "--suite=bench",
    `--max-eval-instances=${instances}`,
    "--num-threads=64",
    `--output-path=${out}`,
  ];
  const first = runProbed(folder, args);
  const diskTimes = bytesBelow(out) / statSync(table).size;
  await answered();
  for (const part of ["runs", "work"]) rmSync(join(out, part), { recursive: true });
  const resumed = runProbed(folder, args);
  return { instances, first, resumed, askedAgain: Math.max(0, (await answered()) - CHECKS), diskTimes };
}

/** @throws Error if the command does not end well */
function runProbed(folder: string, args: readonly string[]): Command {
  const probe = join(folder, "probe.json");
  const preload = pathToFileURL(join(import.meta.dirname, "probe-child.js")).href;
  const { status, stderr } = spawnSync(process.execPath, [`--import=${preload}`, ...args], {
    cwd: folder,
    encoding: "utf8",
    stdio: ["ignore", "ignore", "pipe"],
    maxBuffer: 2 ** 30,
    env: { ...process.env, MEDHELM_BENCH_PROBE: probe },
  });
  if (status !== 0) throw new Error(`${args.join(" ")} ended with ${status}: ${stderr.slice(-2000)}`);
  const hasLostLease = /lease could not be renewed|took over the run/.test(stderr);
  return { ...Probed.parse(JSON.parse(readFileSync(probe, "utf8"))), hasLostLease };
}
