import { readdirSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { whyNoOnnx } from "../installed.ts";
import { shared, whyNoShared } from "../shared.ts";
import { cli, openFolder, shell } from "./cli.ts";
import { startStub, type Stub } from "./stub.ts";

let stub: Stub | undefined;
let home: ReturnType<typeof openFolder> | undefined;
beforeAll(async () => {
  home = openFolder();
  if (shared !== undefined) stub = await startStub();
});
afterAll(async () => {
  await stub?.close();
  home?.remove();
});
const where = () => ({ cwd: home?.folder ?? "" });

test("medhelm examples copies the examples into a new folder and overwrites nothing", async () => {
  const first = await cli("medhelm", ["examples", "ex"], where());
  expect(first.code).toBe(0);
  expect(readdirSync(join(where().cwd, "ex"))).toContain("exact_match_demo");
  const again = await cli("medhelm", ["examples", "ex"], where());
  expect(again).toEqual({ code: 2, stdout: "", stderr: "medhelm: ex is not empty; name a new folder\n" });
});

const runExample = (folder: string, flags = "") =>
  shell(`ex/${folder}/run.sh stub/a --endpoint ${stub?.endpoint}${flags}`, where());

describe.skipIf(shared === undefined)(`each run.sh runs as it is (skipped where ${whyNoShared})`, () => {
  test.each([
    ["exact_match_demo", "EXACT-MATCH-DEMO", "6 instances; exact_match 0.000 (HELM scoring, n=6)"],
    ["llm_jury_score_demo", "LLM-JURY-SCORE-DEMO", "4 instances, 4 of 4 verdicts scored; jury_score"],
    ["rouge_demo", "ROUGE-DEMO", "4 instances; rouge_l 0."],
    ["mixed_metrics_demo", "MIXED-METRICS-DEMO", "4 instances, 4 of 4 verdicts scored; exact_match"],
  ])("%s", async (folder, run, summary) => {
    const { code, stderr } = await runExample(folder);
    expect(stderr).toContain(summary);
    expect(stderr).toMatch(new RegExp(`^medhelm: ${run}:model=stub_a: done`, "m"));
    expect(code).toBe(0);
  });

  const noOnnx = whyNoOnnx();
  test.skipIf(noOnnx !== undefined)(`bertscore_demo${noOnnx === undefined ? "" : ` (${noOnnx})`}`, async () => {
    // a small encoder with the files of the real one
    const flags = ` --encoder-dir ${join(shared ?? "", "encoders/tiny-distilbert")}`;
    const { code, stderr } = await runExample("bertscore_demo", flags);
    expect(stderr).toContain("4 instances; BERTScore-F 0.");
    expect(stderr).toMatch(/^medhelm: BERTSCORE-DEMO:model=stub_a: done/m);
    expect(code).toBe(0);
  });

  test("bertscore_demo without an encoder asks nothing and names the missing option", async () => {
    await stub?.reset();
    const line = `ex/bertscore_demo/run.sh stub/a --endpoint ${stub?.endpoint} --output-path elsewhere`;
    const { code, stderr } = await shell(line, where());
    expect(stderr).toContain("give --encoder-dir");
    expect((await stub?.stats())?.requests).toBe(0);
    expect(code).toBe(2);
  });

  test("a benchmark of medhelm new runs without a change", async () => {
    expect((await cli("medhelm", ["new", "benchmark", "mine"], where())).code).toBe(0);
    const line = `cd mine && medhelm run --conf-paths mine.conf --models-to-run stub/a --suite my --endpoint ${stub?.endpoint}`;
    const { code, stderr } = await shell(line, where());
    expect(stderr).toContain("mine:model=stub_a: done");
    expect(code).toBe(0);
  });
});

test.each([
  ["metric", "words", "words", "baseline/lead-sentences", "2 instances; within_limit 1.000 (HELM scoring, n=2)"],
  ["annotator", "parts", "parts", "baseline/lead-sentences", "2 instances; sentences 2.000 (HELM scoring, n=2)"],
  ["model", "letter", "demo_questions", "mine/letter", "30 instances; exact_match 0.233 (HELM scoring, n=30)"],
])("a %s of medhelm new runs with the printed command", async (kind, name, entry, model, message) => {
  const made = await cli("medhelm", ["new", kind, name], where());
  const line = `cd ${name}, then medhelm run --plugins . --run-entries ${entry} --models-to-run ${model} --suite my`;
  expect(made).toEqual({
    code: 0,
    stdout: `${name}/package.json\n${name}/index.ts\n`,
    stderr: `medhelm: next: ${line}\n`,
  });
  const { code, stderr } = await shell(line.replace(", then", " &&"), where());
  expect(stderr).toContain(message);
  expect(code).toBe(0);
});
