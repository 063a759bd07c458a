import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { cliHere } from "./cli-here.ts";
import { answer, startModelServer } from "./model-server.ts";
import { smallBenchmarkFolder, entry } from "./small-benchmark.ts";

const QUESTIONS = 100;

/** 100 questions whose answer is Yes. */
const questions = [
  "bed,question,correct_answer,incorrect_answers",
  ...Array.from({ length: QUESTIONS }, (_, i) => `${i + 1},Is the bed free?,Yes,"[""No""]"`),
  "",
].join("\n");

/** Answers the first questions wrongly. */
const wrongUpTo = (wrong: number) => (body: string) =>
  answer(Number(/Bed (\d+)/.exec(body)?.[1]) <= wrong ? "No" : "Yes");

/** A server that answers the first questions wrongly, and a command that asks it. */
async function prepared(firstWrong: number) {
  const cwd = smallBenchmarkFolder({ "questions.csv": questions });
  const server = await startModelServer(wrongUpTo(firstWrong));
  const medhelm = (...args: readonly string[]) => cliHere("medhelm", args, { cwd });
  const run = (suite: string, ...args: readonly string[]) =>
    medhelm("run", "-r", entry("small", "acme/model-1"), "--suite", suite, "--endpoint", server.endpoint, ...args);
  await run("earlier");
  return { cwd, medhelm, run, server, answersWrongly: (wrong: number) => server.says(wrongUpTo(wrong)) };
}

/** The last column of the gate's table. */
const outcomeIn = (stdout: string) => /^acme\/model-1 .* {2}(\S.*)$/m.exec(stdout)?.[1];

test("a model that answers as before passes the gate, and the exit code is 0", async () => {
  const { run } = await prepared(10);
  const { code, stdout } = await run("now", "--baseline", "earlier", "--fresh");
  expect([code, outcomeIn(stdout)]).toEqual([0, "passed"]);
  expect(stdout).toContain("acme/model-1  SMALL      0.000       -0.017 to 0.017  100  passed\n");
});

test("a model that answers 20 more of 100 wrongly fails the gate, and the exit code is 100", async () => {
  const { run, answersWrongly } = await prepared(10);
  answersWrongly(30);
  const { code, stdout } = await run("now", "--baseline", "earlier", "--fresh");
  expect([code, outcomeIn(stdout)]).toEqual([100, "failed"]);
  expect(stdout).toContain("new minus baseline (scores from 0 to 1) is above -0.05");
});

test("a model that answers 3 more of 100 wrongly is not decided, and the exit code is 101", async () => {
  const { run, answersWrongly } = await prepared(10);
  answersWrongly(13);
  const { code, stdout } = await run("now", "--baseline", "earlier", "--fresh");
  expect(code).toBe(101);
  expect(outcomeIn(stdout)).toMatch(/^not decided: needs about n = \d+$/);
});

test("a larger --fail-under lets the same model pass", async () => {
  const { run, answersWrongly } = await prepared(10);
  answersWrongly(13);
  const { code, stdout } = await run("now", "--baseline", "earlier", "--fail-under", "0.2", "--fresh");
  expect([code, outcomeIn(stdout)]).toEqual([0, "passed"]);
});

test("the path of a run, the folder of a suite and a release are baselines", async () => {
  const { run, medhelm } = await prepared(10);
  expect((await medhelm("summarize", "--suites", "earlier", "--release", "v1")).code).toBe(0);
  const folder = "benchmark_output/runs/earlier";
  for (const baseline of [`${folder}/SMALL:model=acme_model-1`, folder, "v1"])
    expect(outcomeIn((await run("now", "--baseline", baseline)).stdout)).toBe("passed");
});

test("runs that are skipped because they are complete pass through the gate, too", async () => {
  const { run, answersWrongly } = await prepared(10);
  answersWrongly(60);
  await run("now", "--fresh");
  expect((await run("now", "--baseline", "earlier", "--skip-completed-runs")).code).toBe(100);
});

test("a suite that is run again is compared with its earlier answers", async () => {
  const { run, answersWrongly } = await prepared(10);
  answersWrongly(40);
  expect((await run("earlier", "--baseline", "earlier", "--fresh")).code).toBe(100);
});

test("an unknown baseline, model or limit ends with exit code 2 before the first request", async () => {
  const { run, server } = await prepared(10);
  const asked = server.requests.length;
  for (const [args, message] of [
    [["--baseline", "nothing"], "--baseline nothing: benchmark_output has no release and no suite of this name"],
    [
      ["--baseline", "earlier", "--baseline-model", "acme/other"],
      "--baseline has no run of acme/other; choose one of its models with --baseline-model: acme/model-1",
    ],
    [
      ["--baseline", "earlier", "--fail-under", "5"],
      "--fail-under 5: with --baseline it says how much worse a score may be",
    ],
    [["--baseline-model", "acme/other"], "--baseline-model acme/other has no effect without --baseline"],
    [["--gate-on", "average"], "--gate-on average has no effect without --baseline or --fail-under"],
  ] as const) {
    const { code, stderr } = await run("now", ...args, "--fresh");
    expect([code, stderr]).toEqual([2, expect.stringContaining(message)]);
  }
  expect(server.requests.length).toBe(asked);
});

test("--fail-under without a baseline tests the score itself", async () => {
  const { run } = await prepared(10);
  const codes = [];
  for (const limit of ["0.8", "0.9", "0.97"]) codes.push((await run("earlier", "--fail-under", limit)).code);
  expect(codes).toEqual([0, 101, 100]);
});

test("--json and --junit have the gate", async () => {
  const { cwd, run, answersWrongly } = await prepared(10);
  answersWrongly(40);
  const { stdout } = await run("now", "--baseline", "earlier", "--fresh", "--json", "--junit", "junit.xml");
  expect(JSON.parse(stdout.trim().split("\n").at(-1) ?? "")).toMatchObject({
    gates: [
      { model: "acme/model-1", outcome: "failed", lines: [{ name: "SMALL", outcome: "failed", bounded: { n: 100 } }] },
    ],
  });
  expect(readFileSync(join(cwd, "junit.xml"), "utf8")).toContain(
    '<testcase classname="medhelm.now.gate" name="SMALL, acme/model-1" time="0"><failure type="gate failed"',
  );
});
