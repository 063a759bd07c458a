import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { whyNoOnnx } from "../installed.ts";
import { shared, whyNoShared } from "../shared.ts";
import { cli, launch, testFolder } from "./cli.ts";
import { answer, startModelServer } from "./model-server.ts";
import { writeFiles } from "./small-benchmark.ts";

const encoders = join(shared ?? "", "encoders");
const MODEL = "house/model-x";
const RUN = "benchmark_output/runs/s/SUMS:model=house_model-x";

const Pairs = z.object({
  pairs: z.array(
    z.object({
      id: z.string(),
      candidate: z.string(),
      references: z.array(z.string()),
      P: z.number(),
      R: z.number(),
      F: z.number(),
    }),
  ),
});
const Stats = z.array(z.looseObject({ name: z.looseObject({ name: z.string() }), mean: z.number().optional() }));

const cell = (text: string): string => `"${text.replaceAll('"', '""')}"`;

/** One invented question with this answer, scored by BERTScore-F first. */
const benchmark = (right: string, wrong: readonly string[] = []) => ({
  "sums.yaml": [
    "name: SUMS",
    "description: an invented summary",
    "access: public",
    "prompt_file: prompt.txt",
    "dataset_file: notes.csv",
    "max_tokens: 99",
    "metrics:",
    "  - name: BERTScore-F",
    "  - name: rouge_l",
    "",
  ].join("\n"),
  "prompt.txt": "Summarise: {note}",
  "notes.csv": `note,correct_answer,incorrect_answers\nan invented note,${cell(right)},${cell(JSON.stringify(wrong))}\n`,
});
const entry = `medhelm_configurable_benchmark:config_path=sums.yaml,model=${MODEL}`;

function meansIn(cwd: string, file: string): Record<string, number | undefined> {
  const stats = Stats.parse(JSON.parse(readFileSync(join(cwd, RUN, file), "utf8")));
  return Object.fromEntries(stats.map(({ name, mean }) => [name.name, mean]));
}

function golden(id: string) {
  const { pairs } = Pairs.parse(JSON.parse(readFileSync(join(encoders, "goldens.json"), "utf8")));
  const pair = pairs.find((one) => one.id === id);
  if (pair === undefined) throw new Error(`no pair ${id}`);
  return { ...pair, reference: pair.references[0] ?? "" };
}

test("a benchmark whose main metric is BERTScore-F stops without an encoder before its first request", async () => {
  const recorder = await startModelServer();
  const cwd = testFolder();
  writeFiles(cwd, benchmark("Fever."));
  const { code, stderr } = await cli("helm-run", ["-r", entry, "--suite", "s", "--endpoint", recorder.endpoint], {
    cwd,
  });
  expect(code).toBe(2);
  expect(stderr).toContain("BERTScore-F, the main metric of SUMS, needs an encoder, so no request was sent");
  expect(stderr).toContain("--encoder-dir");
  expect(recorder.requests).toEqual([]);
  expect(existsSync(join(cwd, RUN))).toBe(false);
});

test.skipIf(whyNoOnnx() !== undefined)(
  "an --encoder-dir without an encoder stops it too, and the message names the missing files",
  async () => {
    const recorder = await startModelServer();
    const cwd = testFolder();
    writeFiles(cwd, { ...benchmark("Fever."), "empty/README": "" });
    const flags = ["--suite", "s", "--endpoint", recorder.endpoint, "--encoder-dir", "empty"];
    const { code, stderr } = await cli("helm-run", ["-r", entry, ...flags], { cwd, isFromSources: true });
    expect(code).toBe(2);
    expect(stderr).toContain("empty lacks onnx/model.onnx (or model.onnx) and tokenizer.json");
    expect(recorder.requests).toEqual([]);
  },
);

const why = shared === undefined ? whyNoShared : whyNoOnnx();

describe.skipIf(why !== undefined)(`with --encoder-dir${why === undefined ? "" : ` (${why})`}`, () => {
  const encoderDir = join(encoders, "tiny-distilbert");

  test("stats hold bert_score's P, R and F; the corrected profile ignores a wrong reference", async () => {
    const pair = golden("pubmedqa-14599616-context-vs-answer");
    const recorder = await startModelServer(() => answer(pair.candidate));
    const cwd = testFolder();
    writeFiles(cwd, benchmark(pair.reference, [pair.candidate]));
    const flags = ["--suite", "s", "--endpoint", recorder.endpoint, "--encoder-dir", encoderDir];
    const { code, stderr } = await cli("helm-run", ["-r", entry, ...flags], { cwd, isFromSources: true });
    expect({ code, stderr }).toMatchObject({ code: 0 });
    const score = ["score", RUN, "-o", "again", "--encoder-dir", encoderDir];
    expect(await cli("medhelm", score, { cwd, isFromSources: true })).toMatchObject({ code: 0 });
    const again = Stats.parse(JSON.parse(readFileSync(join(cwd, "again/stats.json"), "utf8")));
    expect(again.find(({ name }) => name.name === "BERTScore-F")?.mean).toBe(meansIn(cwd, "stats.json")["BERTScore-F"]);
    expect(stderr).toContain("is other (32 wide, 2000 word pieces), not distilbert-base-uncased");
    const helm = meansIn(cwd, "stats.json");
    expect(helm["BERTScore-F"]).toBeCloseTo(1, 5);
    const corrected = meansIn(cwd, "corrected/stats.json");
    expect(Math.abs((corrected["BERTScore-P"] ?? 9) - pair.P)).toBeLessThan(2e-6);
    expect(Math.abs((corrected["BERTScore-R"] ?? 9) - pair.R)).toBeLessThan(2e-6);
    expect(Math.abs((corrected["BERTScore-F"] ?? 9) - pair.F)).toBeLessThan(2e-6);
  });

  test("medhelm up passes --encoder-dir to the stack's workers", async () => {
    const pair = golden("pubmedqa-16253970-context-vs-answer");
    const recorder = await startModelServer(() => answer(pair.candidate));
    const cwd = testFolder();
    writeFiles(cwd, {
      ...benchmark(pair.reference),
      "sums.conf": `entries: [{description: "${entry}", priority: 1}]\n`,
    });
    const stack = launch("medhelm", ["up", "--endpoint", recorder.endpoint, "--encoder-dir", encoderDir], {
      cwd,
      isFromSources: true,
    });
    const [, api = ""] = await stack.until(/API +(http:\/\/127\.0\.0\.1:\d+)\/v1/);
    const { code, stdout, stderr } = await cli(
      "medhelm",
      ["submit", "sums.conf", "--suite", "s", "--api", api, "--wait"],
      {
        cwd,
      },
    );
    expect({ code, stdout, stderr }).toMatchObject({ code: 0 });
    expect(Math.abs((meansIn(cwd, "stats.json")["BERTScore-F"] ?? 9) - pair.F)).toBeLessThan(2e-6);
    await stack.stop();
  });
});
