import { strToU8, zipSync } from "fflate";
import { expect, test } from "vitest";
import { loadFrom } from "@medhelm/testing/fixtures/benchmarks/files";
import professional from "./index.ts";

const PATH = "health_bench_professional/assets.zip";
const task = {
  id: "invented-1",
  conversation: { messages: [{ role: "user", content: "Draft a letter about an invented knee." }] },
  rubric_items: [{ criterion_text: "Names the side of the knee", points: 6 }],
  specialty: "orthopedics",
  physician_response: "Dear colleague, the left knee is invented.",
};
const zip = (text: string, name = "healthbench_professional_eval.jsonl") => zipSync({ [name]: strToU8(text) });
const load = (content: string | Uint8Array) => loadFrom(professional, { [PATH]: content });

test("each line of the archive's file is a task with its rubric and the physician's answer", async () => {
  const { instances, sources } = await load(zip(`${JSON.stringify(task)}\n`));
  expect(instances).toEqual([
    {
      input: { text: "", messages: task.conversation.messages },
      references: [],
      split: "test",
      id: "0",
      extra_data: {
        rubrics: task.rubric_items,
        prompt_id: "invented-1",
        physician_response: task.physician_response,
      },
    },
  ]);
  expect(sources.map(({ label }) => label)).toEqual([PATH]);
});

test.each([
  ["that is not an archive", "{}", /assets\.zip: not a complete ZIP archive/],
  ["without the list", zip("{}", "other.jsonl"), /has no healthbench_professional_eval\.jsonl/],
  ["of another layout", zip('{"conversation": {"messages": []}}'), /eval\.jsonl, line 1: conversation\.messages: /],
])("a file %s is refused in one sentence", async (_what, content, problem) => {
  await expect(load(content)).rejects.toThrow(problem);
});
