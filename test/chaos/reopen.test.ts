import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, expect, test } from "vitest";
import { z } from "zod";
import { cli, type Outcome, testFolder } from "../e2e/cli.ts";
import { type CountingStub, countingStub } from "./counting-stub.ts";
import { seals } from "./suite.ts";

const RUN = "quiz:model=stub_one";
const PROMPT = "Answer with one letter.\n{question}\n";

let cwd = "";
let stub: CountingStub;

beforeEach(async () => {
  cwd = testFolder();
  stub = await countingStub({ latencyMs: 0, faults: false });
  writeBenchmark("a");
});

/** A custom benchmark of 30 invented questions, in a separate folder. */
function writeBenchmark(folder: string, prompt = PROMPT): void {
  mkdirSync(join(cwd, folder), { recursive: true });
  const rows = Array.from({ length: 30 }, (_, i) => `Which letter is number ${i}?,${"ABCD"[i % 4]},[]`);
  writeFileSync(join(cwd, folder, "quiz.csv"), ["question,correct_answer,incorrect_answers", ...rows, ""].join("\n"));
  writeFileSync(join(cwd, folder, "prompt.txt"), prompt);
  const yaml = ["name: quiz", "description: Invented", "prompt_file: prompt.txt", "dataset_file: quiz.csv"];
  writeFileSync(join(cwd, folder, "quiz.yaml"), [...yaml, "metrics: [{ name: exact_match }]", ""].join("\n"));
}

function run(folder: string, instances: number, ...more: string[]): Promise<Outcome> {
  const entry = `medhelm_configurable_benchmark:config_path=${folder}/quiz.yaml,model=stub/one`;
  const flags = ["-m", String(instances), "--suite", "s", "-o", "out", "--endpoint", stub.endpoint, ...more];
  return cli("medhelm", ["run", "-r", entry, ...flags], { cwd });
}

const sealed = (): string | undefined => seals(join(cwd, "out"), "s")[RUN];
const Coverage = z.object({
  generation: z.int(),
  coverage: z.object({ instances: z.int() }),
  contentSha256: z.string(),
});
const generations = (): string => join(cwd, "out/runs/s/.generations/held", RUN);
/** The folder of a generation, below the suite. */
const generation = (number: number): string =>
  `.generations/held/${RUN}/${readdirSync(generations()).find((name) => name.startsWith(`${number}-`))}`;
const manifestAt = (...path: string[]) =>
  Coverage.parse(JSON.parse(readFileSync(join(cwd, "out/runs/s", ...path, "manifest.json"), "utf8")));

test("a run of ten instances, extended to twenty, pays for ten more, keeps the first run and names the change", async () => {
  expect(await run("a", 10)).toMatchObject({ code: 0 });
  expect(stub.totals().answers).toBe(10);
  const first = sealed();
  const second = await run("a", 20);
  expect(second).toMatchObject({ code: 0 });
  expect(stub.totals()).toMatchObject({ answers: 20, duplicates: 0 });
  expect(second.stderr).toContain("changed since the last run: max eval instances (10 -> 20)");
  expect(second.stderr).toContain(`runs/s/${generation(1)}/`);
  expect(manifestAt(RUN)).toMatchObject({ generation: 2, coverage: { instances: 20 } });
  expect(manifestAt(generation(1))).toMatchObject({ coverage: { instances: 10 }, contentSha256: first });
});

test("the same command again asks nothing and changes nothing", async () => {
  await run("a", 10);
  const before = sealed();
  const again = await run("a", 10);
  expect(again).toMatchObject({ code: 0 });
  expect(again.stderr).toContain("was complete, nothing asked");
  expect(stub.totals().requests).toBe(10);
  expect(sealed()).toBe(before);
  expect(readdirSync(generations())).toHaveLength(1);
});

test("an edited prompt reopens the run, names the change and asks again; undoing the edit asks nothing", async () => {
  await run("a", 10);
  const before = sealed();
  writeBenchmark("a", PROMPT.replace("one letter", "a single letter"));
  const edited = await run("a", 10);
  expect(edited).toMatchObject({ code: 0 });
  expect(edited.stderr).toContain("changed since the last run: prompt template");
  expect(stub.totals()).toMatchObject({ answers: 20, duplicates: 0 });
  expect(sealed()).not.toBe(before);
  writeBenchmark("a");
  expect(await run("a", 10)).toMatchObject({ code: 0 });
  expect(stub.totals().answers).toBe(20);
  expect(sealed()).toBe(before);
  expect(manifestAt(generation(1)).contentSha256).toBe(before);
});

test("a second configuration of the same name is refused with both paths, and the first run does not change", async () => {
  await run("a", 10);
  const before = sealed();
  writeBenchmark("b", "Another prompt.\n{question}\n");
  const refused = await run("b", 10);
  expect(refused.code).toBe(2);
  expect(refused.stderr).toContain("a/quiz.yaml");
  expect(refused.stderr).toContain("b/quiz.yaml");
  expect(refused.stderr).toContain("another --suite");
  expect(stub.totals().requests).toBe(10);
  expect(sealed()).toBe(before);
  expect(existsSync(join(cwd, "out/work/s", RUN, "failed.json"))).toBe(false);
  expect(await run("a", 10)).toMatchObject({ code: 0 });
});
