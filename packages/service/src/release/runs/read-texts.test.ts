import type { ObjectStore } from "@medhelm/core/ports";
import { RunSpec } from "@medhelm/core/helm/run-spec";
import { ScenarioState } from "@medhelm/core/helm/scenario-state";
import { Leaderboard } from "@medhelm/core/release/leaderboard/leaderboard";
import { keys } from "@medhelm/core/store/object-keys";
import { getJson, putJson } from "@medhelm/core/store/objects";
import { fakeClock } from "@medhelm/testing/clock/fake-clock";
import { CARD } from "@medhelm/testing/fixtures/api";
import { fixture, putRun } from "@medhelm/testing/fixtures/release";
import { textsBelow } from "@medhelm/testing/fixtures/work";
import { memoryStore } from "@medhelm/testing/stores/memory-store";
import { expect, test } from "vitest";
import { buildRelease, leaderboardOf, summarizeSuite } from "../build-release.ts";

const LOCAL_SUITE = { kind: "suite", suite: "s", profile: "helm", serveLocalText: true } as const;

/** A suite of one run as HELM writes it, and the keys that were streamed since the last call of `streamed`. */
async function streamedSuite() {
  const clock = fakeClock();
  const ports = { ...fixture(), clock, objects: memoryStore({ clock }) };
  const run = await putRun(ports.objects, { suite: "s", model: "m/a", score: 0.5 });
  const keysRead: string[] = [];
  const stream: ObjectStore["stream"] = (key, range) => (keysRead.push(key), ports.objects.stream(key, range));
  const streamed = (): string[] => keysRead.splice(0).map((key) => key.replace(keys.run("s", run), ""));
  const summarize = async () => {
    await clock.advance(1);
    await summarizeSuite({ ...ports, objects: { ...ports.objects, stream } }, LOCAL_SUITE);
    await clock.advance(1);
  };
  const reading = { ...ports, objects: { ...ports.objects, stream } };
  return { ports, reading, streamed, summarize, run };
}

test("the large files of HELM's run are read once for its pages, scores and counts, and not again until they change", async () => {
  const { ports, streamed, summarize, run } = await streamedSuite();
  await summarize();
  expect(streamed()).toEqual(["per_instance_stats.json", "scenario_state.json"]);
  await summarize();
  expect(streamed()).toEqual([]);
  await ports.objects.put(keys.runFile("s", run, "per_instance_stats.json"), "[]");
  await summarize();
  expect(streamed()).toEqual(["per_instance_stats.json", "scenario_state.json"]);
});

test("a release of HELM's runs reads their large files once, and its pages again from what was remembered", async () => {
  const { ports, reading, streamed } = await streamedSuite();
  const pagesOf = async (release: string): Promise<Record<string, string>> => {
    await buildRelease({ ...reading, cards: () => CARD }, { kind: "release", release, suites: ["s"], profile: "helm" });
    const texts = await textsBelow(ports.objects, `releases/${release}/pages/`);
    return Object.fromEntries([...texts].map(([key, text]) => [key.split("/").at(-1), text]));
  };
  const first = await pagesOf("r1");
  expect(streamed()).toEqual(["per_instance_stats.json", "scenario_state.json"]);
  expect(await pagesOf("r2")).toEqual(first);
  expect(streamed()).toEqual([]);
  expect(Object.keys(first)).toContain("list.json");
});

test("the pages of a release that is not public are kept in no other place", async () => {
  const { ports } = await streamedSuite();
  await buildRelease(ports, { kind: "release", release: "r", suites: ["s"], profile: "helm", serveLocalText: true });
  expect((await textsBelow(ports.objects, "releases/r/pages/")).size).toBeGreaterThan(0);
  expect([...(await textsBelow(ports.objects, "work/")).keys()].filter((key) => key.includes("-pages/"))).toEqual([]);
});

test("a score that is Infinity counts, in the first and in a later summary", async () => {
  const { ports, summarize, run } = await streamedSuite();
  const key = keys.runFile("s", run, "per_instance_stats.json");
  const text = new TextDecoder().decode((await ports.objects.get(key))?.body).replaceAll("0.5", "Infinity");
  await ports.objects.put(key, text);
  for (const _ of [1, 2]) {
    await summarize();
    expect((await getJson(ports.objects, "runs/s/leaderboard.json", Leaderboard))?.runs[0]?.scored).toBe(1);
  }
});

test("a folder that HELM wrote, in which no judge scored, has no value and the number of verdicts, in each summary", async () => {
  const { ports, summarize, streamed, run } = await streamedSuite();
  const key = (file: string) => keys.runFile("s", run, file);
  const spec = await getJson(ports.objects, key("run_spec.json"), RunSpec);
  const annotator_models = { gpt: { model_name: "openai/gpt-4o", model_deployment: "openai/gpt-4o" } };
  const jury = { class_name: "LLMAsJuryAnnotator", args: { annotator_models } };
  const metric = { class_name: "LLMJuryMetric", args: { metric_name: "exact_match", annotator_models } };
  await putJson(ports.objects, key("run_spec.json"), { ...spec, annotators: [jury], metric_specs: [metric] });
  const states = await getJson(ports.objects, key("scenario_state.json"), ScenarioState);
  const annotated = states?.request_states.map((one) => ({ ...one, annotations: { quiz: { prompt_text: "P" } } }));
  await putJson(ports.objects, key("scenario_state.json"), { ...states, request_states: annotated });
  for (const files of [["per_instance_stats.json", "scenario_state.json"], []]) {
    await summarize();
    expect(streamed()).toEqual(files);
    const found = await getJson(ports.objects, "runs/s/leaderboard.json", Leaderboard);
    expect(found?.runs[0]).toMatchObject({ mainValue: null, scored: 0, judges: [{ asked: 1, scored: 0 }] });
    expect(found?.notices).toContainEqual(
      `No judge gave a verdict, so that there is no score: ${run}. Run them again with other judges.`,
    );
  }
  const only = await leaderboardOf(ports, LOCAL_SUITE);
  expect(only.runs[0]).toMatchObject({ mainValue: null, scored: 0 });
  expect(new TextDecoder().decode((await ports.objects.get(key("stats.json")))?.body)).toContain('"mean":0.5');
});
