import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, utimesSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { oracle, shared, whyNoShared } from "../shared.ts";
import { launchShell, openFolder, type Running, shell } from "./cli.ts";
import { MODEL_PORTS, requireFreePorts } from "./ports.ts";
import { type Stub, startStub } from "./stub.ts";

const guide = join(shared ?? "", "guide");
const benchmarkOutput = shared === undefined ? "" : join(oracle("oracle"), "benchmark_output");
const pubmedQa = "pubmed_qa:model=qwen_qwen2.5-7b-instruct,model_deployment=huggingface_qwen2.5-7b-instruct";
const HELM_RUN_FILES = [
  "run_spec.json",
  "scenario.json",
  "scenario_state.json",
  "stats.json",
  "per_instance_stats.json",
];

const State = z.object({
  request_states: z.array(
    z.looseObject({ request: z.object({ prompt: z.string(), model: z.string(), model_deployment: z.string() }) }),
  ),
});
const statesOf = (run: string) => State.parse(JSON.parse(readFileSync(join(run, "scenario_state.json"), "utf8")));
const Leaderboard = z.object({
  runs: z.array(z.object({ suite: z.string(), run: z.string(), slug: z.string() })),
});
const leaderboardOf = (folder: string) =>
  Leaderboard.parse(JSON.parse(readFileSync(join(folder, "leaderboard.json"), "utf8")));
const lastLine = (text: string) => text.trimEnd().split("\n").at(-1) ?? "";

/** The address that helm-server prints as its last line. */
async function served(server: Running): Promise<URL> {
  const [url] = await server.until(/http:\/\/127\.0\.0\.1:\d+\/(?=\n)/);
  expect(lastLine(server.stdout())).toContain(url);
  return new URL(url);
}
async function page(url: URL | string): Promise<string> {
  const response = await fetch(url);
  expect(`${String(url)} ${response.status}`).toBe(`${String(url)} 200`);
  return response.text();
}

/** Declares the tests of one part of the guide. Each test continues after the test before it, as the reader does. */
const part = (title: string, body: () => void) =>
  describe.skipIf(shared === undefined)(`the guide, verbatim: ${title} (skipped where ${whyNoShared})`, () => {
    body();
  });

let home: ReturnType<typeof openFolder> | undefined;
let stub: Stub | undefined;
beforeAll(async () => {
  if (shared !== undefined) await requireFreePorts(MODEL_PORTS);
  home = openFolder();
});
afterAll(async () => {
  await stub?.close();
  home?.remove();
});
const inHome = (...path: string[]): string => join(home?.folder ?? "", ...path);
/** Moves the stub to another default port. */
async function stubAt(port: number): Promise<void> {
  await stub?.close();
  stub = await startStub({ port });
}

const out = (...path: string[]): string => inHome("out", ...path);
const datasets = join(shared ?? "", "datasets");
const withOutput = () => ({ cwd: inHome(), env: { OUTPUT_PATH: out(), MEDHELM_DATA: datasets } });
const withOpenai = () => ({
  cwd: inHome(),
  env: { MEDHELM_DATA: datasets, OPENAI_API_KEY: "sk-test", OPENAI_BASE_URL: "http://127.0.0.1:11434/v1" },
});
const openaiRun = (suite: string): string => inHome("benchmark_output/runs", suite, "pubmed_qa:model=openai_gpt-4o");
const demoSuite = (...path: string[]): string => inHome("demos/benchmark_output/runs/DEMO", ...path);
const demoRun = (benchmark: string): string =>
  demoSuite(`${benchmark}:model=qwen_qwen2.5-7b-instruct,model_deployment=huggingface_qwen2.5-7b-instruct`);

part("from a first run to a page (numbers 1 to 6)", () => {
  beforeAll(() => stubAt(8000));

  test("1: helm-run finds the server at vLLM's port and writes $OUTPUT_PATH/runs/my-medhelm-suite", async () => {
    const { code, stderr } = await shell(
      'helm-run --run-entries "pubmed_qa:model=qwen/qwen2.5-7b-instruct,model_deployment=huggingface/qwen2.5-7b-instruct" --suite my-medhelm-suite --max-eval-instances 10 --output-path $OUTPUT_PATH',
      withOutput(),
    );
    expect({ code, stderr }).toMatchObject({ code: 0 });
    expect(stderr).toContain("huggingface/qwen2.5-7b-instruct is served by http://127.0.0.1:8000/v1");
    const run = out("runs/my-medhelm-suite", pubmedQa);
    expect(readdirSync(run)).toEqual(expect.arrayContaining(HELM_RUN_FILES));
    expect(statesOf(run).request_states).toHaveLength(10);
  });

  test("2: helm-summarize adds it to the official release's runs and reports the packaged schema", async () => {
    cpSync(join(benchmarkOutput, "runs/oracle-a"), out("runs/v2.0.0"), { recursive: true });
    const { code, stderr } = await shell(
      "helm-summarize --suites my-medhelm-suite v2.0.0 --schema schema_medhelm.yaml --release my-medhelm-release --output-path $OUTPUT_PATH",
      withOutput(),
    );
    expect({ code, stderr }).toMatchObject({ code: 0 });
    expect(stderr).toContain("there is no schema_medhelm.yaml here; the packaged schema_medhelm.yaml is used");
    const { runs } = leaderboardOf(out("releases/my-medhelm-release"));
    expect(runs.filter(({ suite }) => suite === "my-medhelm-suite").map(({ run }) => run)).toEqual([pubmedQa]);
    expect(runs.filter(({ suite }) => suite === "v2.0.0")).toHaveLength(20);
  });

  test("3: the same release of one suite replaces it and keeps the other one", async () => {
    const { code, stderr } = await shell(
      "helm-summarize --suites my-medhelm-suite --schema schema_medhelm.yaml --release my-medhelm-release --output-path $OUTPUT_PATH",
      withOutput(),
    );
    expect({ code, stderr }).toMatchObject({ code: 0 });
    expect(stderr).toContain("the previous my-medhelm-release is kept in");
    expect(leaderboardOf(out("releases/my-medhelm-release")).runs).toHaveLength(1);
    expect(leaderboardOf(out("releases/.previous/my-medhelm-release/1")).runs).toHaveLength(21);
  });

  test("4: helm-server --release prints the address last, with the next free port because the model server has 8000", async () => {
    const server = launchShell("helm-server --release my-medhelm-release --output-path $OUTPUT_PATH", withOutput());
    const url = await served(server);
    expect(Number(url.port)).toBeGreaterThan(8000);
    expect(await page(url)).toContain("qwen2.5-7b-instruct");
    const [run] = leaderboardOf(out("releases/my-medhelm-release")).runs;
    expect(await page(new URL(`data/${run?.slug}/index.json`, url))).toContain('"instances":10');
    expect((await server.stop("SIGINT")).code).toBe(0);
  });

  test("5: helm-server shows a release that HELM made, unchanged", async () => {
    cpSync(join(benchmarkOutput, "releases/a1"), out("releases/v2.0.0"), { recursive: true });
    // the release names its suite oracle-a, as an official one names the suites that it was made of
    cpSync(join(benchmarkOutput, "runs/oracle-a"), out("runs/oracle-a"), { recursive: true });
    const before = readdirSync(out("releases/v2.0.0"), { recursive: true });
    const server = launchShell("helm-server --release v2.0.0 --output-path $OUTPUT_PATH", withOutput());
    const html = await page(await served(server));
    for (const model of ["stub-1", "stub-2", "stub-3"]) expect(html).toContain(model);
    expect((await server.stop("SIGTERM")).code).toBe(0);
    expect(readdirSync(out("releases/v2.0.0"), { recursive: true })).toEqual(before);
  });

  test("6: helm-run asks MedCalc-Bench's questions, into ./benchmark_output", async () => {
    const { code, stderr } = await shell(
      "helm-run --run-entries medcalc_bench:model=qwen/qwen2.5-7b-instruct,model_deployment=huggingface/qwen2.5-7b-instruct --suite my-medhelm-suite --max-eval-instances 10",
      withOutput(),
    );
    expect({ code, stderr }).toMatchObject({ code: 0 });
    const run = pubmedQa.replace("pubmed_qa", "medcalc_bench");
    expect(statesOf(inHome("benchmark_output/runs/my-medhelm-suite", run)).request_states).toHaveLength(10);
  });

  test("helm-server with neither --suite nor --release shows the newest summary", async () => {
    const later = new Date(Date.now() + 60_000);
    utimesSync(out("releases/v2.0.0/summary.json"), later, later);
    const server = launchShell("helm-server --output-path $OUTPUT_PATH", withOutput());
    await served(server);
    expect(lastLine(server.stdout())).toMatch(/^release v2\.0\.0 /);
    expect((await server.stop()).code).toBe(0);
  });

  test("helm-server --export-path writes a site, and never overwrites one", async () => {
    const line = "helm-server --release my-medhelm-release --output-path $OUTPUT_PATH --export-path site";
    expect(await shell(line, withOutput())).toMatchObject({ code: 0 });
    expect(readFileSync(inHome("site/index.html"), "utf8")).toContain("qwen2.5-7b-instruct");
    const again = await shell(line, withOutput());
    expect(again.code).toBe(2);
    expect(again.stderr).toContain("--export-path site is not empty");
  });
});

part("a model of OpenAI's (numbers 7 and 8)", () => {
  beforeAll(() => stubAt(11434));

  test("7: medhelm-run asks openai/gpt-4o with OPENAI_API_KEY at OPENAI_BASE_URL", async () => {
    const { code, stderr } = await shell(
      'medhelm-run --run-entries "pubmed_qa:model=openai/gpt-4o" --suite test_suite --max-eval-instances 2',
      withOpenai(),
    );
    expect({ code, stderr }).toMatchObject({ code: 0 });
    expect(statesOf(openaiRun("test_suite")).request_states.map(({ request }) => request.model_deployment)).toEqual([
      "openai/gpt-4o",
      "openai/gpt-4o",
    ]);
  });

  test("8: helm-run prints the size of the whole split first, and helm-server shows the suite at http://localhost:8000", async () => {
    const ran = await shell(
      'medhelm-run --run-entries "pubmed_qa:model=openai/gpt-4o" --suite my_first_eval',
      withOpenai(),
    );
    expect(ran).toMatchObject({ code: 0 });
    expect(ran.stderr).toContain("all 1000 instances of the split");
    expect(statesOf(openaiRun("my_first_eval")).request_states).toHaveLength(1000);
    expect(await shell("helm-summarize --suite my_first_eval", withOpenai())).toMatchObject({ code: 0 });
    const server = launchShell("helm-server --suite my_first_eval", withOpenai());
    expect((await served(server)).href).toBe("http://127.0.0.1:8000/");
    expect(await page("http://localhost:8000")).toContain("gpt-4o");
    expect((await server.stop()).code).toBe(0);
  });
});

part("the demos, both into one suite (number 9)", () => {
  beforeAll(async () => {
    mkdirSync(inHome("demos"), { recursive: true });
    for (const demo of ["exact_match_demo", "llm_jury_score_demo"])
      cpSync(join(guide, demo), inHome("demos"), { recursive: true });
    await stubAt(1234);
  });

  test("the exact-match demo runs, is summarised with its own schema, and has a page", async () => {
    const where = { cwd: inHome("demos") };
    const ran = await shell(
      "helm-run --conf-paths ./exact_match_demo.conf --max-eval-instances 2 --suite DEMO --output-path ./benchmark_output",
      where,
    );
    expect(ran).toMatchObject({ code: 0 });
    const states = statesOf(demoRun("EXACT-MATCH-DEMO")).request_states;
    expect(states.map(({ request }) => /^Patient ID: (.*)$/m.exec(request.prompt)?.[1])).toEqual(["001", "002"]);
    const summarised = await shell(
      "helm-summarize --auto-generate-schema --suite DEMO --output-path ./benchmark_output",
      where,
    );
    expect(summarised).toMatchObject({ code: 0 });
    const server = launchShell("helm-server --suite DEMO --output-path ./benchmark_output", where);
    expect(await page(await served(server))).toContain("EXACT-MATCH-DEMO");
    expect((await server.stop()).code).toBe(0);
  });

  test("the jury demo runs after it with five criteria for each answer, and the page shows both benchmarks", async () => {
    const where = { cwd: inHome("demos") };
    const ran = await shell(
      "helm-run --conf-paths ./llm_jury_score_demo.conf --max-eval-instances 2 --suite DEMO --output-path ./benchmark_output",
      where,
    );
    expect(ran).toMatchObject({ code: 0 });
    const Judged = z.object({
      request_states: z.array(z.looseObject({ annotations: z.record(z.string(), z.record(z.string(), z.unknown())) })),
    });
    const state = Judged.parse(
      JSON.parse(readFileSync(join(demoRun("LLM-JURY-SCORE-DEMO"), "scenario_state.json"), "utf8")),
    );
    expect(state.request_states).toHaveLength(2);
    for (const { annotations } of state.request_states) {
      const verdict = annotations["LLM-JURY-SCORE-DEMO"]?.["huggingface/qwen2.5-7b-instruct"];
      expect(Object.keys(z.record(z.string(), z.unknown()).parse(verdict))).toEqual([
        "faithfulness",
        "completeness",
        "safety",
        "clarity",
        "conciseness",
      ]);
    }
    expect(
      await shell("helm-summarize --auto-generate-schema --suite DEMO --output-path ./benchmark_output", where),
    ).toMatchObject({ code: 0 });
    const server = launchShell("helm-server --suite DEMO --output-path ./benchmark_output", where);
    const html = await page(await served(server));
    expect(html).toContain("EXACT-MATCH-DEMO");
    expect(html).toContain("LLM-JURY-SCORE-DEMO");
    expect((await server.stop()).code).toBe(0);
    expect(existsSync(demoSuite("leaderboard.json"))).toBe(true);
  });
});
