import { findBenchmark } from "@medhelm/benchmarks/registry";
import { fixture } from "@medhelm/testing/fixtures/api";
import { emptyProdEnv } from "@medhelm/core/models/prod-env";
import { sha256Hex } from "@medhelm/core/store/canonical";
import { expect, test } from "vitest";
import { modelRegistry } from "../models/registry.ts";
import { planSubmission } from "../submissions/plan-submission.ts";

const NAMES = "abcdefghi".split("");

/** Nine lists, each of nine times the one before: 387,420,489 values in 400 characters. */
const ALIASES = NAMES.map((name, i) => {
  const items: string[] = Array(9).fill(i === 0 ? "x" : `*${NAMES[i - 1]}`);
  return `${name}: &${name} [${items.join(", ")}]`;
}).join("\n");

const SUBSTITUTIONS = [
  `a: ${"x".repeat(100_000)}`,
  `entries: [{description: ${`\${a}`.repeat(20_000)}}]`, // 2 GB
].join("\n");

const expand: Parameters<typeof fixture>[0] = {
  expand: (request, files) => planSubmission({ findBenchmark, models: modelRegistry(emptyProdEnv) }, request, files),
};

test("an uploaded YAML whose aliases multiply is refused with one sentence", async () => {
  const api = fixture(expand);
  const sha256 = sha256Hex(ALIASES);
  await api.upload(sha256, ALIASES);
  const description = `medhelm_configurable_benchmark:config_path=input:${sha256},model=baseline/first-option`;
  const body = { suite: "my", entries: [{ description }], inputs: { "bomb.yaml": sha256 } };
  const answer = await api.call("POST", "/v1/submissions", { body });
  expect([answer.status, Object(await answer.json()).detail]).toEqual([
    422,
    expect.stringContaining("bomb.yaml: its aliases (*name) name no value, or too many; write the values out"),
  ]);
  expect(api.reported).toEqual([]);
});

test("a conf whose substitutions multiply is refused with one sentence", async () => {
  const api = fixture(expand);
  const answer = await api.call("POST", "/v1/submissions", { body: { suite: "my", conf: SUBSTITUTIONS } });
  expect([answer.status, Object(await answer.json()).detail]).toEqual([
    422,
    "conf: its substitutions create more than 10000000 characters; use fewer substitutions",
  ]);
  expect(api.reported).toEqual([]);
});
