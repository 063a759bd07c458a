import { cpSync, mkdirSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, expect, test, vi } from "vitest";
import { z } from "zod";
import { shared, whyNoShared } from "../shared.ts";
import { cli, launch, type Running, testFolder } from "./cli.ts";
import { openDeadLetters } from "../../packages/cli/src/stack/stack-queues.ts";
import { processesNaming } from "../processes.ts";
import { entry, smallBenchmark, writeFiles } from "./small-benchmark.ts";
import { type Stub, startStub } from "./stub.ts";

let stub: Stub | undefined;
afterEach(() => stub?.close());

const Release = z.object({ status: z.looseObject({ state: z.string() }) });
const Runs = z.object({ runs: z.array(z.looseObject({ run: z.string() })) });
const runsOf = (output: string, suite: string) =>
  readdirSync(join(output, "runs", suite))
    .filter((name) => name !== ".generations")
    .toSorted();
async function page(url: string): Promise<string> {
  const response = await fetch(url);
  expect(`${url} ${response.status}`).toBe(`${url} 200`);
  return response.text();
}
function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((file) => file.isFile())
    .map((file) => join(file.parentPath, file.name))
    .toSorted();
}
/** Returns path, size and time of every file of jobs, runs, releases and sites. */
function doneIn(output: string): string[] {
  return ["jobs", "runs", "releases", "site"].flatMap((folder) =>
    filesBelow(join(output, folder)).map((path) => `${path} ${statSync(path).size} ${statSync(path).mtimeMs}`),
  );
}
/** The address and the token that medhelm up prints. */
async function addressOf(stack: Running): Promise<{ readonly url: string; readonly token: string }> {
  const [, url = "", token = ""] = await stack.until(/API\s+(http:\S+)\/v1[\s\S]*token\s+(\S+)\n[\s\S]*submit .*\n/);
  return { url, token };
}
async function makeRelease(
  api: { url: string; token: string },
  name: string,
  suites: readonly string[],
): Promise<void> {
  const headers = { authorization: `Bearer ${api.token}`, "content-type": "application/json" };
  const body = JSON.stringify({ name, suites, publish: true });
  const posted = await fetch(`${api.url}/v1/releases`, { method: "POST", headers, body });
  expect(posted.status).toBe(202);
  let state = "queued";
  while (state !== "published") {
    const shown: unknown = await (await fetch(`${api.url}/v1/releases/${name}`, { headers })).json();
    const { status } = Release.parse(shown);
    expect(status).not.toMatchObject({ state: "failed" });
    state = status.state;
    await sleep(50);
  }
}

// the 60 runs of the demo take a busy machine minutes
test("medhelm start shows a leaderboard, takes more runs, and repeats no work the second time", {
  timeout: 400_000,
}, async () => {
  const cwd = testFolder();
  const output = join(cwd, "benchmark_output");
  const client = testFolder();
  writeFiles(client, {
    ...smallBenchmark,
    "my.conf": `entries: [{description: "${entry("small", "simple/model1")}", priority: 1}]`,
  });
  const env = { MEDHELM_HOME: join(cwd, "home") };
  const leaderboard = /leaderboard\s+(http:\S+)\n[\s\S]*stop .*\n/;
  const address = /http:\/\/127\.0\.0\.1:\d+/;

  const first = launch("medhelm", ["start", "--port", "18787"], { cwd, env });
  const [, url = ""] = await first.until(leaderboard);
  const html = await page(url);
  for (const model of ["First option", "Longest option", "Lexical retrieval", "Lead sentences"])
    expect(html.toLowerCase()).toContain(model.toLowerCase());
  expect(html).toContain("These judges are built-in rules, not language models");
  const before = doneIn(output);

  // the stack takes a submission from another folder
  const api = address.exec(url)?.[0] ?? "";
  const submitted = await cli("medhelm", ["submit", "my.conf", "--suite", "more", "--api", api, "--wait"], {
    cwd: client,
    env,
  });
  expect(submitted).toMatchObject({ code: 0 });
  expect(runsOf(output, "more")).toEqual(["SMALL:model=simple_model1"]);
  const after = doneIn(output);
  expect(after).toEqual(expect.arrayContaining(before));

  expect(await first.stop("SIGINT")).toMatchObject({ code: 0 });
  expect(processesNaming(cwd)).toEqual([]);

  const second = launch("medhelm", ["start", "--port", "18787"], { cwd, env });
  const [, again = ""] = await second.until(leaderboard);
  expect(await page(again)).toBe(html);
  // the second start ran no job and wrote no file
  expect(doneIn(output)).toEqual(after);
  expect(await second.stop("SIGTERM")).toMatchObject({ code: 0 });
  expect(processesNaming(cwd)).toEqual([]);
  const forOthers = readdirSync(output, { recursive: true, encoding: "utf8" }).filter(
    (path) => (statSync(join(output, path)).mode & 0o077) !== 0,
  );
  expect(forOthers).toEqual([]);
});

test("a Ctrl-C during the demo of medhelm start ends it as interrupted, and no message counts as failed", async () => {
  const cwd = testFolder();
  const started = launch("medhelm", ["start", "--port", "18797"], { cwd, env: { MEDHELM_HOME: join(cwd, "home") } });
  await vi.waitUntil(() => started.stderr().includes("demo:"), { timeout: 60_000 });
  const { code, stderr } = await started.stop("SIGINT");
  expect([code, stderr.split("\n").slice(1)]).toEqual([
    75,
    ["medhelm: interrupted; run the same command again to continue", ""],
  ]);
});

test("the service shows the damage of a run to its owner, and publishes a release of the other runs that names it", async () => {
  const cwd = testFolder();
  const env = { MEDHELM_HOME: join(cwd, "home") };
  const entries = ["first-option", "longest-option"].map(
    (model) => `{description: "demo_questions:model=baseline/${model}", priority: 1}`,
  );
  writeFiles(cwd, { "my.conf": `entries: [${entries.join(", ")}]` });
  const stack = launch("medhelm", ["up", "--output-path", "out", "--port", "19087"], { cwd, env });
  const api = await addressOf(stack);
  const submit = ["submit", "my.conf", "--suite", "my", "--api", api.url, "--wait"];
  expect(await cli("medhelm", submit, { cwd, env })).toMatchObject({ code: 0 });
  expect((await fetch(`${api.url}/metrics`)).status).toBe(401);
  const metrics = await fetch(`${api.url}/metrics`, { headers: { authorization: `Bearer ${api.token}` } });
  expect(await metrics.text()).toMatch(
    /medhelm_open_runs\{state="running"\} 0\n[\s\S]*medhelm_http_requests_total\{method="POST",status="20[12]"\} [12]\n[\s\S]*process_start_time_seconds \d{10}/,
  );
  const name = "demo_questions:model=baseline_first-option";
  const manifest = `runs/my/${name}/manifest.json`;
  writeFiles(join(cwd, "out"), { [manifest]: "{" });

  const shown = await fetch(`${api.url}/v1/runs/my/${encodeURIComponent(name)}`, {
    headers: { authorization: `Bearer ${api.token}` },
  });
  expect([shown.status, await shown.json()]).toMatchObject([422, { detail: expect.stringContaining(manifest) }]);
  await makeRelease(api, "r1", ["my"]);
  const { runs, notices } = Shown.parse(
    JSON.parse(readFileSync(join(cwd, "out/releases/r1/leaderboard.json"), "utf8")),
  );
  expect(runs.map(({ run }) => run)).toEqual(["demo_questions:model=baseline_longest-option"]);
  expect(notices).toContain(`Left out: ${name} (its manifest.json is damaged).`);
  expect(stack.stderr()).toContain(
    `${manifest} is missing or damaged; call medhelm repair in its folder, or delete it and run its entry again`,
  );
  expect(await stack.stop("SIGTERM")).toMatchObject({ code: 0 });
});
const Shown = z.object({ runs: z.array(z.object({ run: z.string() })), notices: z.array(z.string()) });

test("medhelm up makes damaged files of queues and jobs again, and works on a submission", async () => {
  const cwd = testFolder();
  const env = { MEDHELM_HOME: join(cwd, "home") };
  const files = ["out/.medhelm/queues.sqlite", "out/.medhelm/compute/jobs.sqlite"];
  writeFiles(cwd, {
    ...Object.fromEntries(files.map((file) => [file, "this is not a database"])),
    "my.conf": `entries: [{description: "demo_questions:model=baseline/first-option", priority: 1}]`,
  });
  const stack = launch("medhelm", ["up", "--output-path", "out", "--port", "18987"], { cwd, env });
  const api = await addressOf(stack);
  for (const file of files) expect(stack.stderr()).toContain(`${file} was damaged and is made again`);
  const submit = ["submit", "my.conf", "--suite", "my", "--api", api.url, "--wait"];
  expect(await cli("medhelm", submit, { cwd, env })).toMatchObject({ code: 0 });

  // a dead letter that nobody can read is set aside, counted and sent again
  const dead = openDeadLetters(join(cwd, "out"), "aggregate");
  await dead.send("no part of the service reads this");
  const letters = (action: string) => cli("medhelm", ["dead-letters", action, "--api", api.url], { cwd, env });
  await expect
    .poll(async () => (await letters("list")).stdout, { timeout: 60_000 })
    .toMatch(/^aggregate {2}unknown {3}.*no part of this/m);
  expect(await dead.depth()).toEqual({ visible: 0, inFlight: 0 });
  const metrics = await (
    await fetch(`${api.url}/metrics`, { headers: { authorization: `Bearer ${api.token}` } })
  ).text();
  expect(metrics).toContain('medhelm_dead_letters{queue="aggregate"} 1\n');
  expect(await letters("redrive")).toMatchObject({ code: 0, stderr: "medhelm: 1 dead letter sent again\n" });
  expect(await letters("list")).toMatchObject({ code: 0, stdout: "", stderr: "medhelm: 0 dead letters\n" });
  expect(await stack.stop("SIGTERM")).toMatchObject({ code: 0 });
});

test.skipIf(shared === undefined)(
  `medhelm up --endpoint runs the guide's demos from another folder and makes a release with its page (skipped where ${whyNoShared})`,
  async () => {
    stub = await startStub();
    const cwd = testFolder();
    const output = join(cwd, "out");
    const env = { MEDHELM_HOME: join(cwd, "home") };
    const flags = ["up", "--endpoint", stub.endpoint, "--output-path", "out", "--port", "18887"];
    const stack = launch("medhelm", flags, { cwd, env });
    const api = await addressOf(stack);

    const client = testFolder();
    for (const demo of ["exact_match_demo", "llm_jury_score_demo"])
      cpSync(join(shared ?? "", "guide", demo), client, { recursive: true });
    const submit = (conf: string) =>
      cli("medhelm", ["submit", conf, "--suite", "my", "--api", api.url, "--wait", "--json"], { cwd: client, env });
    const exact = await submit("exact_match_demo.conf");
    expect(exact).toMatchObject({ code: 0 });
    expect(Runs.parse(JSON.parse(exact.stdout)).runs).toHaveLength(1);
    expect((await stub.stats()).answered).toBe(3); // with the canary request
    expect(await submit("llm_jury_score_demo.conf")).toMatchObject({ code: 0 });
    // two answers and two verdicts more, and the canary requests of the candidate and the judge
    expect((await stub.stats()).answered).toBe(9);
    const model = "model=qwen_qwen2.5-7b-instruct,model_deployment=huggingface_qwen2.5-7b-instruct";
    expect(runsOf(output, "my")).toEqual([`EXACT-MATCH-DEMO:${model}`, `LLM-JURY-SCORE-DEMO:${model}`]);

    // the same submission again asks nothing
    expect(await submit("exact_match_demo.conf")).toMatchObject({ code: 0 });
    expect((await stub.stats()).answered).toBe(10); // a canary request finds that the model is the same

    await makeRelease(api, "r1", ["my"]);
    const html = await page(`${api.url}/r/r1/`);
    for (const text of ["EXACT-MATCH-DEMO", "LLM-JURY-SCORE-DEMO", "qwen2.5-7b-instruct"]) expect(html).toContain(text);
    expect((await fetch(api.url)).url).toBe(`${api.url}/r/r1/`);
    // a custom benchmark's text is local by default, so no page of a release has it
    const texts = filesBelow(join(output, "site/r/r1")).map((file) => readFileSync(file, "utf8"));
    expect(texts.length).toBeGreaterThan(3);
    expect(texts.filter((text) => text.includes("Patient with hypertension"))).toEqual([]);

    expect(await stack.stop("SIGINT")).toMatchObject({ code: 0 });
    expect(processesNaming(cwd)).toEqual([]);

    // the same release as a static site below a path
    const built = await cli(
      "medhelm",
      ["site", "build", "--release", "r1", "--out", "public", "--base", "/x/", "--output-path", "out"],
      { cwd, env },
    );
    expect(built).toMatchObject({ code: 0 });
    const index = readFileSync(join(cwd, "public/index.html"), "utf8");
    expect(index).toContain("EXACT-MATCH-DEMO");
    const links = [...index.matchAll(/(?:href|src)="(\/[^"]*)"/g)].map(([, link = ""]) => link);
    expect(links.length).toBeGreaterThan(0);
    expect(links.filter((link) => !link.startsWith("/x/"))).toEqual([]);
    for (const link of links) {
      const path = join(cwd, "public", decodeURIComponent(link.slice("/x/".length).replace(/[?#].*$/, "")));
      expect([link, statSync(link.endsWith("/") ? join(path, "index.html") : path).isFile()]).toEqual([link, true]);
    }
  },
);

test("submit without a stack, and site build of a missing release, say what to do", async () => {
  const cwd = testFolder();
  mkdirSync(join(cwd, "benchmark_output"));
  writeFiles(cwd, smallBenchmark);
  const args = ["submit", "--run-entries", entry("small", "simple/model1"), "--api", "http://127.0.0.1:9"];
  const noToken = await cli("medhelm", args, { cwd });
  expect(noToken).toMatchObject({ code: 2 });
  expect(noToken.stderr).toContain("no API key for http://127.0.0.1:9");
  const nobody = await cli("medhelm", args, { cwd, env: { MEDHELM_TOKEN: "t" } });
  expect(nobody).toMatchObject({ code: 2 });
  expect(nobody.stderr).toContain("nothing answers at http://127.0.0.1:9; start the stack with medhelm up");
  const site = await cli("medhelm", ["site", "build", "--release", "r9", "--out", "o"], { cwd });
  expect(site).toMatchObject({ code: 2 });
  expect(site.stderr).toContain("make the release first: medhelm summarize --release r9");
});
