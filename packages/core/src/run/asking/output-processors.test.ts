import { expect, test } from "vitest";
import { outputProcessor } from "./output-processors.ts";

test.each([
  ["A", "A"],
  ["<think>so</think>\n\nA", "A"],
  ["<think>so</think>A", "A"],
  ["<think>so", ""],
  ["</think>\n\n<think>so", "</think>\n\n<think>so"],
])("the processor removes thinking from %j", (completion, rest) => {
  expect(outputProcessor("remove_deepseek_r1_thinking")(completion)).toBe(rest);
});

test("HELM's dotted name is accepted, and an unknown one is refused with the known names", () => {
  const helm = "helm.benchmark.metrics.output_processors.remove_deepseek_r1_thinking";
  expect(outputProcessor(helm)("<think>so</think>A")).toBe("A");
  expect(() => outputProcessor("shout")).toThrow("process_output=shout is not an output processor; use remove_deep");
});
