import { rowGroups } from "@medhelm/core/scoring/row-groups";
import { dataOf, loadFrom, noUserFiles } from "@medhelm/testing/fixtures/benchmarks/files";
import { benchmarkSamples, type SampleFiles } from "@medhelm/testing/fixtures/benchmarks/samples";
import { expect, test } from "vitest";
import { allBenchmarks, findBenchmark } from "./registry.ts";

const samples = await benchmarkSamples();

/** The clusters of a sample's instances, as scores.json has them. */
async function clustersOf(name: string, { files, args }: SampleFiles) {
  const run = await (await findBenchmark(name)).settle(args, noUserFiles);
  const { instances, groups } = await run.load(dataOf(files));
  return instances.map((one) => rowGroups(one, run.card, run.scenarioSpec.args, groups?.get(one.id ?? "")).cluster);
}

/** The samples of the first three lack the column with the cluster. The source of the others has none, and their pages say so. */
const UNNAMED = [
  "ehr_sql",
  "mimic_bhc",
  "mimiciv_billing_code",
  "clear",
  "mental_health",
  "mimic_rrs",
  "shc_bmt_med",
  "shc_cdi_med",
  "shc_conf_med",
  "shc_ent_med",
  "shc_gip_med",
  "shc_privacy_med",
  "shc_proxy_med",
  "shc_ptbm_med",
  "shc_sei_med",
  "shc_sequoia_med",
];

test("the rows of every card with a cluster name it, except where the source does not", async () => {
  const unnamed: string[] = [];
  for (const { card } of await allBenchmarks()) {
    const sample = samples.get(card.name);
    if (card.cluster === undefined || sample === undefined) continue;
    const clusters = await clustersOf(card.name, sample);
    if (clusters.includes(undefined)) unnamed.push(card.name);
  }
  expect(unnamed.toSorted()).toEqual(UNNAMED.toSorted());
});

test("a patient's number of data that is not public is no cluster's name", async () => {
  const notes = ["10000032-DS-21", "10000032-DS-22", "10000084-DS-17"].map((note_id) =>
    JSON.stringify({ note_id, input: `Note ${note_id}`, target: "Went home." }),
  );
  const bhc = await findBenchmark("mimic_bhc");
  const { groups } = await loadFrom(bhc, { bhc: notes.join("\n") }, { data_path: "bhc" });
  expect([...(groups ?? [])]).toEqual([
    ["id0", { cluster: "1" }],
    ["id1", { cluster: "1" }],
    ["id2", { cluster: "2" }],
  ]);
});

test("the cluster is not in the instances, whose bytes are HELM's", async () => {
  const sample = samples.get("medcalc_bench");
  const { instances } = await loadFrom(await findBenchmark("medcalc_bench"), sample?.files ?? {});
  expect(Object.keys(instances[0] ?? {})).toEqual(["input", "references", "split", "id", "extra_data"]);
  expect(Object.keys(instances[0]?.extra_data ?? {})).toEqual(["category", "upper_limit", "lower_limit"]);
});
