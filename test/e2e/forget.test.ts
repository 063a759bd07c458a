import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, utimesSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { jobRecords } from "@medhelm/adapters/compute/job-records";
import { sqliteStore } from "@medhelm/adapters/objects/sqlite-store";
import { keys } from "@medhelm/core/store/object-keys";
import { sha256Hex } from "@medhelm/core/store/canonical";
import { fileServer } from "@medhelm/testing/file-server";
import { expect, onTestFinished, test } from "vitest";
import { launch, testFolder } from "./cli.ts";
import { cliHere } from "./cli-here.ts";
import { filesHolding } from "./files-holding.ts";
import { answer, startModelServer } from "./model-server.ts";
import { smallBenchmark, smallBenchmarkFolder, writeFiles } from "./small-benchmark.ts";

const BENCHMARK = "SMALL";
/** In each question and in each answer. */
const MARK = /Zyxwv/;
const SHA = "a".repeat(64);
const SHARED_JOB = { formatVersion: 1, id: "1", name: "1", environment: {} };

/** A sealed run of a local benchmark, a file that was uploaded for it, and a backup. */
async function usedFolder(): Promise<string> {
  const questions = smallBenchmark["questions.csv"].replaceAll("Is the", "Has Ms Zyxwv seen that the");
  const cwd = smallBenchmarkFolder({ "questions.csv": questions });
  const server = await startModelServer(() => answer("Yes, Zyxwv"), ["m"]);
  const entry = "medhelm_configurable_benchmark:config_path=small.yaml";
  const run = await cliHere("medhelm", ["run", "-r", entry, "--model", server.endpoint, "--suite", "s"], { cwd });
  expect(run).toMatchObject({ code: 0 });
  const submission = {
    formatVersion: 1,
    id: "1",
    owner: "radiology",
    createdAt: "2026-11-23T10:00:00.000Z",
    request: {
      entries: [{ description: entry }],
      suite: "t",
      inputs: { "questions.csv": SHA },
      systemMessage: "Ms Zyxwv is here.",
    },
    runs: [{ run: `${BENCHMARK}:x`, description: entry, benchmark: BENCHMARK, model: "m", modelDeployment: "m" }],
  };
  writeFiles(join(cwd, "benchmark_output"), {
    "submissions/1/request.json": JSON.stringify(submission),
    [`inputs/radiology/${SHA}`]: questions,
    [`inputs/radiology/${"b".repeat(64)}`]: questions, // of a submission that the API refused
    ".medhelm/compute/logs/1-0.err": "Zyxwv",
    ".medhelm/pools/logs/1-0.err": "Zyxwv",
    ".medhelm/answers.sqlite.damaged": "Zyxwv",
    ".medhelm/answers.sqlite.damaged-wal": "Zyxwv",
    "work/.jobs/1.json": JSON.stringify({ ...SHARED_JOB, state: "failed", reason: "exit code 1: Zyxwv" }),
    [`work/t/${BENCHMARK}:x/shards/m/1.json`]: "Zyxwv",
  });
  const stored = sqliteStore(join(cwd, "benchmark_output/.medhelm/answers.sqlite"));
  const ofPool = { a: { text: "Zyxwv" }, b: { text: "Zyxwv" }, c: { text: "Zyxwv" } };
  await stored.put(`${keys.answerSegments("local", "m", BENCHMARK)}1.json`, JSON.stringify({ answers: ofPool }));
  stored.close();
  const jobs = jobRecords(join(cwd, "benchmark_output/.medhelm/compute/jobs.sqlite"));
  jobs.add("1", { name: "1", definition: "worker", environment: {} }, 0);
  jobs.finished({ job: "1", index: 0 }, "exit code 1: Zyxwv");
  jobs.close();
  expect(await cliHere("medhelm", ["backup", "copy"], { cwd })).toMatchObject({ code: 0 });
  return cwd;
}

test("medhelm data forget --results leaves no byte of a benchmark's text, names the backup that has it, and is in the audit trail", async () => {
  const cwd = await usedFolder();
  const out = join(cwd, "benchmark_output");
  const before = filesHolding(out, MARK);
  expect(before.length).toBeGreaterThan(3);
  const forget = ["data", "forget", BENCHMARK, "--results"];

  const counted = await cliHere("medhelm", forget, { cwd });
  expect(counted).toMatchObject({ code: 2, stderr: expect.stringContaining("add --yes to delete them") });
  expect(filesHolding(out, MARK)).toEqual(before);

  const forgotten = await cliHere("medhelm", [...forget, "--yes"], { cwd });
  expect(forgotten).toMatchObject({
    code: 0,
    stderr: expect.stringContaining("deleted runs: 2, uploaded files: 2, stored answers: 7"),
  });
  expect(forgotten.stderr).toContain(`the backup ${join(cwd, "copy")} has these texts, too`);
  expect(forgotten.stderr).toContain("submission 1 has not ended, and is cancelled");
  expect(filesHolding(out, MARK)).toEqual([]);
  expect(existsSync(join(out, "submissions/1/request.json"))).toBe(true);
  expect(filesHolding(join(cwd, "copy"), MARK).length).toBeGreaterThan(3);
  const [entry = ""] = filesHolding(out, /medhelm data forget/);
  expect(JSON.parse(readFileSync(join(out, entry), "utf8"))).toMatchObject({ named: { file: BENCHMARK } });
});

test("medhelm data forget names the backup that a restored folder is a copy of", async () => {
  const cwd = await usedFolder();
  cpSync(join(cwd, "copy"), join(cwd, "restored"), { recursive: true });
  const forget = ["data", "forget", BENCHMARK, "--results", "-o", "restored"];
  const { stderr } = await cliHere("medhelm", forget, { cwd });
  expect(stderr).toContain(`the backup ${join(cwd, "copy")} has these texts, too`);
});

test("medhelm data forget deletes the answers of a benchmark whose runs were withdrawn before", async () => {
  const cwd = await usedFolder();
  const out = join(cwd, "benchmark_output");
  for (const suite of ["s", "t"])
    expect(await cliHere("medhelm", ["withdraw", "--suite", suite, "--yes"], { cwd })).toMatchObject({ code: 0 });
  await cliHere("medhelm", ["data", "forget", BENCHMARK, "--results", "--yes"], { cwd });
  expect(filesHolding(out, MARK)).toEqual([]);
});

test.skipIf(process.platform !== "linux").each([
  ["data forget", ["data", "forget", "demo_questions", "--results"]],
  ["withdraw", ["withdraw", "--suite", "s"]],
])("medhelm %s does not wait for the lease of a killed run", async (_, args) => {
  const cwd = testFolder();
  const asked = Promise.withResolvers<void>();
  const answerNothing = () => {
    asked.resolve();
    return new Promise<void>(() => undefined);
  };
  const server = await startModelServer(() => answer("A"), ["m"], answerNothing);
  const run = ["run", "-r", "demo_questions", "--model", server.endpoint, "--suite", "s"];
  const killed = launch("medhelm", run, { cwd });
  await asked.promise;
  expect((await cliHere("medhelm", [...args, "--yes"], { cwd })).stderr).toContain("a worker holds the run");
  await killed.stop("SIGKILL");
  expect(await cliHere("medhelm", [...args, "--yes"], { cwd })).toMatchObject({ code: 0 });
  expect(existsSync(join(cwd, "benchmark_output/work/s"))).toBe(false);
});

/** In each row. */
const CASES = `question_id,source,sct_stem,question,additional_info,-2,-1,0,1,2\n${Array.from({ length: 20 }, (_, i) => `${i},invented,Ms Zyxwv drinks tea.,thirst,an empty cup,0,1,2,5,4\n`).join("")}`;
const PART = CASES.slice(0, 300);
const FILE = "sct_bench/sct_cleaned_full.csv";

test("medhelm data forget --results leaves no byte of a data set that was pulled, asked, and cut off in another folder", async () => {
  const cwd = testFolder();
  mkdirSync(join(cwd, "tmp"));
  const where = { cwd, env: { TMPDIR: join(cwd, "tmp") } };
  const whole = await fileServer({ [FILE]: CASES });
  const etag = `"${sha256Hex(CASES).slice(0, 16)}"`;
  const cut = await fileServer(
    { [FILE]: CASES },
    {
      fault: (_, response, from) =>
        response.writeHead(from === 0 ? 200 : 206, { etag }).end(from === 0 ? PART : "") && true,
    },
  );
  onTestFinished(async () => void (await Promise.all([whole.close(), cut.close()])));
  const data = (...args: readonly string[]) => cliHere("medhelm", ["data", ...args], where);
  const server = await startModelServer(() => answer("Zyxwv says +1"), ["m"]);
  const run = ["run", "-r", "sct_bench", "--model", server.endpoint, "--suite", "s"];

  expect(await data("pull", "sct_bench", "--yes", "--mirror", whole.url)).toMatchObject({ code: 0 });
  expect(await cliHere("medhelm", run, where)).toMatchObject({ code: 0 });
  expect(await data("pull", "sct_bench", "--yes", "--mirror", cut.url, "--data-dir", "own")).toMatchObject({ code: 2 });
  expect(filesHolding(cwd, MARK)).toEqual(
    expect.arrayContaining([
      `/benchmark_output/.medhelm/data/${FILE}`,
      expect.stringMatching(/^\/own\/sct_bench\/sct_cleaned_full\.csv\..*\.part$/),
    ]),
  );

  const forgotten = await data("forget", "sct_bench", "--results", "--yes", "--data-dir", "own");
  expect(forgotten).toMatchObject({ code: 0, stderr: expect.stringContaining("pulled files: 2") });
  expect(filesHolding(cwd, MARK)).toEqual([]);
});

test("medhelm data forget deletes no file that a person has put into --data-dir", async () => {
  const cwd = testFolder();
  writeFiles(join(cwd, "own"), { [FILE]: CASES });
  await cliHere("medhelm", ["data", "forget", "sct_bench", "--data-dir", "own"], { cwd });
  expect(filesHolding(cwd, MARK)).toEqual([`/own/${FILE}`]);
});

test("medhelm data forget --results --before forgets what is older than the day, and no byte of it stays", async () => {
  const cwd = await usedFolder();
  const out = join(cwd, "benchmark_output");
  writeFiles(out, { "submissions/1/done.json": '{"formatVersion":1,"at":"2026-01-01T00:00:00.000Z"}' });
  age(out);
  const server = await startModelServer(() => answer("Yes, recent"), ["n"]);
  const entry = "medhelm_configurable_benchmark:config_path=small.yaml";
  const run = await cliHere("medhelm", ["run", "-r", entry, "--model", server.endpoint, "--suite", "new"], { cwd });
  expect(run).toMatchObject({ code: 0 });

  const forget = ["data", "forget", "--results", "--before", "2026-11-01"];
  expect(await cliHere("medhelm", forget, { cwd })).toMatchObject({
    code: 2,
    stderr: expect.stringContaining("from before 2026-11-01 there are runs: 2, uploaded files: 2, stored answers: 7"),
  });
  expect(await cliHere("medhelm", [...forget, "--yes"], { cwd })).toMatchObject({ code: 0 });
  expect(existsSync(join(out, "runs/s"))).toBe(false);
  // the new run has the questions, too, and the submission keeps the name of its file
  expect(filesHolding(out, MARK).filter((path) => !path.includes("/new/"))).toEqual([]);
  expect(await cliHere("medhelm", ["summarize", "--suite", "new"], { cwd })).toMatchObject({ code: 0 });
});

test.each([
  [["--before", "2026-11-01"], "--before 2026-11-01 needs --results"],
  [["--results", "--before", "2999-01-01"], "--before 2999-01-01 has not come yet"],
  [["SMALL", "--results", "--before", "2026-11-01"], "--before 2026-11-01 is for all benchmarks: leave out SMALL"],
])("medhelm data forget %j is refused", async (args, sentence) => {
  const refused = await cliHere("medhelm", ["data", "forget", ...args], { cwd: smallBenchmarkFolder() });
  expect(refused).toMatchObject({ code: 2, stderr: expect.stringContaining(sentence) });
});

/** Makes all files of an output folder and all its answers a year old. */
function age(out: string): void {
  const then = new Date("2025-11-30");
  for (const path of readdirSync(out, { recursive: true, encoding: "utf8" })) utimesSync(join(out, path), then, then);
  const answers = new DatabaseSync(join(out, ".medhelm/answers.sqlite"));
  answers.prepare("UPDATE objects SET modified_ms = ?").run(then.getTime());
  answers.close();
}
