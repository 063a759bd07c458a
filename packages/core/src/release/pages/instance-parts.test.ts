import { expect, test } from "vitest";
import { countWords, instanceParts } from "./instance-parts.ts";
import type { PageInstance } from "./page.ts";

const of = (more: Partial<PageInstance>): PageInstance => ({
  id: "id0",
  trial: 0,
  prompt: "Fever?",
  references: [],
  stats: {},
  corrected: {},
  judgements: [],
  ...more,
});

test.each<[string, Partial<PageInstance>, object]>([
  ["thinking that the server sent apart", { response: "A", thinking: "Hm" }, { thinking: "Hm", answer: "A" }],
  [
    "thinking in tags",
    { response: "<think>Hm</think>\n\nA", thinkingAt: [[0, 17]] },
    { thinking: "<think>Hm</think>", answer: "A" },
  ],
  [
    "both",
    { response: "[think]b[/think]A", thinking: "a", thinkingAt: [[0, 16]] },
    { thinking: "a\n\n[think]b[/think]", answer: "A" },
  ],
  ["no thinking", { response: " A ", thinking: "" }, { answer: " A " }],
  ["only thinking", { response: "<think>Hm", thinkingAt: [[0, 9]] }, { thinking: "<think>Hm", answer: "" }],
  ["a failed request", { failure: "HTTP 500" }, {}],
])("%s is apart from the answer", (_, more, parts) => {
  expect(instanceParts(of(more))).toEqual(parts);
});

test("words are counted between any white space", () => {
  expect(countWords(" one\ntwo  three ")).toBe(3);
});
