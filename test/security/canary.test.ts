import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { z } from "zod";
import { cli, launch, testFolder } from "../e2e/cli.ts";
import { contentOf, filesHolding } from "../e2e/files-holding.ts";
import { problem, type Reply, startModelServer } from "../e2e/model-server.ts";
import { startCollector } from "../e2e/collector.ts";
import { entry, judgedBenchmark, writeFiles } from "../e2e/small-benchmark.ts";

const CANARY = /canary-\w+/i;
const LogRecord = z.looseObject({ component: z.string(), message: z.string(), submission: z.string().optional() });
const Release = z.object({ status: z.looseObject({ state: z.string() }) });

/** The reply of a model that thinks before it answers. */
const thought = (thinking: string, content: string): Reply => ({
  body: JSON.stringify({ choices: [{ finish_reason: "stop", message: { reasoning_content: thinking, content } }] }),
});
const filesIn = (folder: string): number => (existsSync(folder) ? readdirSync(folder, { recursive: true }).length : 0);

/** Prompt template, question, references, answers, verdicts and the server's error each contain their own canary. */
const files = {
  ...judgedBenchmark,
  "prompt.txt": "canary-template {question} Answer Yes or No:",
  "questions.csv": [
    "bed,question,correct_answer,incorrect_answers",
    '01,canary-question-1 is the bed free?,canary-reference Yes,"[""No""]"',
    '02,canary-question-2 is the window open?,No,"[""Yes""]"',
    '03,canary-refused is the lamp on?,Yes,"[""No""]"',
    // one request in twenty may fail without failing the run
    ...Array.from({ length: 17 }, (_, i) => `1${i},canary-question-1${i} is the lift free?,Yes,"[""No""]"`),
    "",
  ].join("\n"),
};

test("no release, site, log or message of the stack holds local text: prompts, thinking, answers, verdicts, or a server's echo", async () => {
  const cwd = testFolder();
  const client = testFolder();
  const env = { MEDHELM_HOME: join(cwd, "home") };
  const output = join(cwd, "benchmark_output");
  const server = await startModelServer((body) => {
    if (body.includes("canary-refused")) return problem(400, { message: `cannot answer: ${body.slice(0, 4000)}` });
    if (body.includes("rubric_criteria"))
      return thought(
        "canary-judging",
        JSON.stringify({ clarity: { score: 4, explanation: "canary-verdict: well said" } }),
      );
    return thought("canary-thinking", "canary-answer Yes");
  });
  const collector = await startCollector();
  writeFiles(client, {
    ...files,
    "my.conf": `entries: [{description: "${entry("judged", "host/model-1")}", priority: 1}]`,
  });

  const stack = launch(
    "medhelm",
    [
      "up",
      "--endpoint",
      server.endpoint,
      "--judges-may-be-candidate",
      "--port",
      "18988",
      "--log-level",
      "debug",
      "--otlp-endpoint",
      collector.endpoint,
    ],
    { cwd, env: { ...env, MEDHELM_API_KEY: "canary-key" } },
  );
  const [, url = "", token = ""] = await stack.until(/API\s+(http:\S+)\/v1[\s\S]*token\s+(\S+)\n[\s\S]*submit .*\n/);
  const submitted = await cli("medhelm", ["submit", "my.conf", "--suite", "my", "--api", url, "--wait"], {
    cwd: client,
    env,
  });
  expect(submitted).toMatchObject({ code: 0 });
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
  for (const [name, publish] of [
    ["aloud", true],
    ["quiet", false],
  ] as const) {
    const body = JSON.stringify({ name, suites: ["my"], publish });
    expect((await fetch(`${url}/v1/releases`, { method: "POST", headers, body })).status).toBe(202);
    let status = { state: "queued" };
    while (status.state === "queued" || status.state === "built") {
      await sleep(50);
      const shown: unknown = await (await fetch(`${url}/v1/releases/${name}`, { headers })).json();
      status = Release.parse(shown).status;
    }
    expect([name, status]).toEqual([name, { state: "published" }]);
  }
  await expect.poll(stack.stderr, { timeout: 60_000 }).toContain("submission ended"); // the sweep, some seconds after the last run
  const ended = await stack.stop("SIGINT");
  const built = await cli("medhelm", ["site", "build", "--release", "aloud", "--out", "public"], { cwd, env });
  expect(built).toMatchObject({ code: 0 });

  // the owner's folder has every canary; otherwise the test proves nothing
  const own = filesHolding(join(output, "runs"), CANARY)
    .map((path) => contentOf(join(output, "runs", path)))
    .join("\n");
  for (const kind of ["template", "question-1", "reference", "answer", "thinking", "verdict", "refused"])
    expect(own).toContain(`canary-${kind}`);
  // no other folder has one
  for (const folder of ["releases", "site", "release-requests", "jobs", ".medhelm/compute"]) {
    expect([folder, filesIn(join(output, folder)) > 0]).toEqual([folder, true]);
    expect(filesHolding(join(output, folder), CANARY)).toEqual([]);
  }
  expect(filesHolding(join(cwd, "public"), CANARY)).toEqual([]);
  // the log follows the submission through all components
  const records = ended.stderr
    .split("\n")
    .filter((line) => line.startsWith("{"))
    .map((line) => LogRecord.parse(JSON.parse(line)));
  const [, id = ""] = /submission (\S+):/.exec(submitted.stderr) ?? [];
  const components = new Set(records.filter(({ submission }) => submission === id).map(({ component }) => component));
  expect([...components].toSorted()).toEqual(["aggregate", "api", "dispatch", "sweep", "worker"]);
  expect(records.filter(({ message }) => message === "request failed")).toMatchObject([
    { submission: id, suite: "my", instance: "number 3", reason: "bad_request" },
  ]);
  // the spans show the same, and where each part belongs
  expect(collector.bodies.filter((text) => CANARY.test(text))).toEqual([]);
  expect(collector.paths(id)).toEqual([
    "submission",
    "submission > aggregate",
    "submission > run",
    "submission > run > ask",
    "submission > run > ask > request",
    "submission > run > ask > verdicts",
    "submission > run > encode",
    "submission > run > prepare",
    "submission > run > write",
  ]);
  expect([ended.stdout, ended.stderr, submitted.stdout, submitted.stderr].filter((text) => CANARY.test(text))).toEqual(
    [],
  );
});
