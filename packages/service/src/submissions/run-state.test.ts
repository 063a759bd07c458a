import { memoryStore } from "@medhelm/testing/stores/memory-store";
import { keys } from "@medhelm/core/store/object-keys";
import { putJson } from "@medhelm/core/store/objects";
import { describe, expect, it } from "vitest";
import { countStates, runState, submissionState } from "./run-state.ts";

const progress = { formatVersion: 1, state: "running", done: 3, total: 10 };
const [S, R] = ["my", "pubmed_qa:model=m"];
const FOLDER = `public/2-${"a".repeat(32)}`;
const inFolder = (file: string): string => keys.generationFile(S, R, FOLDER, file);
const identity = { formatVersion: 1, runKey: "k", generation: 2, parts: {}, startedAt: "", attempts: 1 };
const assembled = {
  [keys.identity(S, R)]: { ...identity, folder: FOLDER },
  [inFolder("assembly.json")]: { coverage: { requests: 2 } },
  [inFolder("scenario_state.json")]: {},
};
const lease = (term: number) => {
  const holder = { host: "h", pid: 1, startedAt: "" };
  return { formatVersion: 1, nonce: "n", term, generation: 1, state: "held", ttlMs: 1, renewals: 0, holder };
};

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
      "a complete attempt: judged, n of n",
      { [keys.progress(S, R)]: progress, ...assembled },
      { state: "judged", done: 10, total: 10 },
    ],
    [
      "a complete attempt without progress: judged, with the assembly's count",
      assembled,
      { state: "judged", done: 2, total: 2 },
    ],
    [
      "a complete attempt of format N-1",
      {
        [keys.identity(S, R)]: identity,
        [keys.assembly(S, R)]: { generation: 2, coverage: { requests: 3 } },
        [keys.runFile(S, R, "scenario_state.json")]: {},
      },
      { state: "judged", done: 3, total: 3 },
    ],
    ["stats: scored", { ...assembled, [inFolder("derived-0123456789ab/stats.json")]: [] }, { state: "scored" }],
    [
      "a folder that was deleted is no complete attempt",
      { [keys.identity(S, R)]: { ...identity, folder: FOLDER } },
      { state: "queued" },
    ],
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
    [
      "a manifest of an earlier generation does not seal the run",
      { [keys.manifest(S, R)]: { contentSha256: "c0", generation: 1 }, [keys.identity(S, R)]: identity },
      { state: "queued" },
    ],
    [
      "a failure of the last term",
      { [keys.failed(S, R)]: { formatVersion: 1, reason: "new", term: 2 }, [keys.lease(S, R)]: lease(2) },
      { state: "failed", reason: "new" },
    ],
    [
      "a failure of an earlier term does not count",
      { [keys.failed(S, R)]: { formatVersion: 1, reason: "old", term: 1 }, [keys.lease(S, R)]: lease(2) },
      { state: "queued" },
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
