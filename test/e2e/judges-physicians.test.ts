import { appendFileSync, copyFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { json, serve } from "@medhelm/testing/fault-server";
import { expect, onTestFinished, test } from "vitest";
import { cli, testFolder } from "./cli.ts";
import { answer } from "./model-server.ts";

const sample = fileURLToPath(new URL("../../packages/benchmarks/src/health-bench-meta/sample.jsonl", import.meta.url));

test("a judge's run of physicians' labels gives its macro F1, and the labels of another file are refused", async () => {
  const cwd = testFolder();
  copyFileSync(sample, join(cwd, "labels.jsonl"));
  const server = await serve((request, body, response) => {
    if (request.method === "GET") return json(response, 200, { data: [{ id: "judge-1" }] });
    const met = body.includes("Which other medicines") || body.includes("dragon");
    response
      .writeHead(200, { "content-type": "application/json" })
      .end(answer(JSON.stringify({ explanation: "", criteria_met: met })).body);
    return undefined;
  });
  onTestFinished(server.close);
  const entry = "health_bench_meta:data_path=labels.jsonl,model=x/judge-1";
  const run = await cli("medhelm", ["run", "--run-entries", entry, "--endpoint", server.baseUrl, "--suite", "s"], {
    cwd,
  });
  expect(run).toMatchObject({ code: 0 });

  const RUN = "health_bench_meta:model=x_judge-1";
  const told = await cli("medhelm", ["judges", "physicians", "labels.jsonl", RUN, "--suite", "s"], { cwd });
  // met: 1 of 2 labels, not met: 2 of 2 labels, so F1 of met is 2/3 and of not met 4/5
  expect(told.stdout).toMatch(/context_seeking +2 of 2 +0\.733 /);
  expect(told.stdout).toMatch(/emergency_referrals +1 of 1 +undefined /);

  copyFileSync(sample, join(cwd, "other.jsonl"));
  appendFileSync(join(cwd, "other.jsonl"), "\n");
  const refused = await cli("medhelm", ["judges", "physicians", "other.jsonl", RUN, "--suite", "s"], { cwd });
  expect(refused).toMatchObject({ code: 2 });
  expect(refused.stderr).toContain("it read another file than");
});
