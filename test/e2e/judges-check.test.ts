import { loadInstances } from "@medhelm/core/run/requests/load-instances";
import { plan } from "@medhelm/testing/fixtures/work";
import { expect, test } from "vitest";
import { testFolder } from "./cli.ts";
import { cliHere } from "./cli-here.ts";
import { answer, type ModelServer, startModelServer } from "./model-server.ts";
import { writeFiles } from "./small-benchmark.ts";

const { benchmark } = await plan(12);
const noData = { read: () => Promise.reject(new Error("none")), open: () => Promise.resolve(undefined) };
const golds = [...(await loadInstances(benchmark, noData)).instances].map(
  ({ references }) => references[0]?.output.text ?? "",
);

/** Grades 5 if the reference is in the prompt twice, as reference and in the answer, else 2. */
const exactJudge = (body: string) => {
  const hasGold = golds.some((gold) => body.split(JSON.stringify(gold).slice(1, -1)).length > 2);
  const verdict = { score: hasGold ? 5 : 2, explanation: "by the words" };
  return answer(JSON.stringify({ accuracy: verdict, completeness: verdict, clarity: verdict }));
};

function folderWith(entry = "demo_notes:model=openai/gpt-4o"): string {
  const cwd = testFolder();
  writeFiles(cwd, { "check.conf": `entries: [{description: "${entry}", priority: 1}]\n` });
  return cwd;
}

function check(cwd: string, judge: ModelServer | undefined, ...flags: string[]) {
  const server = judge === undefined ? [] : ["--endpoint", judge.endpoint, "--model-name", "model-1"];
  const args = ["judges", "check", "check.conf", "-m", "8", "--judges", "stub/judge", ...server, ...flags];
  return cliHere("medhelm", args, { cwd });
}

test("a judge is asked over HTTP about altered references, and the report has the shifts and the planted errors", async () => {
  const judge = await startModelServer(exactJudge);
  const { code, stdout } = await check(folderWith(), judge, "--json");
  expect(code).toBe(0);
  const { entries } = JSON.parse(stdout);
  expect(entries).toHaveLength(1);
  const [{ gold, shifts, planted, judges, instances }] = entries;
  expect({ instances, judges }).toEqual({ instances: 8, judges: ["stub/judge"] });
  expect(gold.value).toBe(5);
  expect(shifts.shuffled.jury).toMatchObject({ value: -3, n: 8 });
  expect(shifts.shuffled.judges["stub/judge"]).toEqual(shifts.shuffled.jury);
  expect(shifts.truncated.jury).toMatchObject({ value: -3, n: 8 });
  expect(shifts.empty.jury).toMatchObject({ value: -4, n: 8 });
  expect(shifts.padded.jury).toMatchObject({ value: 0, n: 8 });
  expect(shifts.padded.jury.low).toBeLessThan(0);
  expect(planted.planted + planted.notPlanted).toBe(8);
  expect(planted.planted).toBeGreaterThan(3);
  expect(planted.caught).toMatchObject({ value: 1, n: planted.planted, high: 1 });
});

test("a judge that grades every answer alike catches nothing, and answers are asked once", async () => {
  const cwd = folderWith();
  const same = { score: 4, explanation: "fine" };
  const verdict = JSON.stringify({ accuracy: same, completeness: same, clarity: same });
  const judge = await startModelServer(() => answer(verdict));
  const first = await check(cwd, judge);
  expect(first.stdout).toMatch(/caught \(scored lower than the reference\): 0\.00 \[0\.00, 0\.\d\d\]/);
  expect(first.stdout).toMatch(/shuffled +much lower +8 +0\.00 \[/);
  const asked = judge.requests.length;
  expect(await check(cwd, judge)).toMatchObject({ code: 0, stdout: first.stdout });
  expect(judge.requests.length).toBe(asked);
});

test("--dry-run prints the plan and asks nothing", async () => {
  const judge = await startModelServer(exactJudge);
  const { code, stdout } = await check(folderWith(), judge, "--dry-run");
  expect(code).toBe(0);
  expect(stdout).toContain("demo_notes:model=altered_planted");
  expect(judge.requests).toEqual([]);
});

test("a budget needs the judge's price, before the first request", async () => {
  const judge = await startModelServer(exactJudge);
  const { code, stderr } = await check(folderWith(), judge, "--budget-usd", "1");
  expect(code).toBe(2);
  expect(stderr).toContain("--budget-usd cannot hold, because the price of stub/judge is unknown");
  expect(judge.requests).toEqual([]);
});

test("entries without a jury are left out, and alone they are refused", async () => {
  const { code, stderr } = await check(folderWith("demo_questions:model=text"), undefined);
  expect(code).toBe(2);
  expect(stderr).toContain("demo_questions:model=text: it has no jury, and is left out");
  expect(stderr).toContain("check.conf: no entry has a jury; name benchmarks with judges");
});
