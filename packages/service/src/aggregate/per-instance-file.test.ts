import { canonicalJson, sha256Hex } from "@medhelm/core/store/canonical";
import { stat } from "@medhelm/core/helm/stat";
import type { MetricName, PerInstanceStats } from "@medhelm/core/helm/stats";
import { stripVolatile } from "@medhelm/core/helm/volatile";
import { helmJson } from "@medhelm/core/helm/write-json";
import { collect } from "@medhelm/core/run/collect";
import { expect, test } from "vitest";
import { perInstanceFile } from "./per-instance-file.ts";

const named = (name: string, more: Partial<MetricName> = {}): MetricName => ({ name, split: "test", ...more });
const typo = { name: "typo", robustness: true, fairness: false, seed: 1 };
const match = named("exact_match");
const merged = { ...stat(match, 2), count: 2, sum: 4 };

const RECORDS: readonly PerInstanceStats[] = [
  { instance_id: 'é"\n', train_trial_index: 0, stats: [stat(match, 1), stat(named("none"))] },
  {
    instance_id: "id1",
    perturbation: typo,
    train_trial_index: 1,
    stats: [stat(named("m", { perturbation: typo }), 0.1)],
  },
  { instance_id: "id2", train_trial_index: 0, stats: [] },
  { instance_id: "id3", train_trial_index: 0, stats: [stat(match, -0), stat(match, 1e-7), stat(match, 1e21)] },
  { instance_id: "id4", train_trial_index: 0, stats: [stat(match, 1), stat(named("inference_runtime"), 0.25)] },
  { instance_id: "id5", train_trial_index: 0, stats: [stat(match, 2), merged, stat(match, 2)] },
  ...Array.from({ length: 200 }, (_, i) => ({
    instance_id: `n${i}`,
    train_trial_index: 0,
    stats: [stat(match, i / 7)],
  })),
];

async function written(records: readonly PerInstanceStats[]): Promise<{ text: string; content: string }> {
  const { chunks, content } = perInstanceFile(() => records)();
  let text = "";
  for await (const chunk of chunks) text += new TextDecoder().decode(chunk);
  return { text, content: content() };
}

test("writing per_instance_stats.json record by record gives helmJson's text and the content hash of the whole document", async () => {
  for (const records of [RECORDS, RECORDS.slice(0, 1), []]) {
    const { text, content } = await written(records);
    expect(text).toBe(helmJson(records));
    const stripped = stripVolatile("per_instance_stats.json", JSON.parse(text));
    expect(content).toBe(sha256Hex(canonicalJson(stripped)));
  }
});

test("a second pass writes the same bytes", async () => {
  const begin = perInstanceFile(() => RECORDS);
  const chunks: string[] = [];
  for (const { chunks: bytes } of [begin(), begin()])
    for await (const chunk of bytes) chunks.push(new TextDecoder().decode(chunk));
  expect(chunks.join("")).toBe(helmJson(RECORDS).repeat(2));
});

test("chunks that a slow store still holds keep their bytes while the next ones are written", async () => {
  const chunks = await collect(perInstanceFile(() => RECORDS)().chunks);
  expect(chunks.length).toBeGreaterThan(1);
  expect(Buffer.concat(chunks).toString()).toBe(helmJson(RECORDS));
});
