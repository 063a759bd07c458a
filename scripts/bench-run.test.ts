import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { Measured } from "../bench/run/measure.ts";
import { helm } from "../bench/run/peers/helm.ts";
import { inspect } from "../bench/run/peers/inspect.ts";
import { lmEval } from "../bench/run/peers/lm-eval.ts";
import { promptfoo } from "../bench/run/peers/promptfoo.ts";
import { writeQuestions } from "../bench/run/questions.ts";
import { regressions } from "../bench/run/ratios.ts";

const measured = (cpuMs: number): Measured => ({
  requests: 1000,
  concurrency: 32,
  latencyMs: 50,
  wallSeconds: 3,
  boundSeconds: 2,
  cpuMs,
  bareCpuMs: 0.1,
  bareRate: 10_000,
  peakMiB: 100,
  diskTimes: 2,
});

test("bench:check accepts up to 15 % more CPU time than the stored ratio to the bare client, and names a case with more", () => {
  const stored = { "1000x32x50": 10 };
  expect(regressions([measured(1.14)], stored)).toEqual([]);
  expect(regressions([measured(1.16)], stored)).toEqual([
    "1000x32x50: a request takes 11.6 times the CPU time of the bare client, and took 10",
  ]);
});

test("bench:check names a case without a stored ratio", () => {
  expect(regressions([measured(1)], {})).toEqual([
    "1000x32x50: no ratio is stored; run npm run bench:run -- --quick --write",
  ]);
});

test.each([helm, lmEval, inspect, promptfoo])(
  "$name gets the questions, the server and the number of requests in flight",
  (peer) => {
    const root = mkdtempSync(join(tmpdir(), "medhelm-bench-peer-"));
    const folder = join(root, "peer");
    mkdirSync(folder);
    try {
      const url = "http://127.0.0.1:1/50/v1";
      const files = writeQuestions(root, 3);
      const { args, env = {} } = peer.prepare({
        ...files,
        folder,
        url,
        requests: 3,
        concurrency: 7,
        latencyMs: 50,
      });
      const written = readdirSync(folder, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map(({ parentPath, name }) => readFileSync(join(parentPath, name), "utf8"));
      const said = [...args, ...Object.values(env), ...written].join("\n");
      const told = said.includes(files.config) ? said + readFileSync(files.table, "utf8") : said;
      expect(told).toContain("Patient 2 is 22 years old");
      expect(told).toContain(url);
      expect(args.join(" ")).toMatch(/[=]7\b/);
    } finally {
      rmSync(root, { recursive: true });
    }
  },
);
