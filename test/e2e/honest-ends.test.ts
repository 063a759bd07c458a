import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { cliHere } from "./cli-here.ts";
import { answer, problem, startModelServer } from "./model-server.ts";
import { testFolder } from "./cli.ts";
import { entry, smallBenchmarkFolder } from "./small-benchmark.ts";

const RUN = "SMALL:model=acme_model-1";

/** A folder with the small benchmark of three questions. */
function prepared() {
  const cwd = smallBenchmarkFolder();
  const run = (endpoint: string, ...args: readonly string[]) =>
    cliHere(
      "medhelm",
      ["run", "--run-entries", entry("small", "acme/model-1"), "--suite", "s", "--endpoint", endpoint, ...args],
      { cwd, env: { HELM_RETRIES: "1" } },
    );
  return { cwd, run };
}

test("a run in which every request is refused fails with exit 1 and the server's reason", async () => {
  const server = await startModelServer(() => problem(400, { message: "max_tokens must be at least 16" }));
  const { run } = prepared();
  const { code, stdout, stderr } = await run(server.endpoint, "--max-failures", "100%");
  expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
  expect(stderr).toContain(
    'acme/model-1 answered 0 of 3 requests: HTTP 400, the server refuses the request: "max_tokens must be at least 16"; remove the cause, then run the same command again',
  );
});

test("a passing failure leaves the run open, and the next start asks only for it", async () => {
  const server = await startModelServer((body) =>
    body.includes("window") ? problem(503, { message: "busy" }) : answer("Yes"),
  );
  const { run } = prepared();
  const first = await run(server.endpoint, "--max-failures", "1");
  expect(first.code).toBe(0);
  expect(first.stderr).toContain(
    "1 request got no answer for a passing reason; run the same command again, and it asks only for them\n",
  );
  const asked = server.requests.length;
  server.says(() => answer("Yes"));
  const second = await run(server.endpoint);
  expect(second.code).toBe(0);
  expect(second.stderr).toContain("asking again for a request without an answer");
  expect(server.requests.length).toBe(asked + 1);
});

test("a failed request counts as 0 in HELM scoring, and is missing in corrected scoring", async () => {
  const server = await startModelServer((body) =>
    body.includes("window") ? problem(400, { message: "not today" }) : answer("Yes"),
  );
  const { run } = prepared();
  const { stdout } = await run(server.endpoint, "--max-failures", "1", "--json");
  expect(JSON.parse(stdout)).toMatchObject({
    coverage: { answered: 2, failed: 1, scored: { helm: 3, corrected: 2 } },
    scores: [
      { profile: "helm", mean: 2 / 3, n: 3 },
      { profile: "corrected", mean: 1, n: 2 },
    ],
  });
});

test("the table at the end shows scores with intervals, counts, and the next command", async () => {
  const server = await startModelServer(() => answer("Yes"));
  const { run } = prepared();
  const { stdout, stderr } = await run(server.endpoint);
  expect(stderr).toContain(
    "exact_match 0.667 (HELM scoring, n=3), 0.667 (corrected scoring, n=3); prompts: custom (1 of 1)\n",
  );
  const [, header = "", , row = "", , results, next] = stdout.split("\n");
  expect(header.split(/ {2,}/)).toEqual([
    "run",
    "metric",
    "HELM scoring",
    "corrected scoring",
    "n",
    "failed",
    "cut",
    "refused",
    "prompts",
    "time",
  ]);
  expect(row.split(/ {2,}/).slice(0, 6)).toEqual([
    RUN,
    "exact_match",
    "0.667 [0.208, 0.939]",
    "0.667 [0.208, 0.939]",
    "3",
    "0",
  ]);
  expect(results).toBe(`results  benchmark_output/runs/s/${RUN}`);
  expect(next).toBe("next     medhelm summarize --suite s");
});

test("--json has the scores with their counts, and the failure of a run", async () => {
  const server = await startModelServer(() => answer("Yes"));
  const { run } = prepared();
  const scored = JSON.parse((await run(server.endpoint, "--json")).stdout);
  expect(scored).toMatchObject({
    run: RUN,
    wording: "custom",
    scores: [
      { profile: "helm", n: 3 },
      { profile: "corrected", n: 3 },
    ],
  });
  server.says(() => problem(500, { message: "out of memory" }));
  const failed = JSON.parse((await run(server.endpoint, "--json", "--suite", "other", "--disable-cache")).stdout);
  expect(failed).toMatchObject({ run: RUN, failure: { reason: "endpoint_down" } });
});

test("--junit writes a failure for CI, with the scores of the others as properties", async () => {
  const server = await startModelServer(() => problem(400, { message: "a < b & c" }));
  const { cwd, run } = prepared();
  await run(server.endpoint, "--junit", "report.xml");
  const report = readFileSync(join(cwd, "report.xml"), "utf8");
  expect(report).toContain(`<testsuite name="medhelm s" tests="1" failures="1" errors="0" skipped="0"`);
  expect(report).toContain('<failure type="too_many_failures" message="acme/model-1 answered 0 of 3 requests');
  expect(report).toContain("a &lt; b &amp; c");
});

test("--junit in a folder that does not exist is refused before the first request", async () => {
  const server = await startModelServer(() => answer("Yes"));
  const { run } = prepared();
  const { code, stderr } = await run(server.endpoint, "--junit", "none/report.xml");
  expect({ code, stderr }).toEqual({
    code: 2,
    stderr: "medhelm: --junit none/report.xml: there is no folder none; create it first\n",
  });
  expect(server.requests.length).toBe(0);
});

const askedJudges = (endpoint: string, cwd: string, ...args: readonly string[]) =>
  cliHere(
    "medhelm",
    ["run", "-r", "demo_notes:model=acme/model-1", "-m", "1", "--suite", "s", "--endpoint", endpoint, ...args],
    { cwd },
  );
describe("a jury at a server of one model", () => {
  const JUDGES = ["--judges", "openai/gpt-5", "acme/judge"];

  test("is refused before the first request, because the candidate would judge itself", async () => {
    const server = await startModelServer();
    const { code, stderr } = await askedJudges(server.endpoint, testFolder(), ...JUDGES);
    expect(code).toBe(2);
    expect(stderr).toContain(
      `the judge openai/gpt-5 would be "model-1", the only model of ${server.endpoint}: name a server of the judge with --judge-endpoint`,
    );
    expect(server.requests).toEqual([]);
  });

  test("is refused as well if --model-name names the candidate", async () => {
    const server = await startModelServer();
    const { code } = await askedJudges(server.endpoint, testFolder(), ...JUDGES, "--model-name", "model-1");
    expect(code).toBe(2);
    expect(server.requests).toEqual([]);
  });

  test("is accepted with --judges-may-be-candidate, and the manifest and the leaderboard say so", async () => {
    const server = await startModelServer(() => answer("Rest and fluids."));
    const cwd = testFolder();
    await askedJudges(server.endpoint, cwd, ...JUDGES, "--judges-may-be-candidate", "--max-failures", "100%");
    const path = join(cwd, "benchmark_output/runs/s/demo_notes:model=acme_model-1/manifest.json");
    expect(JSON.parse(readFileSync(path, "utf8"))).toMatchObject({
      judges: [
        { name: "openai/gpt-5", answeredBy: "model-1", isCandidate: true, sameFamily: true },
        { name: "acme/judge", answeredBy: "model-1", isCandidate: true, sameFamily: true },
      ],
    });
    await cliHere("medhelm", ["summarize", "--suite", "s"], { cwd });
    expect(readFileSync(join(cwd, "benchmark_output/runs/s/leaderboard.json"), "utf8")).toContain(
      "These models judged their own answers: acme/model-1.",
    );
  });
});
