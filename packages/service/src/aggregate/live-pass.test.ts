import { metricFor } from "@medhelm/benchmarks/registry";
import type { RequestState } from "@medhelm/core/helm/scenario-state";
import { collect } from "@medhelm/core/run/collect";
import { generationFolder } from "@medhelm/core/store/object-keys";
import { requestState } from "@medhelm/testing/fixtures/request-state";
import { plan } from "@medhelm/testing/fixtures/work";
import { memoryStore } from "@medhelm/testing/stores/memory-store";
import { expect, test } from "vitest";
import { livePass } from "./live-pass.ts";

const MEANS = { helm: 1, corrected: 1 };

async function open() {
  const objects = memoryStore();
  const { runSpec } = await plan(1);
  const head = { suite: "s", run: runSpec.name, benchmark: "b", model: "m", modelDeployment: "m" };
  const assembly = { ...head, access: "public", mainMetric: "exact_match", mainSplit: "test", judges: [] } as const;
  const folder = generationFolder("public", 1, "a".repeat(32));
  const live = await livePass({ objects, metrics: metricFor }, { runSpec, assembly, folder, requests: 100 });
  const add = (id: string, more: Partial<RequestState> = {}) =>
    live.add(answered(id, more), { tokens: {}, lost: null });
  const pages = async () => (await collect(objects.list("runs/"))).map(({ key }) => key.split("/").at(-1));
  return { live, add, pages };
}

function answered(id: string, more: Partial<RequestState> = {}): RequestState {
  const state = requestState("Which tray?");
  const completions = [{ text: "A", logprob: 0, tokens: [] }];
  const result = { success: true, embedding: [], completions, cached: false, request_time: 1, request_datetime: 1 };
  const references = [{ output: { text: "A" }, tags: ["correct"] }];
  return { ...state, instance: { ...state.instance, id, split: "test", references }, result, ...more };
}

test("the pages of requests that come once are complete when the means are known", async () => {
  const { live, add, pages } = await open();
  void add("id1");
  void add("id2");
  live.endOfStates(live.fields());
  const shown = await live.finish(MEANS);
  expect(shown?.statesContent).toMatch(/^[0-9a-f]{64}$/);
  expect(await pages()).toEqual([
    "1.json",
    "details-1.json",
    "ids-1.json",
    "index.json",
    "list-1.json",
    "list.json",
    "worst.json",
  ]);
});

test("an instance that comes twice after its page was written leaves no page", async () => {
  const { live, add, pages } = await open();
  const long = requestState("x".repeat(50_000)).request;
  for (let i = 0; i < 100; i++) await add(`id${i}`, { request: long });
  expect(await pages()).toContain("1.json");
  await add("id0");
  live.endOfStates(live.fields());
  expect(await live.finish(MEANS)).toBeUndefined();
  expect(await pages()).toEqual([]);
});

test("fields of the file other than those of the run spec need a second pass", async () => {
  const { live, add } = await open();
  void add("id1");
  live.endOfStates({ ...live.fields(), annotator_specs: [] });
  expect(await live.finish(MEANS)).toBeUndefined();
  expect(live.fields()).toMatchObject({ annotator_specs: [] });
});
