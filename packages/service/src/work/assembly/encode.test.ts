import { memoryStore } from "@medhelm/testing/stores/memory-store";
import type { Encoder } from "@medhelm/core/ports";
import { ENCODER_SCORES, EncoderScores } from "@medhelm/core/scoring/encoder-scores";
import type { RunPlan } from "@medhelm/core/run/spec/expand";
import { expect, test } from "vitest";
import { plan, runToSeal, workerPorts, workRequest, readRunFile } from "@medhelm/testing/fixtures/work";

const BERT_SPEC = {
  class_name: "helm.benchmark.metrics.summarization_metrics.SummarizationMetric",
  args: { task: "t", device: "cpu", bertscore_model: "distilbert-base-uncased", rescale_with_baseline: false },
};

/** The demo benchmark with BERTScore as an additional metric or as its main metric. */
async function bertPlan(isMain: boolean): Promise<RunPlan> {
  const demo = await plan(2);
  const { benchmark, runSpec } = demo;
  const card = isMain ? { ...benchmark.card, mainMetric: "BERTScore-F" } : benchmark.card;
  return {
    ...demo,
    benchmark: { ...benchmark, card },
    runSpec: { ...runSpec, metric_specs: [...runSpec.metric_specs, BERT_SPEC] },
  };
}

/** An encoder that finds one equal word in every text and records the texts. */
function fakeEncoder(sha256: string) {
  const texts: string[] = [];
  const encoder: Encoder = {
    identity: { model: "m", revision: "r", layer: 5, sha256, tokenizerSha256: "t" },
    hiddenStates: async (all) => {
      texts.push(...all);
      const rows = new Float32Array([1, 1, 1]);
      return all.map(() => ({ ids: [1, 7, 2], counts: [false, true, false], width: 1, rows }));
    },
  };
  return { texts, open: async () => encoder };
}

const scoresIn = (objects: ReturnType<typeof memoryStore>, run: string) =>
  readRunFile(objects, run, ENCODER_SCORES, EncoderScores);

test("a run whose main metric is BERTScore stops before its first request if there is no encoder", async () => {
  const counted = { answered: [] };
  const runPlan = await bertPlan(true);
  await expect(runToSeal(workerPorts(memoryStore(), counted), workRequest(runPlan))).rejects.toThrow(
    /^BERTScore-F, the main metric of demo_notes, needs an encoder, so no request was sent: give --encoder-dir/,
  );
  expect(counted.answered).toEqual([]);
});

test("a run with another main metric continues without an encoder, and the manifest says why BERTScore is absent", async () => {
  const manifest = await runToSeal(workerPorts(memoryStore(), { answered: [] }), workRequest(await bertPlan(false)));
  expect(manifest.absentMetrics["BERTScore-F"]).toMatch(/needs an encoder.*--encoder-dir/);
  expect(Object.keys(manifest.files)).not.toContain(ENCODER_SCORES);
});

test("with an encoder the run stores each answer's scores in request order, and the manifest seals them", async () => {
  const objects = memoryStore();
  const runPlan = await bertPlan(true);
  const ports = { ...workerPorts(objects, { answered: [] }), encoder: fakeEncoder("one").open };
  const manifest = await runToSeal(ports, workRequest(runPlan));
  expect(manifest.files[ENCODER_SCORES]).toBeDefined();
  expect(manifest.absentMetrics).not.toHaveProperty("BERTScore-F");
  const scores = await scoresIn(objects, runPlan.runSpec.name);
  expect(scores?.encoder).toEqual({ model: "m", revision: "r", layer: 5, sha256: "one", tokenizerSha256: "t" });
  expect(scores?.scores).toHaveLength(2);
  expect(scores?.scores[0]?.values).toEqual({ "BERTScore-P": 1, "BERTScore-R": 1, "BERTScore-F": 1 });
});

test("a later encoder adds BERTScore without new requests; only a different encoder changes the scores again", async () => {
  const objects = memoryStore();
  const runPlan = await bertPlan(false);
  const counted = { answered: [] };
  const notices: (string | undefined)[] = [];
  const ports = {
    ...workerPorts(objects, counted),
    report: ({ notice }: { readonly notice?: string }) => void notices.push(notice),
  };
  await runToSeal(ports, workRequest(runPlan));
  const asked = counted.answered.length;
  const first = await runToSeal({ ...ports, encoder: fakeEncoder("one").open }, workRequest(runPlan));
  expect(first.generation).toBe(2);
  const again = fakeEncoder("one");
  expect(await runToSeal({ ...ports, encoder: again.open }, workRequest(runPlan))).toEqual(first);
  expect(again.texts).toEqual([]);
  expect(await runToSeal(ports, workRequest(runPlan))).toEqual(first);
  await runToSeal({ ...ports, encoder: fakeEncoder("two").open }, workRequest(runPlan));
  expect((await scoresIn(objects, runPlan.runSpec.name))?.encoder.sha256).toBe("two");
  expect(counted.answered).toHaveLength(asked);
  const said = notices.filter((notice) => notice !== undefined);
  expect(said[0]).toMatch(/^an encoder is available now, so BERTScore is added/);
  expect(said.at(-1)).toMatch(/^changed since the last run: encoder/);
});

test("the references of a suite are encoded once for all its runs", async () => {
  const runPlan = await bertPlan(true);
  const { texts, open } = fakeEncoder("one");
  const scored = async (): Promise<number> => {
    await runToSeal({ ...workerPorts(memoryStore(), { answered: [] }), encoder: open }, workRequest(runPlan));
    return texts.length;
  };
  const first = await scored();
  expect((await scored()) - first).toBe(2);
});
