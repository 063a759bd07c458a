import { spawn } from "node:child_process";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { cliHere } from "./cli-here.ts";
import { launch } from "./cli.ts";
import { llamaFolder, whyNoLlama } from "./llama-server.ts";
import { smallBenchmarkFolder, writeFiles } from "./small-benchmark.ts";

const ENTRY = "medhelm_configurable_benchmark:config_path=small.yaml";
const args = (...more: readonly string[]) => ["run", "-r", ENTRY, "--suite", "s", "-o", "out", ...more];

/** An executable that speaks the protocol of vLLM and Ollama, writes its arguments and its process id, and lists one model. */
const FAKE = `#!${process.execPath}
const { createServer } = require("node:http");
const { writeFileSync } = require("node:fs");
const given = process.argv.slice(2);
const port = Number(process.env.OLLAMA_HOST?.split(":")[1] ?? given[given.indexOf("--port") + 1]);
writeFileSync(process.env.FAKE_LOG, JSON.stringify({ pid: process.pid, given, env: process.env }));
if (process.env.FAKE_FAILS) { console.error("CUDA out of memory"); process.exit(3); }
createServer((request, response) => {
  response.setHeader("content-type", "application/json");
  if (request.url === "/v1/models") return response.end(JSON.stringify({ data: [{ id: process.env.FAKE_MODEL }] }));
  if (request.url !== "/v1/chat/completions") return response.writeHead(404).end("{}");
  if (process.env.FAKE_HANGS) return writeFileSync(process.env.FAKE_LOG + ".asked", "");
  response.end(JSON.stringify({ choices: [{ message: { content: "Yes" }, finish_reason: "stop" }] }));
}).listen(port, "127.0.0.1");
`;

/** A folder with the small benchmark and a fake of this program, and the environment that finds it. */
function faked(program: string, fake: Readonly<Record<string, string>>) {
  const cwd = smallBenchmarkFolder();
  writeFiles(cwd, { "hub/models--Qwen--Qwen3-8B/refs/main": "" });
  writeFileSync(join(cwd, program), FAKE, { mode: 0o755 });
  const log = join(cwd, "log.json");
  const env = { PATH: `${cwd}:${process.env["PATH"] ?? ""}`, HF_HUB_CACHE: join(cwd, "hub"), FAKE_LOG: log, ...fake };
  return { cwd, env, log, started: () => JSON.parse(readFileSync(log, "utf8")) };
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

test("--serve vllm starts vLLM with weights of this machine on 127.0.0.1, runs, and ends it", async () => {
  const { cwd, env, started } = faked("vllm", { FAKE_MODEL: "Qwen/Qwen3-8B", HF_TOKEN: "own" });
  const { code, stderr } = await cliHere("medhelm", args("--model", "vllm/Qwen/Qwen3-8B", "--serve", "vllm"), {
    cwd,
    env: { ...env, OPENAI_API_KEY: "canary", AWS_SECRET_ACCESS_KEY: "canary", MEDHELM_TOKEN: "canary" },
  });
  expect({ code, stderr }).toMatchObject({ code: 0, stderr: expect.stringContaining("exact_match 0.667") });
  expect(stderr).toMatch(
    /--serve vllm: starting vllm with Qwen\/Qwen3-8B on 127\.0\.0\.1:\d+; it may take up to 30 minutes/,
  );
  expect(stderr).toMatch(/--serve vllm: the model server answers after \d+ s \(at most 30 minutes left\)/);
  const { pid, given, env: seen } = started();
  expect(given.join(" ")).toMatch(
    /^serve Qwen\/Qwen3-8B --host 127\.0\.0\.1 --port \d+ --served-model-name Qwen\/Qwen3-8B$/,
  );
  expect(isRunning(pid)).toBe(false);
  expect(seen).toMatchObject({ HF_HUB_OFFLINE: "1", VLLM_NO_USAGE_STATS: "1", DO_NOT_TRACK: "1", HF_TOKEN: "own" });
  expect(JSON.stringify(seen)).not.toContain("canary");
  expect(readdirSync(join(cwd, "out/runs/s")).filter((name) => name.startsWith("SMALL"))).toEqual([
    "SMALL:model=Qwen_Qwen3-8B,model_deployment=vllm_Qwen_Qwen3-8B",
  ]);
});

test("the server ends after its command is killed with SIGKILL", async () => {
  const { cwd, env, log, started } = faked("vllm", { FAKE_MODEL: "Qwen/Qwen3-8B", FAKE_HANGS: "1" });
  const running = launch("medhelm", args("--model", "vllm/Qwen/Qwen3-8B", "--serve", "vllm"), { cwd, env });
  await expect.poll(() => existsSync(`${log}.asked`), { timeout: 20_000 }).toBe(true);
  const { pid } = started();
  expect(isRunning(pid)).toBe(true);
  await running.stop("SIGKILL");
  await expect.poll(() => isRunning(pid), { timeout: 20_000 }).toBe(false);
});

test("a second start of the same model asks nothing again", async () => {
  const { cwd, env } = faked("ollama", { FAKE_MODEL: "llama3.2:latest" });
  const run = () => cliHere("medhelm", args("--model", "ollama/llama3.2", "--serve", "ollama"), { cwd, env });
  expect(await run()).toMatchObject({ code: 0 });
  expect(await run()).toMatchObject({ code: 0, stderr: expect.stringContaining("was complete, nothing asked") });
});

test.each([
  [
    "the program is not installed",
    "ollama",
    { PATH: "/nowhere" },
    ["--model", "ollama/llama3.2", "--serve", "ollama"],
    "--serve ollama: there is no program ollama on PATH; install Ollama, or start a server and give its address with --model",
  ],
  [
    "vLLM has no weights",
    "vllm",
    {},
    ["--model", "vllm/a/b", "--serve", "vllm"],
    "run hf download a/b first, or give their folder with --weights",
  ],
  [
    "Ollama has no weights",
    "ollama",
    { FAKE_MODEL: "mistral:latest" },
    ["--model", "ollama/llama3.2", "--serve", "ollama"],
    "--serve ollama: there are no weights llama3.2; run ollama pull llama3.2 first",
  ],
  [
    "the server ends before it answers",
    "vllm",
    { FAKE_FAILS: "1" },
    ["--model", "vllm/Qwen/Qwen3-8B", "--serve", "vllm"],
    "--serve vllm: the model server ended with exit code 3: CUDA out of memory; start vllm by hand to see its whole log",
  ],
  [
    "no model is named",
    "vllm",
    {},
    ["--serve", "vllm"],
    "--serve vllm serves one model; name it with --model, as in --model vllm/NAME",
  ],
  [
    "the file of llama.cpp is missing",
    "llama-server",
    {},
    ["--model", "llama.cpp/x.gguf", "--serve", "llama.cpp"],
    "--serve llama.cpp: there is no file x.gguf; give the .gguf file with --weights",
  ],
])("one sentence says that %s, and no server stays", async (_what, program, fake, more, sentence) => {
  const { cwd, env, log } = faked(program, fake);
  const { code, stderr } = await cliHere("medhelm", args(...more), { cwd, env });
  expect({ code, stderr }).toMatchObject({ code: 2, stderr: expect.stringContaining(sentence) });
  const pid = existsSync(log) ? JSON.parse(readFileSync(log, "utf8")).pid : 0;
  expect(pid === 0 || !isRunning(pid)).toBe(true);
});

test.each(["SIGINT", "SIGTERM"] as const)("after %s the server ends with the command", async (signal) => {
  const { cwd, env, log, started } = faked("vllm", { FAKE_MODEL: "Qwen/Qwen3-8B", FAKE_HANGS: "1" });
  const main = fileURLToPath(new URL("../../packages/cli/bin/medhelm.js", import.meta.url));
  const child = spawn(process.execPath, [main, ...args("--model", "vllm/Qwen/Qwen3-8B", "--serve", "vllm")], {
    cwd,
    env: { ...process.env, ...env },
    stdio: "ignore",
  });
  const exited = new Promise((resolve) => child.once("exit", resolve));
  await expect.poll(() => existsSync(`${log}.asked`), { timeout: 20_000 }).toBe(true);
  child.kill(signal);
  await exited;
  expect(isRunning(started().pid)).toBe(false);
});

const why = whyNoLlama();
test.skipIf(why !== undefined)(`--serve llama.cpp runs with llama.cpp's own server (or: ${why})`, async () => {
  const cwd = smallBenchmarkFolder();
  const folder = llamaFolder();
  const { code, stderr } = await cliHere(
    "medhelm",
    args("--model", "llama.cpp/tiny", "--serve", "llama.cpp", "--weights", join(folder, "tiny.gguf")),
    { cwd, env: { PATH: `${folder}:${process.env["PATH"] ?? ""}` } },
  );
  expect({ code, stderr }).toMatchObject({
    code: 0,
    stderr: expect.stringContaining("3 instances; exact_match 0.000"),
  });
  expect(existsSync(join(cwd, "out/runs/s/SMALL:model=llama.cpp_tiny"))).toBe(true);
});
