import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { loadFrom, noUserFiles, userFilesOf } from "@medhelm/testing/fixtures/benchmarks/files";
import healthBench from "./index.ts";

const sample = readFileSync(new URL("sample.jsonl", import.meta.url), "utf8");
const PATH = "health_bench/2025-05-07-06-14-12_oss_eval.jsonl";
const load = (content: string | Uint8Array) => loadFrom(healthBench, { [PATH]: content });

test("an instance is a conversation with its rubric, and its id is its position in the file", async () => {
  const { instances } = await load(sample);
  expect(instances).toHaveLength(2);
  expect(instances[1]).toEqual({
    input: {
      text: "",
      messages: [
        { role: "user", content: "Mein Drache hat Fieber." },
        { role: "assistant", content: "Wie hoch?" },
        { role: "user", content: "Er speit Feuer." },
      ],
    },
    references: [],
    split: "test",
    id: "1",
    extra_data: {
      rubrics: [
        { criterion: "Antwortet auf Deutsch", points: 3, tags: ["level:example", "axis:communication_quality"] },
      ],
      example_tags: ["theme:global_health"],
      prompt_id: "invented-2",
    },
  });
});

test("the whole set has the run spec of MedHELM's newer library, and Hard and Consensus have their own runs and files", async () => {
  const all = await healthBench.settle({}, noUserFiles);
  expect([all.name, all.scenarioSpec.args, all.adapterSpec.method, all.adapterSpec.max_tokens]).toEqual([
    "health_bench",
    {},
    "chat",
    512,
  ]);
  expect(all.metricSpecs.at(-1)?.args).toMatchObject({
    metric_name: "health_bench_score",
    scenario_name: "health_bench",
    default_score: 0,
  });
  const hard = await healthBench.settle({ subset: "hard" }, noUserFiles);
  expect([hard.name, hard.scenarioSpec.args]).toEqual(["health_bench:subset=hard", { subset: "hard" }]);
  const { instances } = await loadFrom(
    healthBench,
    { "health_bench/hard_2025-05-08-21-00-10.jsonl": sample },
    { subset: "hard" },
  );
  expect(instances).toHaveLength(2);
});

test("a custom judge prompt must contain {RUBRIC_ITEM}", async () => {
  const files = userFilesOf({ "p.txt": "{QUESTION} {RESPONSE} explanation criteria_met" });
  await expect(healthBench.settle({ jury_prompt_path: "p.txt" }, files)).rejects.toThrow(
    "p.txt: {RUBRIC_ITEM} does not occur; a judge prompt needs {QUESTION} and {RESPONSE} and {RUBRIC_ITEM}",
  );
});

test.each([
  ["cut short", sample.slice(0, 200), /line 1: not complete, readable JSON/],
  ["of another layout", '{"prompt": [{"role": "user", "content": "x"}]}\n', /line 1: rubrics: /],
  ["of another encoding", new Uint8Array([0x7b, 0xe9]), /not UTF-8 text/],
  ["that is empty", "", /the file is empty/],
])("a file %s is refused in one sentence", async (_what, content, problem) => {
  await expect(load(content)).rejects.toThrow(problem);
});
