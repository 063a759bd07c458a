import { cpSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import { z } from "zod";
import { shared, whyNoShared } from "../shared.ts";
import { cli, launch, testFolder } from "./cli.ts";
import { writeFiles } from "./small-benchmark.ts";
import { type Stub, startStub } from "./stub.ts";

let stub: Stub | undefined;
afterEach(() => stub?.close());

const Manifest = z.object({
  judges: z.array(z.looseObject({ name: z.string(), asked: z.number(), scored: z.number(), sameFamily: z.boolean() })),
  judgePrompts: z.record(z.string(), z.string()),
  jury: z.looseObject({ withoutFamily: z.looseObject({ judges: z.array(z.string()) }).optional() }).optional(),
  coverage: z.looseObject({ verdictsAsked: z.number(), verdictsScored: z.number() }),
});
const manifestOf = (...path: string[]) =>
  Manifest.parse(JSON.parse(readFileSync(join(...path, "manifest.json"), "utf8")));
const Stats = z.array(z.looseObject({ name: z.looseObject({ name: z.string() }) }));
const statNames = (...path: string[]) =>
  new Set(Stats.parse(JSON.parse(readFileSync(join(...path), "utf8"))).map(({ name }) => name.name));

const DEMO = "LLM-JURY-SCORE-DEMO:model=qwen_qwen2.5-7b-instruct,model_deployment=huggingface_qwen2.5-7b-instruct";

const run = (cwd: string, entry: string, suite: string, ...flags: string[]) =>
  cli("medhelm", ["run", "-r", entry, "--suite", suite, "-m", "3", ...flags], { cwd });

describe.skipIf(shared === undefined)(`a jury (skipped where ${whyNoShared})`, () => {
  test("--judges asks three deployments in place of the benchmark's own; each is counted in the manifest", async () => {
    stub = await startStub();
    const cwd = testFolder();
    const judges = ["stub/j1", "stub/j2", "other/j3"];
    const { endpoint } = stub;
    const ran = await run(cwd, "demo_notes:model=stub/a", "s", "--judges", ...judges, "--endpoint", endpoint);
    expect(ran).toMatchObject({ code: 0 });
    const folder = join(cwd, "benchmark_output/runs/s/demo_notes:model=stub_a");
    const manifest = manifestOf(folder);
    expect(manifest.judges.map(({ name, asked, sameFamily }) => [name, asked, sameFamily])).toEqual([
      ["stub/j1", 3, true],
      ["stub/j2", 3, true],
      ["other/j3", 3, false],
    ]);
    expect(manifest.judges.reduce((sum, judge) => sum + judge.scored, 0)).toBe(manifest.coverage.verdictsScored);
    expect(manifest.jury?.withoutFamily?.judges).toEqual(["stub/j1", "stub/j2"]);
    expect(ran.stderr).toContain("without the judges of the model's own family (stub/j1, stub/j2), the jury gives");
    expect(manifest.judgePrompts["demo_notes"]).toMatch(/^own [0-9a-f]{64}$/);
    expect(statNames(folder, "corrected/stats.json")).toContain("demo_notes_accuracy_judge_other/j3");
    expect(statNames(folder, "corrected/stats.json")).toContain("demo_notes_accuracy_criterion_clarity");
    expect([...statNames(folder, "stats.json")].filter((name) => /judge|criterion|verdicts/.test(name))).toEqual([]);
  });

  test("jury_config_path and jury_prompt_path name files; a changed prompt reopens the run", async () => {
    stub = await startStub();
    const cwd = testFolder();
    const prompt =
      'Q {QUESTION} A {RESPONSE}: "accuracy": {"score": 1}, "completeness": {"score": 1}, "clarity": {"score": 1}, each with an "explanation"';
    writeFiles(cwd, {
      "jury.yaml": "judges:\n  - {name: one, model: acme/one, model_deployment: acme/one}\n",
      "judge.txt": prompt,
    });
    const entry = "demo_notes:jury_config_path=jury.yaml,jury_prompt_path=judge.txt,model=stub/a";
    const folder = join(cwd, "benchmark_output/runs/s/demo_notes:model=stub_a");
    expect(await run(cwd, entry, "s", "--endpoint", stub.endpoint)).toMatchObject({ code: 0 });
    const first = manifestOf(folder);
    expect(first.judges.map(({ name }) => name)).toEqual(["one"]);
    expect(first.judgePrompts["demo_notes"]).toMatch(/^custom /);
    writeFiles(cwd, { "judge.txt": `${prompt}.` });
    const again = await run(cwd, entry, "s", "--endpoint", stub.endpoint);
    expect(again.stderr).toContain("judge prompt");
    expect(manifestOf(folder).judgePrompts["demo_notes"]).not.toBe(first.judgePrompts["demo_notes"]);
  });

  test("a retired jury is refused before the first request, and the message names its substitute", async () => {
    const cwd = testFolder();
    const refused = await run(cwd, "demo_notes:model=baseline/lead-sentences", "s", "--judges", "medhelm-2025");
    expect(refused.code).toBe(2);
    expect(refused.stderr).toMatch(/the judge openai\/gpt-4o-2024-05-13 was retired .* use openai\/\S+ instead/);
    const misspelled = await run(cwd, "demo_notes:model=baseline/lead-sentences", "s", "--judges", "medhelm-2024");
    expect(misspelled.stderr).toContain("the known ones are medhelm-2025, local");
  });

  test("medhelm submit --wait runs the guide's jury demo as the guide prints it", async () => {
    stub = await startStub();
    const cwd = testFolder();
    const client = testFolder();
    cpSync(join(shared ?? "", "guide/llm_jury_score_demo"), client, { recursive: true });
    const stack = launch("medhelm", ["up", "--port", "18791", "--endpoint", stub.endpoint], { cwd });
    const [, url = "", token = ""] = await stack.until(/API\s+(http:\S+)\/v1[\s\S]*token\s+(\S+)\n[\s\S]*submit .*\n/);
    const submitted = await cli(
      "medhelm",
      ["submit", "./llm_jury_score_demo.conf", "--suite", "DEMO", "--api", url, "--wait"],
      { cwd: client, env: { MEDHELM_TOKEN: token } },
    );
    expect(submitted).toMatchObject({ code: 0 });
    const { judges, judgePrompts } = manifestOf(cwd, "benchmark_output/runs/DEMO", DEMO);
    expect(judges).toMatchObject([{ name: "huggingface/qwen2.5-7b-instruct", asked: 2, sameFamily: true }]);
    expect(judgePrompts["LLM-JURY-SCORE-DEMO"]).toMatch(/^custom /);
    expect((await stack.stop()).code).toBe(0);
  });
});
