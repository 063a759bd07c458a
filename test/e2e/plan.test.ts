import { createHash } from "node:crypto";
import { cpSync, existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { openTokenizer } from "@medhelm/adapters/tokenizers/open-tokenizer";
import { keys } from "@medhelm/core/store/object-keys";
import { json, serve } from "@medhelm/testing/fault-server";
import { smallPng } from "@medhelm/testing/small-png";
import { expect, onTestFinished, test } from "vitest";
import { z } from "zod";
import { shared, whyNoShared } from "../shared.ts";
import { cliHere } from "./cli-here.ts";
import { testFolder } from "./cli.ts";
import { answer, startModelServer } from "./model-server.ts";
import { entry, judgedBenchmark, smallBenchmark, smallBenchmarkFolder } from "./small-benchmark.ts";

const Amount = z.object({ low: z.number(), expected: z.number(), high: z.number() });
const Use = z.object({
  deployment: z.string(),
  requests: Amount,
  promptTokens: Amount,
  completionTokens: Amount,
  usd: Amount.optional(),
});
const Plan = z.object({
  runs: z.array(
    z.object({
      run: z.string(),
      prompts: z.string(),
      instances: z.number().optional(),
      stored: z.number(),
      candidate: Use,
      judges: z.array(Use),
      byTokenCaps: z.object({ judgeOutputTokens: z.number(), totalUsd: z.number() }).optional(),
      problems: z.array(z.string()),
      notes: z.array(z.string()),
    }),
  ),
  total: z.object({ seconds: Amount }),
  served: z.array(z.object({ deployment: z.string(), memoryGb: z.number() })),
});
const Body = z.object({ messages: z.array(z.object({ content: z.string() })) });
const Spent = z.object({ tokens: z.object({ prompt: z.number(), completion: z.number() }), costUsd: z.number() });

/** The exit code is 2 if a run could not start. */
async function planOf(args: readonly string[], cwd = testFolder(), env: Readonly<Record<string, string>> = {}) {
  const { code, stdout, stderr } = await cliHere("medhelm", ["plan", "--json", "-o", "out", ...args], { cwd, env });
  expect(stderr).toBe("");
  return { code, ...Plan.parse(JSON.parse(stdout)) };
}

const small = ["-r", "medhelm_configurable_benchmark:config_path=small.yaml"];
const judged = ["-r", "medhelm_configurable_benchmark:config_path=judged.yaml"];
const priced = ["--price-per-million", "2.5,10"];

test("a plan asks no server and writes nothing", async () => {
  const server = await startModelServer();
  const cwd = smallBenchmarkFolder();
  const { code, runs } = await planOf([...small, "--model", server.endpoint, ...priced], cwd);
  expect(code).toBe(0);
  expect(runs).toMatchObject([{ instances: 3, candidate: { requests: { expected: 3 } }, problems: [] }]);
  expect({ asked: server.requests.length, written: existsSync(join(cwd, "out")) }).toEqual({
    asked: 0,
    written: false,
  });
});

test("a plan needs no key, and names the missing one", async () => {
  const { code, runs } = await planOf([...small, "--model", "openai/gpt-4o"], smallBenchmarkFolder());
  expect(code).toBe(2);
  expect(runs[0]?.candidate.usd?.expected).toBeGreaterThan(0);
  expect(runs[0]?.problems).toEqual([expect.stringContaining("needs an API key: set OPENAI_API_KEY")]);
});

test("judges are planned for each answer", async () => {
  const { runs } = await planOf([...judged, "--model", "simple/model1"], smallBenchmarkFolder(judgedBenchmark));
  expect(runs[0]?.judges).toMatchObject([{ deployment: "judgehost/judge-1", requests: { expected: 3 } }]);
});

test("a plan names text that must not go to a hosted model, data that is not here and retired judges", async () => {
  const { runs } = await planOf(["-r", "medalign", "medication_qa", "--model", "openai/gpt-4o"], undefined, {
    OPENAI_API_KEY: "sk-test",
  });
  expect(runs[0]?.problems).toContainEqual(expect.stringContaining("medalign contains gated text"));
  expect(runs[1]?.problems).toContainEqual(expect.stringContaining("was retired by its provider on"));
  expect(runs[1]?.notes).toEqual([expect.stringContaining("MedInfo2019-QA-Medications.xlsx is not here")]);
});

test("a plan says how much memory a served model needs", async () => {
  const { served } = await planOf([...small, "--model", "qwen/qwen3-8b"], smallBenchmarkFolder());
  expect(served).toMatchObject([{ deployment: "qwen/qwen3-8b", memoryGb: 20 }]);
});

test("a dry run prints the plan too", async () => {
  const cwd = smallBenchmarkFolder();
  const args = ["run", ...small, "--model", "simple/model1", "-o", "out", "--suite", "s", "--dry-run"];
  const { stdout } = await cliHere("medhelm", args, { cwd });
  expect(stdout).toContain("SMALL:model=simple_model1  3          3         0");
});

test("a plan names a sealed run of another wording, and the run is refused with the same sentence", async () => {
  const cwd = testFolder();
  const args = ["-r", "demo_questions:model=baseline/first-option", "-m", "2", "--suite", "s", "-o", "out"];
  expect(await cliHere("medhelm", ["run", ...args], { cwd })).toMatchObject({ code: 0 });
  const run = "demo_questions:model=baseline_first-option";
  cpSync(join(cwd, "out/runs/s", run, "run_spec.json"), join(cwd, "other", run, "run_spec.json"));
  const refusal =
    'demo_questions:model=baseline_first-option: suite "s" has this run with prompts: own, and one with prompts: custom would replace it; use another --suite, and compare both with medhelm summarize --release NAME --suites s OTHER';
  const planned = await planOf([...args, "--spec-from", "other"], cwd);
  expect(planned).toMatchObject({ code: 2, runs: [{ prompts: "custom", problems: [refusal] }] });
  const { code, stderr } = await cliHere("medhelm", ["run", ...args, "--spec-from", "other"], { cwd });
  expect({ code, stderr }).toEqual({ code: 2, stderr: `medhelm: ${refusal}\n` });
});

test("a plan has the dollars as the paper counts them: each answer has its limit, each verdict 4,096 tokens", async () => {
  const cwd = smallBenchmarkFolder(judgedBenchmark);
  const server = await startModelServer();
  const judge = ["--judge-endpoint", server.endpoint, "--judges-may-be-candidate"];
  const args = [...judged, "--model", server.endpoint, "--model-name", "model-1", ...judge];
  // 3 instances, and one judge that writes 12,288 tokens at 10 dollars a million
  const { runs } = await planOf([...args, "--price-per-million", "0,10"], cwd);
  expect(runs[0]?.byTokenCaps).toMatchObject({ judgeOutputTokens: 12_288 });
  const { stdout } = await cliHere("medhelm", ["plan", ...args, "--price-per-million", "0,10", "-o", "out"], { cwd });
  expect(stdout).toMatch(/^caps {2}\$0\.\d\d as the MedHELM paper counts: /mu);
});

test("stored answers are left out of a plan, and --fresh asks them again", async () => {
  const server = await startModelServer();
  const cwd = smallBenchmarkFolder(judgedBenchmark);
  const judge = ["--judge-endpoint", server.endpoint, "--judges-may-be-candidate", "--suite", "s"];
  const args = [...judged, "--model", server.endpoint, "--model-name", "model-1", ...judge, ...priced];
  expect(await planOf(args, cwd)).toMatchObject({ runs: [{ stored: 0, candidate: { requests: { expected: 3 } } }] });
  server.says((body) => answer(body.includes("Answer:") ? '{"clarity": {"score": 4, "explanation": "good"}}' : "Yes"));
  expect(await cliHere("medhelm", ["run", ...args, "-o", "out"], { cwd })).toMatchObject({ code: 0 });
  const nothing = { requests: { expected: 0 }, usd: { expected: 0 } };
  expect(await planOf(args, cwd)).toMatchObject({ runs: [{ stored: 3, candidate: nothing, judges: [nothing] }] });
  const { stdout } = await cliHere("medhelm", ["plan", ...args, "-o", "out"], { cwd });
  expect(stdout).toContain("3 of 3 answers are stored and cost nothing");
  expect(await planOf([...args, "--fresh"], cwd)).toMatchObject({ runs: [{ stored: 0 }] });
});

/** Moves the stored answers into one object, as a pool stores them. */
function moveIntoSegment(out: string, deployment: string, benchmark: string): void {
  const db = new DatabaseSync(join(out, ".medhelm/answers.sqlite"));
  const rows = z
    .array(z.object({ key: z.string(), body: z.instanceof(Uint8Array) }))
    .parse(db.prepare("SELECT key, body FROM objects WHERE key LIKE 'cache/%' AND key NOT LIKE 'cache/.%'").all());
  const answers = rows.map(({ key, body }) => [key.split("/")[2], JSON.parse(new TextDecoder().decode(body))]);
  const segment = JSON.stringify({ formatVersion: 1, answers: Object.fromEntries(answers) });
  const [scope = ""] = rows.map(({ key }) => key.split("/")[1]);
  const [first, ...others] = rows.map(({ key }) => key);
  const place = `${keys.answerSegments(scope, deployment, benchmark)}1.json`;
  db.prepare("UPDATE objects SET key = ?, body = ? WHERE key = ?").run(
    place,
    new TextEncoder().encode(segment),
    first ?? "",
  );
  for (const key of others) db.prepare("DELETE FROM objects WHERE key = ?").run(key);
  db.close();
}

test("a plan leaves out the answers that a pool has stored", async () => {
  const body = JSON.stringify({ ...JSON.parse(answer("Yes").body), model: "model-1" });
  const server = await startModelServer(() => ({ body }));
  const cwd = smallBenchmarkFolder();
  const args = ["-r", entry("small", "acme/other"), "--endpoint", server.endpoint, "--suite", "s"];
  expect(await cliHere("medhelm", ["run", ...args, "-o", "out"], { cwd })).toMatchObject({ code: 0 });
  moveIntoSegment(join(cwd, "out"), "acme/other", "SMALL");
  expect(await planOf(args, cwd)).toMatchObject({ runs: [{ stored: 3 }] });
});

test("a plan finds the stored answers of a server whose model has another name than the entry", async () => {
  const body = JSON.stringify({ ...JSON.parse(answer("Yes").body), model: "model-1" });
  const server = await startModelServer(() => ({ body }));
  const cwd = smallBenchmarkFolder();
  const args = ["-r", entry("small", "acme/other"), "--endpoint", server.endpoint, "--suite", "s"];
  expect(await cliHere("medhelm", ["run", ...args, "-o", "out"], { cwd })).toMatchObject({ code: 0 });
  expect(await planOf(args, cwd)).toMatchObject({ runs: [{ stored: 3 }] });
});

test("a jury with one unknown price keeps the known dollars, and the plan names the option for the other", async () => {
  const args = ["-r", "demo_notes:model=baseline/lead-sentences", "-m", "2", "--judges", "my/judge", "openai/gpt-4o"];
  const { stdout } = await cliHere("medhelm", ["plan", ...args, "-o", "out"], { cwd: testFolder() });
  expect(stdout).toMatch(/  0\.0\d{3} \(0\.0\d{3} to 0\.0\d{3}\) \+ unknown  own\n/);
  expect(stdout).toContain(
    "price my/judge has no known price, so its cost is left out; give it with --price-per-million my/judge=IN,OUT, or 0,0 for a machine of your own\n",
  );
  const asJson = await cliHere("medhelm", ["plan", "--json", ...args, "-o", "out"], { cwd: testFolder() });
  const Totals = z.object({ total: z.object({ juryKnownUsd: Amount, juryUnpriced: z.array(z.string()) }) });
  expect(Totals.parse(JSON.parse(asJson.stdout)).total.juryUnpriced).toEqual(["my/judge"]);
});

test("a budget whose price is unknown is a problem of the plan", async () => {
  const args = ["plan", ...small, "--model", "http://127.0.0.1:9/v1", "--budget-usd", "1"];
  const { code, stdout } = await cliHere("medhelm", args, { cwd: smallBenchmarkFolder() });
  expect({ code, stdout }).toMatchObject({ code: 2, stdout: expect.stringContaining("--budget-usd cannot hold") });
});

/** Starts a server that counts tokens as OpenAI does and answers with 1 to 120 words, the number of which depends on the prompt. */
async function countingServer() {
  const count = await openTokenizer({ tokenizerName: "openai/o200k_base" });
  if (count === undefined) throw new Error("o200k_base is not here");
  const server = await serve((request, body, response) => {
    if (request.method === "GET") return json(response, 200, { data: [{ id: "model-1" }] });
    const [message] = Body.parse(JSON.parse(body)).messages;
    const words = 1 + ((createHash("sha256").update(body).digest()[0] ?? 0) % 120);
    const content = `A${" careful".repeat(words)}`;
    const usage = { prompt_tokens: count(message?.content ?? "") + 7, completion_tokens: count(content) };
    return json(response, 200, { choices: [{ index: 0, finish_reason: "stop", message: { content } }], usage });
  });
  onTestFinished(server.close);
  return server.baseUrl;
}

test.skipIf(shared === undefined).each(["pubmed_qa", "medec", "medcalc_bench", "head_qa"])(
  `after a trial of 60, the plan of %s is within a tenth of what 240 others use${shared === undefined ? `: ${whyNoShared}` : ""}`,
  async (benchmark) => {
    const endpoint = await countingServer();
    const cwd = testFolder();
    const of = (n: number) => ["-r", benchmark, "-m", String(n), "--data-dir", join(shared ?? "", "datasets")];
    const model = ["--model", endpoint, "--model-name", "model-1", ...priced, "--suite", "s", "-n", "16"];
    const room = ["--max-tokens", "400"];
    const run = (n: number) => cliHere("medhelm", ["run", ...of(n), ...model, ...room, "-o", "out"], { cwd });
    expect((await run(60)).code).toBe(0);
    const { runs } = await planOf([...of(300), ...model, ...room], cwd);
    const before = spentIn(cwd);
    expect((await run(300)).code).toBe(0);
    const after = spentIn(cwd);
    const { promptTokens, usd } = runs[0]?.candidate ?? { promptTokens: undefined, usd: undefined };
    // the plan leaves out the stored answers of the trial
    expect(runs[0]).toMatchObject({ stored: 60, candidate: { requests: { expected: 240 } } });
    const planned = { prompt: promptTokens?.expected ?? 0, usd: usd?.expected ?? 0 };
    const used = { prompt: after.tokens.prompt - before.tokens.prompt, usd: after.costUsd - before.costUsd };
    console.log(
      `${benchmark}: tokens read ${percent(planned.prompt, used.prompt)}, dollars ${percent(planned.usd, used.usd)}`,
    );
    expect(Math.abs(planned.prompt / used.prompt - 1)).toBeLessThan(0.1);
    expect(Math.abs(planned.usd / used.usd - 1)).toBeLessThan(0.1);
  },
);

test.skipIf(shared === undefined).each(["medec", "med_mcqa", "head_qa", "medhallu"])(
  `the first plan of %s is within a tenth of the tokens that its own prompts use${shared === undefined ? `: ${whyNoShared}` : ""}`,
  async (benchmark) => {
    const endpoint = await countingServer();
    const cwd = testFolder();
    const data = ["-r", benchmark, "-m", "300", "--data-dir", join(shared ?? "", "datasets")];
    const args = [...data, "--model", endpoint, "--model-name", "model-1", ...priced, "--suite", "s", "-n", "16"];
    const { runs } = await planOf(args, cwd);
    expect(runs).toMatchObject([{ prompts: "own" }]);
    expect((await cliHere("medhelm", ["run", ...args, "-o", "out"], { cwd })).code).toBe(0);
    const planned = runs[0]?.candidate.promptTokens.expected ?? 0;
    const used = spentIn(cwd).tokens.prompt;
    console.log(`${benchmark}: tokens read ${percent(planned, used)}`);
    expect(Math.abs(planned / used - 1)).toBeLessThan(0.1);
  },
);

const percent = (planned: number, used: number): string => `${((planned / used - 1) * 100).toFixed(1)} %`;

function spentIn(cwd: string) {
  const suite = join(cwd, "out/runs/s");
  const [run = ""] = readdirSync(suite).filter((name) => name.includes(":"));
  return Spent.parse(JSON.parse(readFileSync(join(suite, run, "manifest.json"), "utf8")));
}

/** Prompt tokens of one request to GPT-4o in the paper (data/costs.csv of MedHELM's repository), which used HELM's wording. */
const PUBLISHED = [
  ["pubmed_qa", "PubMedQA"],
  ["medcalc_bench", "MedCalc-Bench"],
  ["med_qa", "MedQA"],
  ["race_based_med", "RaceBias"],
  ["ehr_sql", "EHRSQL"],
] as const;

/** Tokens of a chat template in a plan. */
const TEMPLATE = 7;

test.skipIf(shared === undefined)(
  `the planned tokens read are within a tenth of those that the paper's runs of GPT-4o used${shared === undefined ? `: ${whyNoShared}` : ""}`,
  async () => {
    const costs = readFileSync(join(shared ?? "", "paper/costs.csv"), "utf8");
    const published = (name: string): number => {
      const row = costs.split("\n").find((line) => line.startsWith(`gpt_4o_2024_05_13,${name},`));
      const [, , , instances = "", tokens = ""] = row?.split(",") ?? [];
      return Number(tokens) / Number(instances);
    };
    const entries = PUBLISHED.map(([benchmark]) => benchmark);
    const data = ["--data-dir", join(shared ?? "", "datasets")];
    const { runs } = await planOf(["-r", ...entries, "--model", "openai/gpt-4o", ...data]);
    const errors = runs.map(({ candidate: { promptTokens, requests } }, i) => {
      const [benchmark = "", name = ""] = PUBLISHED[i] ?? [];
      const planned = promptTokens.expected / requests.expected - TEMPLATE; // the paper counted the texts alone
      console.log(`${benchmark}: ${percent(planned, published(name))}`);
      return Math.abs(planned / published(name) - 1);
    });
    expect(Math.max(...errors)).toBeLessThan(0.1);
  },
);

test("a plan counts 1,000 tokens for an image, and names images that must not go to a hosted model", async () => {
  const cwd = smallBenchmarkFolder({
    "look.yaml": `${smallBenchmark["small.yaml"].replace("SMALL", "LOOK").replace("prompt.txt", "look.txt")}image_columns: [bed]\naccess: private\norg: O\n`,
    "look.txt": "{bed}{question}",
    "questions.csv": "bed,question,correct_answer\none.png,Is it grey?,Yes\n",
  });
  writeFileSync(join(cwd, "one.png"), smallPng(90));
  const { runs, code } = await planOf(
    [...small.map((one) => one.replace("small.", "look.")), "--model", "openai/gpt-4o"],
    cwd,
    {
      OPENAI_API_KEY: "sk-test",
    },
  );
  expect(code).toBe(2);
  expect(runs[0]?.problems).toEqual([expect.stringContaining("private text")]);
  expect(runs[0]?.candidate.promptTokens.expected).toBeGreaterThan(1000);
});
