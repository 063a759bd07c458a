import { copyFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sqliteStore } from "@medhelm/adapters/objects/sqlite-store";
import { RunSpec } from "@medhelm/core/helm/run-spec";
import { ScenarioState } from "@medhelm/core/helm/scenario-state";
import { parseJson } from "@medhelm/core/store/objects";
import { readAnswer } from "@medhelm/core/run/asking/answers";
import { expect, onTestFinished, test } from "vitest";
import { kindsOf } from "./stored-kinds.ts";
import { v1AnswersFile, v1Objects } from "./v1-objects.ts";

const NOTES = "demo_notes:model=baseline_lead-sentences";
const TWO = "TWO-QUESTIONS:model=stub_model-1";
const LONGEST = "demo_questions:model=baseline_longest-option";
const GPU = "fe6be0d683ff-000000000001";
const REQUEST = "51e7b1841bee56d524f2012da9e848fb0cfbbc8a7c8d14e7ecf969a2aeb08ee5";
const ANSWER = "cache/local/6336e87ced299b61b4aa24177f7e0815b4e5f6b5bba98d90e4ea2e2fae890d03";
const RESERVATION = "5ef2ebc0b6ee9d260fda77997af2dd8460555e969254b0f0037eb61956d3a039";
const OF_RUN = "owners/local/ledger/2026-11/fe5dfdfd9159-798f95009c02-084edf303d1a46ca.json";

const KINDS = kindsOf(1);
const objects = v1Objects();
const read = (key: string): unknown => {
  const schema = KINDS.find(({ keys }) => keys.test(key))?.schema;
  if (schema === undefined) throw new Error(`${key} is of no kind`);
  return parseJson(new TextEncoder().encode(objects.get(key)), key, schema);
};

test.each([
  [ANSWER, { deployment: "stub/model-1", usage: { promptTokens: 7, completionTokens: 1 }, paidBy: { run: TWO } }],
  [ANSWER, { result: { completions: [{ text: "B" }] } }],
  [
    "keys/a1ba3452dbda568410e0083bcb1b6dbe126adabd98ae650d07e1ace21707352e.json",
    { owner: "ann", scopes: ["submit", "release"], quota: { usdPerMonth: 50 } },
  ],
  [
    "keys/9e70ee0b65de814fbb1fe15126122d47ba450d78c146abfbb2f3fa1ebc9bd7db.json",
    { owner: "bob", revokedAt: "2025-01-01T00:00:00.000Z" },
  ],
  [`work/first/${NOTES}/assembly.json`, { suite: "first", run: NOTES, generation: 1, access: "public" }],
  [`work/second/${LONGEST}/assembly.json`, { suite: "second", run: LONGEST, generation: 2 }],
  [
    "audit/2025-01-01/000000000-000000000002.json",
    { owner: "ann", method: "POST", route: "/v1/submissions", status: 202 },
  ],
  [
    `submissions/${GPU}/budget.json`,
    { limitMicroUsd: 30_000_000, machines: [{ state: "starting" }, { state: "charged", microUsd: 7_338_667 }] },
  ],
  [
    "submissions/fe5dfdfbd1a7-ba281ed92909/budget.json",
    { slices: [{ run: "*", reservedMicroUsd: 99, spentMicroUsd: 99 }] },
  ],
  ["submissions/fe5dfdfb2e2f-2731a1c6f6cd/cancel.json", { cancelledAt: "2026-11-22T06:50:05.078Z" }],
  [
    "data/public/index.json",
    { files: { "pubmedqa/questions.json": "7f13c80fd5030ad0f94ce937ce89c0dd6bd7218295cd106113bd513a3c923af9" } },
  ],
  ["owners/ann/dollars/2025-01.json", { submissions: { [RESERVATION]: { microUsd: 30_000_000, id: GPU } } }],
  [
    `work/second/${TWO}/outcomes/${REQUEST}.json`,
    { requestKey: REQUEST, attempts: 1, failure: { reason: "bad_request" } },
  ],
  ["work/third/DENY-QUESTIONS:model=stub_model-1/failed.json", { at: "2026-11-22T06:47:25.641Z" }],
  [`submissions/fe5dfdfd9159-798f95009c02/handled/${TWO}.json`, { result: "done" }],
  ["submissions/fe5dfdfd8c02-93bc5bdd6c22/handled/DENY-QUESTIONS:model=stub_model-1.json", { result: "failed" }],
  ["owners/ann/idempotency/6ab9f1eb8f7d3388f4f9d586f66e99fd54080df2c446f0e58668b09c08a16dd0.json", { id: GPU }],
  [
    "work/fifth/SLOW-QUESTIONS:model=house_model-1/identity.json",
    { generation: 1, parts: { "max eval instances": "2", groups: "SLOW-QUESTIONS" } },
  ],
  [
    "jobs/fe5dfdfbcc87-6f3a8194f660/house_model-1-candidate.json",
    { deployment: "house/model-1", role: "candidate", attempt: 1, id: "defda1f5-8a15-48b8-8f43-b051fae8af19" },
  ],
  ["releases/v1/leaderboard.json", { name: "v1", kind: "release", suites: ["first"] }],
  [
    "work/fifth/SLOW-QUESTIONS:model=house_model-1/lease.json",
    { state: "held", generation: 1, ttlMs: 20_000, renewals: 9 },
  ],
  [
    OF_RUN,
    { kind: "run", run: TWO, lines: [{ deployment: "stub/model-1", requests: 1, promptTokens: 7, microUsd: 0 }] },
  ],
  [`owners/ann/ledger/2025-01/${GPU}-gpu-5c1f_0.json`, { kind: "gpu-job", gpus: 8, attempts: 2, seconds: 1200 }],
  [
    `runs/second/${LONGEST}/manifest.json`,
    { generation: 2, access: "public", coverage: { instances: 2, answered: 2 } },
  ],
  [`runs/second/.previous/${LONGEST}/1/manifest.json`, { generation: 1, coverage: { instances: 1 } }],
  [`runs/second/${TWO}/manifest.json`, { access: "local", coverage: { requests: 2, answered: 1, failed: 1 } }],
  [`runs/first/${NOTES}/pages/1.json`, { page: 1, instances: [{ id: "id8" }, { id: "id6" }] }],
  [`runs/first/${NOTES}/pages/index.json`, { instances: 2, pages: [{ page: 1, count: 2 }] }],
  [
    "work/ann-suite/pubmed_qa:model=demo_first/progress.json",
    { state: "awaiting", deployment: "judge/lexical", submission: GPU },
  ],
  ["work/fifth/SLOW-QUESTIONS:model=house_model-1/progress.json", { state: "running", done: 1, total: 2 }],
  ["releases/v1/release.json", { suites: ["first"], profile: "corrected", published: true }],
  [
    "release-failures/gone.json",
    { reason: "The suite third has no runs yet. Request the release again after a run is sealed." },
  ],
  ["release-requests/draft.json", { owner: "local", request: { name: "draft", suites: ["first"], publish: false } }],
  ["owners/ann/quota.json", { day: "2025-01-01", runs: { [RESERVATION]: 1 } }],
  [
    `runs/first/${NOTES}/scores.json`,
    {
      rows: [
        { id: "id8", values: [2, 2] },
        { id: "id6", trial: 0 },
      ],
    },
  ],
  ["submissions/fe5dfdfd9159-798f95009c02/settled.json", { ended: { [TWO]: { state: "sealed" } } }],
  [
    "submissions/fe5dfdfb2e2f-2731a1c6f6cd/settled.json",
    { ended: { "SLOW-QUESTIONS:model=house_model-1": { state: "cancelled" } } },
  ],
  ["site/latest.json", { release: "draft" }],
  [
    "submissions/fe5dfdfd9159-798f95009c02/request.json",
    { owner: "local", request: { suite: "second" }, runs: [{ run: TWO, benchmark: "TWO-QUESTIONS" }] },
  ],
  [
    `submissions/${GPU}/request.json`,
    { owner: "ann", limitUsd: 30, quote: { gpuHours: {} }, runs: [{ modelDeployment: "demo/first" }] },
  ],
  ["suites/first.json", { owner: "local", visibility: "public" }],
])("the first format's %s is read", (key, facts) => {
  expect(read(key)).toMatchObject(facts);
});

/** Files that no program reads: HELM's, uploaded data, and marks whose presence is all that counts. */
const NOT_OURS_OR_NOT_READ = [
  /\/(?:run_spec|scenario|scenario_state|stats|per_instance_stats)\.json$/,
  /^releases\/[^/]+\/(?:groups\/.*|(?:costs|groups|groups_metadata|run_specs|runs|runs_to_run_suites|schema|summary)\.json)$/,
  /^releases\/\.staging\//,
  /^(?:inputs|models|data\/public\/[0-9a-f]{64}$)/,
  /^submissions\/(?:\.open\/.*|\.checked\.json|[^/]+\/started\/.*)$/,
  /^owners\/[^/]+\/submissions\//,
  /^site\/r\/[^/]+\/published\.json$/,
];

test("every stored object of the first format belongs to one kind", () => {
  const unclear = [...objects.keys()].filter(
    (key) =>
      KINDS.filter(({ keys }) => keys.test(key)).length +
        (NOT_OURS_OR_NOT_READ.some((one) => one.test(key)) ? 1 : 0) !==
      1,
  );
  expect(unclear).toEqual([]);
});

test.each(KINDS)("the first format has a $kind, and all of them are read", ({ keys }) => {
  const found = [...objects.keys()].filter((key) => keys.test(key));
  expect(found).not.toEqual([]);
  for (const key of found) expect(read(key)).toMatchObject({ formatVersion: 1 });
});

test("the first format's run has HELM's files", () => {
  const file = (name: string) => new TextEncoder().encode(objects.get(`runs/second/${TWO}/${name}.json`));
  expect(parseJson(file("run_spec"), "run_spec.json", RunSpec).name).toBe(TWO);
  expect(parseJson(file("scenario_state"), "scenario_state.json", ScenarioState).request_states).toHaveLength(2);
});

test("the first format's answers.sqlite is read", async () => {
  const folder = mkdtempSync(join(tmpdir(), "medhelm-v1-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const copy = join(folder, "answers.sqlite");
  copyFileSync(v1AnswersFile, copy);
  expect(await readAnswer(sqliteStore(copy), ANSWER)).toMatchObject({ deployment: "stub/model-1" });
});
