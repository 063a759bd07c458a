import { memoryStore } from "@medhelm/testing/stores/memory-store";
import { keys } from "@medhelm/core/store/object-keys";
import { putJson } from "@medhelm/core/store/objects";
import { describe, expect, it } from "vitest";
import { countStates, runState, submissionState } from "./run-state.ts";

const progress = { formatVersion: 1, state: "running", done: 3, total: 10 };
const [S, R] = ["my", "pubmed_qa:model=m"];
const scenarioState = keys.runFile(S, R, "scenario_state.json");

describe("a run's state follows from its stored objects", () => {
  it.each([
    ["no object: queued", {}, { state: "queued" }],
    ["progress: running, n of m", { [keys.progress(S, R)]: progress }, { state: "running", done: 3, total: 10 }],
    [
      "progress that waits for a deployment",
      { [keys.progress(S, R)]: { ...progress, state: "awaiting", deployment: "org/judge" } },
      { state: "awaiting", deployment: "org/judge" },
    ],
    [
      "progress of judging: judged, n of m",
      { [keys.progress(S, R)]: { ...progress, state: "judging" } },
      { state: "judged", done: 3, total: 10 },
    ],
    [
      "a scenario state: judged, n of n",
      { [keys.progress(S, R)]: progress, [scenarioState]: {} },
      { state: "judged", done: 10, total: 10 },
    ],
    [
      "a scenario state without progress: judged, with its own count",
      { [scenarioState]: { request_states: [1, 2] } },
      { state: "judged", done: 2, total: 2 },
    ],
    ["stats: scored", { [scenarioState]: {}, [keys.runFile(S, R, "stats.json")]: [] }, { state: "scored" }],
    [
      "a failure has its reason and takes precedence over progress",
      { [keys.progress(S, R)]: progress, [keys.failed(S, R)]: { formatVersion: 1, reason: "The key is refused." } },
      { state: "failed", reason: "The key is refused." },
    ],
    [
      "a manifest seals the run and takes precedence over a failure",
      { [keys.failed(S, R)]: { formatVersion: 1, reason: "old" }, [keys.manifest(S, R)]: { contentSha256: "c0" } },
      { state: "sealed", contentSha256: "c0" },
    ],
  ])("%s", async (_, stored, expected) => {
    const objects = memoryStore();
    for (const [key, value] of Object.entries(stored)) await putJson(objects, key, value);
    expect(await runState(objects, S, R)).toEqual(expected);
  });
});

describe("a submission's state", () => {
  const sealed = { state: "sealed", contentSha256: "c0" } as const;
  const failed = { state: "failed", reason: "r" } as const;
  const queued = { state: "queued" } as const;
  const cancelled = { state: "cancelled" } as const;
  it.each([
    ["queued", [queued, queued]],
    ["running", [queued, sealed]],
    ["running", [failed, { state: "scored" } as const]],
    ["failed", [failed, cancelled, sealed]],
    ["cancelled", [cancelled, sealed]],
    ["sealed", [sealed]],
  ] as const)("is %s", (expected, states) => expect(submissionState(states)).toBe(expected));

  it("counts the runs of each state", () =>
    expect(countStates([queued, sealed, queued])).toEqual({ queued: 2, sealed: 1 }));
});
