import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { cliHere } from "./cli-here.ts";
import { answer, problem, startModelServer } from "./model-server.ts";
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

test("the table at the end shows scores with intervals, counts, and the next command", async () => {
  const server = await startModelServer(() => answer("Yes"));
  const { run } = prepared();
  const { stdout } = await run(server.endpoint);
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
