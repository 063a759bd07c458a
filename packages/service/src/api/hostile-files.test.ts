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

test("a conf whose lists multiply is refused with one sentence", async () => {
  const api = fixture(expand);
  const lists = NAMES.map((_, i) => `a${i + 1}: [${Array(9).fill(`\${a${i}}`).join(",")}]`);
  const conf = ["a0: [x]", ...lists, "entries: ${a9}"].join("\n");
  const answer = await api.call("POST", "/v1/submissions", { body: { suite: "my", conf } });
  expect([answer.status, Object(await answer.json()).detail]).toEqual([
    422,
    "conf: its substitutions create more than 200000 values; use fewer substitutions",
  ]);
});

test.each([
  ["a configuration", "config_path", "medhelm_configurable_benchmark"],
  ["a jury", "jury_config_path", "medication_qa"],
])("the YAML of %s with more than 32,768 characters is refused unparsed", async (_, argument, benchmark) => {
  const api = fixture(expand);
  const yaml = "@@@ : ][\n".repeat(10_000);
  await api.upload(sha256Hex(yaml), yaml);
  const description = `${benchmark}:${argument}=input:${sha256Hex(yaml)},model=baseline/first-option`;
  const body = { suite: "my", entries: [{ description }], inputs: { "long.yaml": sha256Hex(yaml) } };
  const answer = await api.call("POST", "/v1/submissions", { body });
  expect([answer.status, Object(await answer.json()).detail]).toEqual([
    422,
    expect.stringContaining(
      "long.yaml: the YAML has 90000 characters, and at most 32768 are read; write long texts into files of their own",
    ),
  ]);
});

test.each(["[".repeat(2_000_000), `{"suite":"my","entries":[{"description":"\\"["}],"x":${"[".repeat(40)}`])(
  "a body of nested lists is refused before it is parsed",
  async (body) => {
    const answer = await fixture().call("POST", "/v1/submissions", { body });
    expect([answer.status, Object(await answer.json()).detail]).toEqual([
      400,
      "The body nests more than 32 lists and objects; send a flat body.",
    ]);
  },
);

test("a body with 2,000 unknown fields is refused with the first 100 of them", async () => {
  const unknown = Object.fromEntries(Array.from({ length: 2000 }, (_, i) => [`k${i}`, 1]));
  const answer = await fixture().call("POST", "/v1/submissions", { body: { suite: "my", ...unknown } });
  expect([answer.status, Object(await answer.json()).errors.length]).toEqual([400, 100]);
});

test("a body of 60,000 values is refused before it is parsed", async () => {
  const answer = await fixture().call("POST", "/v1/submissions", { body: `{"suite":[${"1,".repeat(60_000)}` });
  expect([answer.status, Object(await answer.json()).detail]).toEqual([
    400,
    "The body has more than 50000 values; send fewer.",
  ]);
});

const names = (count: number) => Array.from({ length: count }, (_, i) => `a/m${i}`);

test.each([
  ["modelsToRun", names(1001)],
  ["groupsToRun", names(1001)],
  ["judges", names(101)],
  ["entries[0].groups", names(101)],
  ["inputs", Object.fromEntries(names(1001).map((name) => [name, "0".repeat(64)]))],
])("a submission with too many %s is refused with the name of the field", async (field, value) => {
  const [entry, body] = field.startsWith("entries") ? [{ groups: value }, {}] : [{}, { [field]: value }];
  const entries = [{ description: "demo_questions:model=baseline/longest-option", ...entry }];
  const answer = await fixture().call("POST", "/v1/submissions", { body: { suite: "my", entries, ...body } });
  expect(await answer.json()).toMatchObject({ status: 400, errors: [{ field }] });
});

test.each([
  [
    { conf: `entries: [${'{description: "demo_questions:model=a/b"}\n'.repeat(5001)}]` },
    "conf has 5001 entries; submit at most 5000 at a time",
  ],
  [
    { conf: `entries: [{description: "demo_questions:model=a/${"b".repeat(2000)}"}]` },
    "conf:entry 1 has more than 2000 characters; shorten it",
  ],
  [
    {
      entries: names(20).map((_, i) => ({ description: `demo_questions:max_train_instances=${i}` })),
      modelsToRun: names(501),
    },
    "the entries give more than 10000 runs; give fewer of them at a time",
  ],
])("a submission that multiplies to too many runs is refused with one sentence", async (request, sentence) => {
  const answer = await fixture(expand).call("POST", "/v1/submissions", { body: { suite: "my", ...request } });
  expect([answer.status, Object(await answer.json()).detail]).toEqual([422, sentence]);
});

test("brackets within texts do not count as nested lists", async () => {
  const entries = [{ description: `pubmed_qa:model=demo/${"[{".repeat(100)}\\"${"[".repeat(40)}` }];
  expect((await fixture().call("POST", "/v1/submissions", { body: { suite: "my", entries } })).status).toBe(202);
});

test("an uploaded schema above 1 MiB is refused with one sentence", async () => {
  const api = fixture();
  await api.submit("my");
  await api.upload("a".repeat(64), "a: 1\n".repeat(250_000));
  const body = { name: "r1", suites: ["my"], schema: `input:${"a".repeat(64)}` };
  const answer = await api.call("POST", "/v1/releases", { body });
  expect([answer.status, Object(await answer.json()).detail]).toEqual([
    422,
    "schema: the file has 1250000 bytes, and a schema has at most 1048576; name another file",
  ]);
});
