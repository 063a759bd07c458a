import { createReadStream, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { readElements } from "@medhelm/core/helm/read-elements";
import { RunSpec } from "@medhelm/core/helm/run-spec";
import { RequestState } from "@medhelm/core/helm/scenario-state";
import { rouge1, rouge2, rougeL } from "@medhelm/core/metrics/rouge";
import { coreMetrics } from "@medhelm/core/metrics/registry";
import { scoreRun } from "@medhelm/testing/score-run";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { oracle, shared, whyNoShared } from "../shared.ts";
import { withoutNoiseOfPow } from "./single-values.ts";

async function* statesOf(folder: string): AsyncGenerator<RequestState> {
  const chunks = createReadStream(join(folder, "scenario_state.json"));
  for await (const element of readElements(chunks, "request_states")) yield RequestState.parse(element);
}

function json(folder: string, file: string): unknown {
  return JSON.parse(readFileSync(join(folder, file), "utf8"));
}

/** Every run of the suite that HELM scored with its SummarizationMetric. */
function runsOf(suite: string, name: "oracle" | "oracle-d"): { run: string; folder: string }[] {
  if (shared === undefined) return [];
  const root = join(oracle(name), "benchmark_output/runs", suite);
  return readdirSync(root)
    .filter((run) => run.includes(":model="))
    .map((run) => ({ run: `${suite}/${run}`, folder: join(root, run) }))
    .filter(({ folder }) => readFileSync(join(folder, "run_spec.json"), "utf8").includes("SummarizationMetric"));
}

const runs = [
  ...runsOf("oracle-a", "oracle"),
  ...runsOf("oracle-c", "oracle"),
  ...runsOf("oracle-d", "oracle-d"),
  ...runsOf("oracle-e", "oracle-d"),
];

describe.skipIf(shared === undefined)(`HELM's summarization runs (${shared ? "found" : whyNoShared})`, () => {
  test("there are runs in every suite", () => {
    expect(new Set(runs.map(({ run }) => run.split("/")[0]))).toEqual(
      new Set(["oracle-a", "oracle-c", "oracle-d", "oracle-e"]),
    );
  });

  test.each(runs)("$run has HELM's ROUGE, coverage, density and compression, to the last digit", async (one) => {
    const runSpec = RunSpec.parse(json(one.folder, "run_spec.json"));
    const ours = await scoreRun({
      runSpec,
      states: () => statesOf(one.folder),
      profile: "helm",
      metrics: coreMetrics,
    });
    expect(ours.stats).toEqual(json(one.folder, "stats.json"));
    expect(ours.perInstance).toEqual(withoutNoiseOfPow(json(one.folder, "per_instance_stats.json")));
    // HELM ran without a GPU
    expect(Object.keys(ours.absent).toSorted()).toEqual(["BERTScore-F", "BERTScore-P", "BERTScore-R", "summac"]);
  });
});

const Pairs = z.object({
  pairs: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      prediction: z.string(),
      rouge_with_stemmer_like_HELM: z.object({ rouge1: z.number(), rouge2: z.number(), rougeL: z.number() }),
    }),
  ),
});
const Notes = z.object({ data: z.array(z.object({ file: z.string(), tgt: z.string() })) });

const inShared = (...path: string[]): unknown => JSON.parse(readFileSync(join(shared ?? "", ...path), "utf8"));

test.skipIf(shared === undefined)("ACI-Bench's perturbed notes have rouge_score's values, whole notes", () => {
  const notes = ["clinicalnlp_taskB_test1", "clinicalnlp_taskC_test2", "clef_taskC_test3"].flatMap(
    (name) => Notes.parse(inShared("datasets/aci_bench", `${name}_full.json`)).data,
  );
  const { pairs } = Pairs.parse(inShared("authors/acibench_rouge.json"));
  expect(pairs).toHaveLength(14);
  for (const { id, name, prediction, rouge_with_stemmer_like_HELM: theirs } of pairs) {
    const gold = notes.find((note) => note.file === id)?.tgt ?? "";
    expect([name, rouge1(gold, prediction)]).toEqual([name, expect.closeTo(theirs.rouge1, 9)]);
    expect([name, rouge2(gold, prediction)]).toEqual([name, expect.closeTo(theirs.rouge2, 9)]);
    expect([name, rougeL(gold, prediction)]).toEqual([name, expect.closeTo(theirs.rougeL, 9)]);
  }
});
