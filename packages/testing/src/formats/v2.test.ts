import { createHash } from "node:crypto";
import { Leaderboard } from "@medhelm/core/release/leaderboard/leaderboard";
import { keys } from "@medhelm/core/store/object-keys";
import { getJson, parseJson } from "@medhelm/core/store/objects";
import { openRelease } from "@medhelm/core/store/release-files";
import { openRun } from "@medhelm/core/store/run-files";
import { expect, test } from "vitest";
import { kindsOf } from "./stored-kinds.ts";
import { v2Objects, v2Store } from "./v2-objects.ts";

const KINDS = kindsOf(2);
const NOTES = "demo_notes:model=baseline_lead-sentences";
const LONGEST = "demo_questions:model=baseline_longest-option";
const TWO = "TWO-QUESTIONS:model=stub_model-1";
const DENY = "DENY-QUESTIONS:model=stub_model-1";
const SLOW = "SLOW-QUESTIONS:model=stub_model-1";
const QUIZ = "demo_questions:model=baseline_first-option";
const EMPTY_LIST = "4f53cda18c2baa0c0354bb5f9a3ecbe5ed12ab4d8e11ba873c2f11161202b945";
const GPU = "fe5dff000000-000000000001";
const objects = v2Objects();
const read = (key: string): unknown => {
  const schema = KINDS.find(({ keys: pattern }) => pattern.test(key))?.schema;
  if (schema === undefined) throw new Error(`${key} is of no kind`);
  return parseJson(new TextEncoder().encode(objects.get(key)), key, schema);
};
/** Returns the only key that matches. "*" is any part of a key. */
const keyLike = (pattern: string): string => {
  const parts = pattern.split("*");
  const isLike = (key: string): boolean =>
    key.startsWith(parts[0] ?? "") && key.endsWith(parts.at(-1) ?? "") && parts.every((part) => key.includes(part));
  const found = [...objects.keys()].filter(isLike);
  if (found[0] === undefined || found.length > 1) throw new Error(`${pattern}: ${found.length} keys match`);
  return found[0];
};

const REOPENED = `runs/second/.generations/public/${LONGEST}`;

test.each([
  ["format.json", { tree: 2, isComplete: true }],
  [`runs/second/${LONGEST}/manifest.json`, { formatVersion: 2, generation: 2, access: "public" }],
  [`${REOPENED}/1-*/manifest.json`, { generation: 1, coverage: { instances: 1 } }],
  [`${REOPENED}/1-*/assembly.json`, { suite: "second", run: LONGEST, generation: 1 }],
  [`${REOPENED}/2-*/decision.json`, { end: "seal", after: 1 }],
  [`runs/second/${TWO}/manifest.json`, { access: "local", coverage: { requests: 2, answered: 1, failed: 1 } }],
  [`work/fifth/${SLOW}/progress.json`, { state: "running", done: 1, total: 2, term: 1 }],
  [`work/fifth/${SLOW}/lease.json`, { state: "held", term: 1 }],
  [`work/second/${LONGEST}/identity.json`, { generation: 2, term: 2, parts: { "max eval instances": "2" } }],
  [`work/third/${DENY}/failed.json`, { reason: expect.stringContaining("HTTP 401"), term: 1 }],
  [`submissions/*/handled/${DENY}.json`, { result: "failed", term: 1 }],
  [
    `submissions/${GPU}/budget.json`,
    {
      machines: [
        { state: "charged", microUsd: 184_500 },
        { state: "running", job: "6d2f" },
      ],
    },
  ],
  [`owners/ann/ledger/2026-11/${GPU}-gpu-5c1f.json`, { kind: "gpu-job", gpus: 1, seconds: 1200 }],
  ["releases/v2/release.json", { formatVersion: 2, published: true }],
  ["releases/laptop/release.json", { formatVersion: 1, release: "laptop" }],
  ["release-failures/gone.json", { step: "build" }],
  ["releases/.staging/unfinished/*/plan.json", { shards: [[{ suite: "s", run: QUIZ }]], leftOut: [] }],
  ["releases/.staging/unfinished/*/shards/0.json", { runs: [{ suite: "s", folder: QUIZ, pages: 1 }] }],
  [
    `runs/s/.generations/public/${QUIZ}/*/pages/1.json`,
    { instances: [{ readings: [expect.anything()] }, { readings: [expect.anything()] }] },
  ],
  [
    "runs/s/.generations/public/demo_questions,data_augmentation=lower:*/manifest.json",
    {
      qualities: { robustness: { changes: [{ perturbation: "lowercase", plain: 0.25, flips: { share: 0, of: 4 } }] } },
    },
  ],
  [
    "runs/s/.generations/public/med_qa,data_augmentation=counterfactual:*/manifest.json",
    {
      qualities: {
        counterfactual: { all: { instances: 6, plain: 0.5, worst: 0, spread: 0 } },
        repeats: { share: 0, of: 6 },
        calibration: { answers: 6, bins: [{ from: 0.6, correct: 0 }, { correct: 1 }] },
        stated: {
          answers: 6,
          ece: expect.closeTo(0.4),
          brier: expect.closeTo(0.2),
          bins: [expect.anything(), expect.anything()],
        },
      },
    },
  ],
  [
    `runs/s/.generations/public/${NOTES}/*/manifest.json`,
    { qualities: { style: { answers: 2, ofAnswers: { words: 30 }, ofReferences: { words: 31 } } } },
  ],
  [
    "runs/s/.generations/held/med_agent_bench:*/manifest.json",
    { access: "local", records: { tasks: 1, reads: 8, sha256: expect.stringMatching(/^5f0d0b48/) } },
  ],
  [
    "runs/s/.generations/held/med_agent_bench:*/pages/1.json",
    { instances: [{ id: "task3_1", transcript: { turns: expect.any(Array) } }] },
  ],
  ["data/public/index.json", { files: { "pubmedqa/questions.json": EMPTY_LIST } }],
])("the second format's %s is read", (pattern, facts) => {
  expect(read(keyLike(pattern))).toMatchObject(facts);
});

/** Files that no program reads: HELM's, uploaded data, and marks whose presence is all that counts. */
const NOT_OURS_OR_NOT_READ = [
  /\/(?:run_spec|scenario|scenario_state|stats|per_instance_stats)\.json$/,
  /^releases\/.*\/(?:costs|groups|groups_metadata|run_specs|runs|runs_to_run_suites|schema|summary)\.json$/,
  /^(?:inputs\/|data\/public\/[0-9a-f]{64}$)/,
  /^submissions\/[^/]+\/started\//,
  /^site\/r\/[^/]+\/published\.json$/,
  /^models\//,
];

test("every stored object of the second format belongs to one kind", () => {
  const unclear = [...objects.keys()].filter(
    (key) => [...KINDS.map((kind) => kind.keys), ...NOT_OURS_OR_NOT_READ].filter((one) => one.test(key)).length !== 1,
  );
  expect(unclear).toEqual([]);
});

test.each(KINDS)("the second format has a $kind, and all of them are read", ({ keys: pattern }) => {
  const found = [...objects.keys()].filter((key) => pattern.test(key));
  expect(found).not.toEqual([]);
  for (const key of found) expect(read(key)).toMatchObject({ formatVersion: expect.any(Number) });
});

test.each([
  ["first", NOTES],
  ["second", LONGEST],
  ["second", TWO],
])("the second format's run %s/%s opens, and each file has the hash of its manifest", async (suite, run) => {
  const { manifest, keyOf } = await openRun(await v2Store(), suite, run);
  const files = Object.entries(manifest?.files ?? {});
  const hashes = files.map(([file]) => [
    file,
    createHash("sha256")
      .update(objects.get(keyOf(file)) ?? "")
      .digest("hex"),
  ]);
  expect(files.length).toBeGreaterThan(8);
  expect(hashes).toEqual(files);
});

test.each(["v2", "draft", "laptop"])(
  "the second format's release %s opens, and its pages are there",
  async (release) => {
    const store = await v2Store();
    const leaderboard = await getJson(
      store,
      (await openRelease(store, release)).keyOf("leaderboard.json"),
      Leaderboard,
    );
    const pages = leaderboard?.runs.flatMap((run) => (run.pages === undefined ? [] : [run.pages.folder])) ?? [];
    const found = await Promise.all(pages.map((folder) => store.head(`${folder}index.json`)));
    expect(leaderboard?.runs.map(({ run }) => run)).toContain(NOTES);
    expect(found.every((page) => page !== undefined)).toBe(true);
    expect(await store.head(keys.releaseFile(release, "release.json"))).toBeDefined();
  },
);
