import { cpSync, existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { cliHere } from "./cli-here.ts";
import { filesHolding } from "./files-holding.ts";
import { answer, startModelServer } from "./model-server.ts";
import { smallBenchmark, smallBenchmarkFolder, writeFiles } from "./small-benchmark.ts";

const BENCHMARK = "SMALL";
/** In each question and in each answer. */
const MARK = /Zyxwv/;
const SHA = "a".repeat(64);

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
    [`work/t/${BENCHMARK}:x/shards/m/1.json`]: "Zyxwv",
  });
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
    stderr: expect.stringContaining("deleted runs: 2, uploaded files: 2, stored answers: 4"),
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
