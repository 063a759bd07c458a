import { mkdtempSync, statSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { measureInChild } from "../measure-in-child.ts";
import { bytesBelow } from "./bytes-below.ts";
import { writeQuestions } from "./questions.ts";
import { runMeasured } from "./run-measured.ts";

/** One cell of the grid. */
export interface Case {
  readonly requests: number;
  readonly concurrency: number;
  readonly latencyMs: number;
}
export interface Measured extends Case {
  readonly wallSeconds: number;
  readonly boundSeconds: number;
  readonly cpuMs: number;
  readonly bareCpuMs: number;
  readonly bareRate: number;
  readonly peakMiB: number;
  /** The size of the output folder by that of the table of questions. */
  readonly diskTimes: number;
}
export interface Place {
  readonly folder: string;
  /** the program of the packed command line */
  readonly program: string;
  readonly port: number;
}

const Bare = z.object({ rate: z.number(), cpuMs: z.number() });
/** The rate of the bare client is measured on at least this number of requests. */
const BARE_REQUESTS = 5_000;
const STARTING_SECONDS = 0.5;

/** Measures the bare client, then the whole command with the same questions. */
export function measureCase(one: Case, { folder, program, port }: Place): Measured {
  const { requests, concurrency, latencyMs } = one;
  const { config, table } = writeQuestions(folder, requests);
  const bareRequests = String(Math.max(BARE_REQUESTS, requests));
  const urlOf = (latency: number): string => `http://127.0.0.1:${port}/${latency}/v1`;
  const script = join(import.meta.dirname, "bare-child.ts");
  const bare = measureInChild("the bare client", [script, urlOf(0), bareRequests, String(concurrency), table], Bare);
  // a new folder: where files were deleted some seconds ago, ext4 takes a tenth of the CPU time to create files
  const out = mkdtempSync(join(folder, "out-"));
  const { wallSeconds, cpuSeconds, peakMiB } = runMeasured(folder, [
    program,
    "run",
    `--run-entries=medhelm_configurable_benchmark:config_path=${config},model=stub/stub-1`,
    `--endpoint=${urlOf(latencyMs)}`,
    "--model-name=stub-1",
    "--suite=bench",
    `--max-eval-instances=${requests}`,
    `--num-threads=${concurrency}`,
    `--output-path=${out}`,
  ]);
  return {
    ...one,
    wallSeconds,
    boundSeconds: 1.25 * Math.max((requests * latencyMs) / 1000 / concurrency, requests / bare.rate) + STARTING_SECONDS,
    cpuMs: (cpuSeconds * 1000) / requests,
    bareCpuMs: bare.cpuMs,
    bareRate: bare.rate,
    peakMiB,
    diskTimes: bytesBelow(out) / statSync(table).size,
  };
}
