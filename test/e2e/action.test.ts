import { spawn } from "node:child_process";
import { createServer } from "node:http";
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, onTestFinished, test } from "vitest";
import { parse } from "yaml";
import { z } from "zod";
import { packedCli } from "../packed-cli.ts";
import { environment, launch } from "./cli.ts";
import { answer, startModelServer } from "./model-server.ts";
import { entry, smallBenchmarkFolder } from "./small-benchmark.ts";

const root = fileURLToPath(new URL("../../", import.meta.url));
const Action = z.object({
  inputs: z.record(z.string(), z.object({ default: z.string().optional() })),
  runs: z.object({ using: z.literal("node24"), main: z.string() }),
});
const Workflow = z.object({
  jobs: z.object({
    gate: z.object({ steps: z.array(z.object({ name: z.string(), with: z.record(z.string(), z.string()) })) }),
  }),
});
const action = Action.parse(parse(readFileSync(join(root, "action.yml"), "utf8")));
const workflow = Workflow.parse(parse(readFileSync(join(import.meta.dirname, "action/workflow.yml"), "utf8")));

interface Step {
  readonly code: number | null;
  readonly log: string;
  /** what the step appended to the files that GitHub names in its environment */
  readonly summary: string;
  readonly outputs: string;
}

const read = (file: string): string => (existsSync(file) ? readFileSync(file, "utf8") : "");

/** Runs the action in a workspace as GitHub's runner does: with inputs as variables, and with files for summary and outputs. */
async function step(
  cwd: string,
  given: Readonly<Record<string, string>>,
  env: Readonly<Record<string, string>>,
): Promise<Step> {
  const files = { GITHUB_STEP_SUMMARY: join(cwd, "summary.md"), GITHUB_OUTPUT: join(cwd, "outputs.txt") };
  for (const file of Object.values(files)) rmSync(file, { force: true });
  const inputs = Object.entries(action.inputs).map(([name, { default: usual = "" }]) => {
    const text = (given[name] ?? usual).replaceAll(
      /\$\{\{ (?:env|github)\.(\w+) \}\}/g,
      (_, key: string) => env[key] ?? "",
    );
    return [`INPUT_${name.toUpperCase()}`, text];
  });
  const child = spawn(process.execPath, [join(packedCli(), "../..", action.runs.main)], {
    cwd,
    env: { ...environment({ cwd, env: { RUNNER_TEMP: cwd, ...env } }), ...files, ...Object.fromEntries(inputs) },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let log = "";
  for (const output of [child.stdout, child.stderr])
    output.setEncoding("utf8").on("data", (text: string) => (log += text));
  const code = await new Promise<number | null>((ended) => child.once("close", ended));
  return { code, log, summary: read(files.GITHUB_STEP_SUMMARY), outputs: read(files.GITHUB_OUTPUT) };
}

const questions = [
  "bed,question,correct_answer,incorrect_answers",
  ...Array.from({ length: 100 }, (_, i) => `${i + 1},Is the bed free?,Yes,"[""No""]"`),
  "",
].join("\n");

/** A server that answers the first questions wrongly. */
const serverWith = async (wrong: number) =>
  (await startModelServer((body) => answer(Number(/Bed (\d+)/.exec(body)?.[1]) <= wrong ? "No" : "Yes"))).endpoint;

/** A workspace, and a server with the comments of pull request 7, which speaks GitHub's interface. */
async function pullRequest(status = 200) {
  const cwd = smallBenchmarkFolder({
    "questions.csv": questions,
    "event.json": JSON.stringify({ pull_request: { number: 7 } }),
  });
  const comments: { id: number; body: string }[] = [];
  const server = createServer((request, response) => {
    let body = "";
    request.on("data", (part) => (body += String(part)));
    request.on("end", () => {
      response.writeHead(request.headers.authorization === "Bearer of-the-job" ? status : 401);
      const path = (request.url ?? "").split("?")[0];
      if (request.method === "GET") return response.end(JSON.stringify(comments));
      const text = z.object({ body: z.string() }).parse(JSON.parse(body)).body;
      if (path === "/repos/acme/model/issues/7/comments") comments.push({ id: comments.length + 1, body: text });
      const edited = comments.find(({ id }) => path === `/repos/acme/model/issues/comments/${id}`);
      if (edited !== undefined) edited.body = text;
      return response.end("{}");
    });
  }).listen(0, "127.0.0.1");
  await new Promise((listening) => server.once("listening", listening));
  onTestFinished(() => void server.close());
  const address = server.address();
  const port = typeof address === "object" ? address?.port : undefined;
  const env = {
    ENTRY: entry("small", "acme/model-1"),
    GITHUB_API_URL: `http://127.0.0.1:${port}`,
    GITHUB_REPOSITORY: "acme/model",
    GITHUB_EVENT_PATH: join(cwd, "event.json"),
    token: "of-the-job",
  };
  return { cwd, env, comments };
}

/** How many of the first questions each model of the example workflow answers wrongly. */
const WRONG: Readonly<Record<string, number>> = { production: 10, better: 2, worse: 40, undecided: 13 };

test("the example workflow passes a better model, fails a worse one, and does not decide about one that differs little", async () => {
  const { cwd, env, comments } = await pullRequest();
  const server = await startModelServer((body) => {
    const wrong = WRONG[/"model":"(?:acme\/)?(\w+)"/.exec(body)?.[1] ?? ""] ?? 0;
    return answer(Number(/Bed (\d+)/.exec(body)?.[1]) <= wrong ? "No" : "Yes");
  }, Object.keys(WRONG));
  const port = 18_731;
  const stack = launch("medhelm", ["up", "-o", "out", "--port", String(port), "--endpoint", server.endpoint], { cwd });
  await stack.until(/API\s+http:/);
  const ends: [string, number | null, string][] = [];
  for (const { name, with: inputs } of workflow.jobs.gate.steps) {
    const { code, outputs } = await step(cwd, inputs, { ...env, API: `http://127.0.0.1:${port}` });
    ends.push([name, code, /^outcome=(.*)$/m.exec(outputs)?.[1] ?? ""]);
  }
  const [first] = workflow.jobs.gate.steps;
  const unknown = await step(
    cwd,
    { ...first?.with, baseline: "nothing", comment: "false" },
    { ...env, API: `http://127.0.0.1:${port}` },
  );
  const itself = { ...first?.with, baseline: "production", comment: "false" };
  const same = await step(cwd, itself, { ...env, API: `http://127.0.0.1:${port}` });
  await stack.stop("SIGTERM");
  expect([same.code, same.log]).toEqual([2, expect.stringContaining("would be compared with themselves")]);
  expect([unknown.code, unknown.log]).toEqual([2, expect.stringContaining("has no release and no suite of this name")]);
  expect(ends).toEqual([
    ["baseline", 0, "passed"],
    ["better", 0, "passed"],
    ["worse", 100, "failed"],
    ["undecided", 101, "not decided"],
  ]);
  expect(comments.map(({ body }) => /### .*/.exec(body)?.[0])).toEqual([
    "### MedHELM: passed",
    "### MedHELM: passed",
    "### MedHELM: failed",
    "### MedHELM: not decided",
  ]);
  expect(comments[2]?.body).toContain("| acme/worse | SMALL | -0.300 (-0.376 to -0.222) | 100 | ❌ failed |");
});

test("the summary has the table of the gate and of the runs, and a second run replaces the comment", async () => {
  const { cwd, env, comments } = await pullRequest();
  const inputs = { "run-entries": env.ENTRY, suite: "s", "fail-under": "0.8" };
  for (const wrong of [10, 10])
    await step(cwd, { ...inputs, endpoint: await serverWith(wrong), arguments: "--fresh" }, env);
  expect(comments).toHaveLength(1);
  expect(comments[0]?.body).toBe(
    [
      "<!-- medhelm   s -->",
      "### MedHELM: passed",
      "",
      "| model | benchmark | score (bounds) | n | gate |",
      "| --- | --- | --- | --- | --- |",
      "| acme/model-1 | SMALL | 0.900 (0.840 to 0.939) | 100 | ✅ passed |",
      "",
      "The gate passes if the lower one-sided 95 % bound of the score is above 0.8, and fails if the upper bound is below it.",
      "",
      "| run | metric | score (95 % interval) | n |",
      "| --- | --- | --- | --- |",
      "| SMALL:model=acme\\_model-1 | exact\\_match | 0.900 (0.826 to 0.945) | 100 |",
      "",
    ].join("\n"),
  );
});

test("an undecided gate is a warning with not-decided: pass", async () => {
  const { cwd, env } = await pullRequest();
  const inputs = {
    "run-entries": env.ENTRY,
    endpoint: await serverWith(10),
    "fail-under": "0.9",
    "not-decided": "pass",
  };
  const { code, log } = await step(cwd, inputs, env);
  expect([code, log]).toEqual([0, expect.stringContaining("::warning title=MedHELM::the gate is not decided")]);
});

test("a refused comment is a warning, and the gate still counts", async () => {
  const { cwd, env } = await pullRequest(403);
  const { code, log } = await step(cwd, { "run-entries": env.ENTRY, endpoint: await serverWith(0) }, env);
  expect([code, log]).toEqual([0, expect.stringContaining("give the job the permission pull-requests: write")]);
});

test.each([
  ["no entries", {}, "nothing to run: give the input conf or run-entries"],
  ["a wrong choice", { "run-entries": "x", "not-decided": "maybe" }, 'input not-decided: write "fail" or "pass"'],
  ["an unknown entry", { "run-entries": "no_such_benchmark:model=acme/model-1" }, "no_such_benchmark"],
])("an input with %s ends with exit code 2 and an annotation", async (_, inputs, message) => {
  const { cwd, env } = await pullRequest();
  const { code, log } = await step(cwd, inputs, env);
  expect([code, /::error title=MedHELM::(.*)/.exec(log)?.[1]]).toEqual([2, expect.stringContaining(message)]);
});

test("a failed run is reported with its reason", async () => {
  const { cwd, env } = await pullRequest();
  writeFileSync(join(cwd, "questions.csv"), "bed\n1\n");
  const { code, summary } = await step(cwd, { "run-entries": env.ENTRY, endpoint: await serverWith(0) }, env);
  expect([code, summary]).toEqual([2, expect.stringMatching(/### MedHELM: the command failed\n\n.*questions\.csv/)]);
});
