import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { serve } from "@medhelm/testing/fault-server";
import { expect, onTestFinished, test } from "vitest";
import { cliHere } from "./cli-here.ts";
import { testFolder } from "./cli.ts";
import { startModelServer } from "./model-server.ts";
import { judgedBenchmark, smallBenchmarkFolder } from "./small-benchmark.ts";

const doctor = (
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
  cwd = smallBenchmarkFolder(judgedBenchmark),
) => cliHere("medhelm", ["doctor", "-o", "out", ...args], { cwd, env });
const small = ["-r", "medhelm_configurable_benchmark:config_path=small.yaml"];

test("a machine without keys, servers and network is well", async () => {
  const { code, stdout } = await doctor(["--json"]);
  const { isBlocked, findings } = JSON.parse(stdout);
  const names = findings.map(({ check }: { check: string }) => check);
  expect({ code, isBlocked, names }).toEqual({
    code: 0,
    isBlocked: false,
    names: ["system", "Node", "disk", "output folder", "SQLite", "keys", "data", "judges", "judges", "judges", "clock"],
  });
});

test("without options, data, judges and clock have a state and what to do", async () => {
  const { stdout } = await doctor(["--data-dir", "nowhere"]);
  expect(stdout).toMatch(/data +blocked +nowhere: there is no such folder/);
  expect(stdout).toMatch(
    /judges +warning +the judge openai\/gpt-4o-2024-05-13 was retired by its provider on 2026-10-23\n/,
  );
  expect(stdout).toMatch(/clock +unknown +\d{4}-\d\d-\d\dT\d\d:\d\d UTC; no server compares it/);
  expect(stdout).toContain("  data: --data-dir DIR, or MEDHELM_DATA\n");
  expect(stdout).toContain("  judges: use openai/gpt-5.6-sol instead");
  expect(stdout).toContain("  clock: medhelm doctor --endpoint URL");
});

test.each([
  ["http://127.0.0.1:9/v1", /server of --model +blocked +http:\/\/127\.0\.0\.1:9\/v1 does not answer/],
  [
    "anthropic/claude-haiku-4-5",
    /model +blocked +anthropic\/claude-haiku-4-5 needs an API key\n[\s\S]*model: set ANTHROPIC_API_KEY/,
  ],
])("--model %s is examined without entries", async (model, finding) => {
  const { code, stdout } = await doctor(["--model", model]);
  expect({ code, stdout }).toMatchObject({ code: 1, stdout: expect.stringMatching(finding) });
});

test("the named judges are examined at their server, which gets no text", async () => {
  const server = await startModelServer();
  const { stdout } = await doctor(["--judges", "a/model-1", "--judge-endpoint", server.endpoint]);
  expect(stdout).toContain(`ok     a/model-1 at ${server.endpoint}`);
  expect(server.requests).toEqual([]);
});

const atJudges = (endpoint: string) => ["--judge-endpoint", endpoint];

test("a judge that its server does not list is a warning, with and without entries", async () => {
  const server = await startModelServer(undefined, ["a", "b"]);
  const finding = `does not list the judge judgehost/judge-1 (it lists a, b)`;
  const alone = await doctor(["--judges", "judgehost/judge-1", ...atJudges(server.endpoint)]);
  expect(alone.stdout).toMatch(/judges +warning /);
  expect(alone.stdout).toContain(finding);
  const entry = "medhelm_configurable_benchmark:config_path=judged.yaml,model=simple/model1";
  const planned = await doctor(["-r", entry, ...atJudges(server.endpoint)]);
  expect(planned.stdout).toContain(finding);
  expect(planned.stdout).toContain("as in --judges local/a, or give a server of that judge");
});

test("a key is named and never printed", async () => {
  const { stdout } = await doctor([], { OPENAI_API_KEY: "sk-very-secret" });
  expect(stdout).toContain("OPENAI_API_KEY is set");
  expect(stdout).not.toContain("sk-very-secret");
});

test("runs whose model answers are well, and the model is not asked", async () => {
  const server = await startModelServer();
  const { code, stdout } = await doctor([...small, "--model", server.endpoint, "--model-name", "model-1"]);
  expect({ code, asked: server.requests.length, stdout }).toMatchObject({
    code: 0,
    asked: 0,
    stdout: expect.stringMatching(/runs +ok +1 planned, with data and keys[\s\S]*clock +ok/),
  });
});

test.each([
  ["a missing key", [...small, "--model", "openai/gpt-4o"], "set OPENAI_API_KEY"],
  ["a server that does not answer", ["--endpoint", "http://127.0.0.1:9/v1"], "curl -I http://127.0.0.1:9/v1"],
  [
    "a judge that does not answer",
    [
      "-r",
      "medhelm_configurable_benchmark:config_path=judged.yaml",
      "--model",
      "simple/model1",
      "--judge-endpoint",
      "http://127.0.0.1:9/v1",
    ],
    "server of judgehost/judge-1",
  ],
])("%s blocks, with what to do", async (_, args, cure) => {
  const { code, stdout } = await doctor(args);
  expect({ code, stdout }).toMatchObject({ code: 1, stdout: expect.stringContaining(cure) });
});

test("an output folder that cannot be made blocks", async () => {
  const cwd = testFolder();
  writeFileSync(join(cwd, "out"), "a file");
  const { code, stdout } = await doctor([], {}, cwd);
  expect({ code, stdout }).toMatchObject({ code: 1, stdout: expect.stringContaining("out is a file, not a folder") });
});

test("a clock that is wrong by hours blocks", async () => {
  const server = await serve((_, __, response) =>
    response.writeHead(404, { date: "Sun, 22 Nov 2020 12:00:00 GMT" }).end(),
  );
  onTestFinished(server.close);
  const { code, stdout } = await doctor(["--endpoint", server.baseUrl]);
  expect({ code, stdout }).toMatchObject({
    code: 1,
    stdout: expect.stringContaining("clock: sudo timedatectl set-ntp true"),
  });
});
