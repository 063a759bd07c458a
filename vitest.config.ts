import { availableParallelism } from "node:os";
import { join } from "node:path";
import { defineConfig } from "vitest/config";
import { LongestFirst } from "./test/longest-first.ts";

/** Its tests need the ports at which model servers listen by default: 8000, 11434, 1234, 8080. */
const DEFAULT_PORTS = ["default-ports.test.ts"];

/** A test waits for half of its time: for processes, servers and timers. Another file uses the core meanwhile. */
const WORKERS = availableParallelism() * 2;
/** A file of cloud or e2e-ports is many processes. */
const CLOUD_WORKERS = Math.ceil(availableParallelism() * 1.5);

interface Options {
  readonly include?: readonly string[];
  readonly exclude?: readonly string[];
  /** The files of a group never run at the same time as those of another group; default 0. */
  readonly group?: number;
  /** The files of the group that run at the same time. */
  readonly workers?: number;
  /** Whether its tests start the packed command line. */
  readonly isPacked?: boolean;
}

/** Declares one project of tests. The limit is for a test that hangs: no test asserts a time. */
const project = (
  name: string,
  root: string,
  timeoutMs = 10_000,
  { include, exclude = [], group = 0, workers = WORKERS, isPacked = false }: Options = {},
) => ({
  test: {
    maxWorkers: workers,
    sequence: { groupOrder: group },
    ...(isPacked ? { globalSetup: join(import.meta.dirname, "test/packed-cli.ts") } : {}),
    // a worker keeps its modules from file to file: importing them for each file takes longer than most tests
    isolate: false,
    restoreMocks: true,
    unstubEnvs: true,
    name,
    root,
    include: [...(include ?? ["**/*.test.ts"])],
    exclude: ["**/node_modules/**", "**/dist/**", ...exclude],
    testTimeout: timeoutMs,
    hookTimeout: timeoutMs,
    env: { AWS_EC2_METADATA_DISABLED: "true" },
  },
});

export default defineConfig({
  test: {
    globalSetup: "test/temporary-folder.ts",
    sequence: { sequencer: LongestFirst },
    projects: [
      project("core", "packages/core"),
      project("benchmarks", "packages/benchmarks"),
      project("adapters", "packages/adapters", 30_000),
      project("encoders", "packages/encoders", 30_000),
      project("testing", "packages/testing", 30_000),
      project("service", "packages/service", 120_000),
      project("functions", "functions", 30_000),
      project("cli", "packages/cli", 60_000),
      project("web", "web"),
      project("scripts", "scripts"),
      project("parity", "test/parity", 120_000),
      project("e2e", "test/e2e", 300_000, { exclude: DEFAULT_PORTS, isPacked: true }),
      project("chaos", "test/chaos", 300_000, { isPacked: true }),
      project("security", "test/security", 300_000, { isPacked: true }),
      project("browser", "test/browser", 300_000, { isPacked: true }),
      project("infra", "test/infra", 180_000),
      // a service is a dozen processes, next to real servers that speak S3 and SQS (scripts/install-peers.sh); most of the time they wait
      project("cloud", "test/cloud", 300_000, { group: 1, workers: CLOUD_WORKERS, isPacked: true }),
      // not at the same time as e2e, whose commands also look for a server at the default ports
      project("e2e-ports", "test/e2e", 300_000, {
        include: DEFAULT_PORTS,
        group: 1,
        workers: CLOUD_WORKERS,
        isPacked: true,
      }),
    ],
    reporters: ["default", "./test/summary-reporter.ts"],
  },
});
