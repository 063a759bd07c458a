import { spawnSync } from "node:child_process";
import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { z } from "zod";
import { measureInChild } from "../measure-in-child.ts";
import { writeQuestions } from "./questions.ts";

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
}
interface Place {
  readonly folder: string;
  /** the program of the packed command line */
  readonly program: string;
  readonly port: number;
}

const Usage = z.object({ cpuSeconds: z.number(), peakMiB: z.number() });
const Bare = z.object({ rate: z.number(), cpuMs: z.number() });
/** The rate of the bare client is measured on at least this number of requests. */
const BARE_REQUESTS = 5_000;

/** Measures the bare client, then the whole command with the same questions. */
export function measureCase(one: Case, { folder, program, port }: Place): Measured {
  const { requests, concurrency, latencyMs } = one;
  const { config, table } = writeQuestions(folder, requests);
  const bareRequests = String(Math.max(BARE_REQUESTS, requests));
  const urlOf = (latency: number): string => `http://127.0.0.1:${port}/${latency}/v1`;
  const script = join(import.meta.dirname, "bare-child.ts");
  const bare = measureInChild("the bare client", [script, urlOf(0), bareRequests, String(concurrency), table], Bare);
  const usage = join(folder, "usage.json");
  const out = join(folder, "out");
  rmSync(out, { recursive: true, force: true });
  const startMs = performance.now();
  const { status, stderr } = spawnSync(
    process.execPath,
    [
      `--import=${pathToFileURL(join(import.meta.dirname, "usage-child.ts")).href}`,
      program,
      "run",
      `--run-entries=medhelm_configurable_benchmark:config_path=${config},model=stub/stub-1`,
      `--endpoint=${urlOf(latencyMs)}`,
      "--model-name=stub-1",
      "--suite=bench",
      `--max-eval-instances=${requests}`,
      `--num-threads=${concurrency}`,
      `--output-path=${out}`,
    ],
    {
      cwd: folder,
      encoding: "utf8",
      stdio: ["ignore", "ignore", "pipe"],
      env: { ...process.env, MEDHELM_BENCH_USAGE: usage },
    },
  );
  const wallSeconds = (performance.now() - startMs) / 1000;
  if (status !== 0) throw new Error(`medhelm ended with ${status}: ${stderr.slice(-2000)}`);
  const { cpuSeconds, peakMiB } = Usage.parse(JSON.parse(readFileSync(usage, "utf8")));
  const boundSeconds =
    1.25 * Math.max((requests * latencyMs) / 1000 / concurrency, requests / bare.rate) + STARTING_SECONDS;
  return {
    ...one,
    wallSeconds,
    boundSeconds,
    cpuMs: (cpuSeconds * 1000) / requests,
    bareCpuMs: bare.cpuMs,
    bareRate: bare.rate,
    peakMiB,
  };
}

const STARTING_SECONDS = 0.5;
