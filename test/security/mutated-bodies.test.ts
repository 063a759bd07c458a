import { findBenchmark } from "@medhelm/benchmarks/registry";
import { emptyProdEnv } from "@medhelm/core/models/prod-env";
import { sha256Hex } from "@medhelm/core/store/canonical";
import { modelRegistry } from "@medhelm/service/models/registry";
import { planSubmission } from "@medhelm/service/submissions/plan-submission";
import { type Fixture, fixture } from "@medhelm/testing/fixtures/api";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { fuzzAsync } from "./fuzz.ts";
import { mutatedJson, mutatedTexts } from "./mutated.ts";

const YAML = "judges:\n  - name: judge/one\n    model: judge/one\n";
const CONF = 'base = "demo_questions:model="\nentries: [{ description: ${base}"baseline/majority", priority: 1 }]\n';
const entries = [{ description: "demo_questions:model=baseline/majority", priority: 1, groups: ["a"] }];
const juried = [{ description: `medication_qa:jury_config_path=input:${sha256Hex(YAML)},model=baseline/majority` }];
const inputs = { "jury.yaml": sha256Hex(YAML) };

type Body = readonly [method: string, path: string, body: unknown];
const BODIES: readonly Body[] = [
  ["POST", "/v1/submissions", { suite: "my", entries, budgetUsd: 1, maxEvalInstances: 2, modelsToRun: ["a/b"] }],
  ["POST", "/v1/submissions", { suite: "my", conf: CONF }],
  ["POST", "/v1/submissions", { suite: "my", entries: juried, inputs }],
  ["POST", "/v1/quotes", { suite: "my", entries, inputs }],
  ["POST", "/v1/releases", { name: "r1", suites: ["my"], publish: true, schema: `input:${sha256Hex(YAML)}` }],
  ["POST", "/v1/keys", { owner: "ann", scopes: ["submit"], organisations: ["hospital"], name: "n" }],
  ["POST", "/v1/inputs", { name: "a.csv", sha256: sha256Hex(YAML), lengthBytes: 3 }],
  ["PUT", "/v1/suites/my", { visibility: "public" }],
  ["POST", "/v1/dead-letters/redrive", { ids: ["a"] }],
];

const mutatedBody = ([method, path, body]: Body) => {
  const whole = JSON.stringify(body);
  return fc.record({
    method: fc.constant(method),
    path: fc.constant(path),
    body: fc.oneof(mutatedJson(whole), mutatedTexts(whole)).map(({ value }) => value),
    as: fc.constantFrom("ann", "root"),
  });
};

/** A service forgets the earlier bodies after this many. */
const OF_ONE_SERVICE = 500;

async function service(): Promise<Fixture> {
  const api = fixture({
    service: { organisations: [], quota: { runsPerDay: 1e9, usdPerMonth: 1e9, requestsPerMinute: 1e9 } },
    expand: (request, files) => planSubmission({ findBenchmark, models: modelRegistry(emptyProdEnv) }, request, files),
  });
  await api.upload(sha256Hex(YAML), YAML);
  return api;
}

test("a body of the API that is mutated is answered, or refused in a sentence, and is never a bug", async () => {
  let api = await service();
  let sent = 0;
  const statuses = new Set<number>();
  const fault = await fuzzAsync(
    fc.oneof(...BODIES.map(mutatedBody)),
    25 * BODIES.length,
    async ({ method, path, body, as }) => {
      if (++sent % OF_ONE_SERVICE === 0) api = await service();
      const { status } = await api.call(method, path, { body, as });
      statuses.add(status);
      const [bug] = api.reported.splice(0);
      if (bug !== undefined || status >= 500) throw new Error(`${status} ${String(bug)}`);
    },
  );
  expect(fault).toBeUndefined();
  expect([...statuses].filter((status) => status < 300).length).toBeGreaterThan(0);
});
