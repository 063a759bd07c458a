import { expect, test } from "vitest";
import { outsideThinking, thinkingPlaces } from "./thinking-places.ts";

test.each([
  ["tags", "<think>Fever?</think>A", [[0, 21]]],
  ["an end without a start", "Fever? No.</think>A", [[0, 18]]],
  ["a start without an end", "<think>Fever", [[0, 12]]],
  [
    "two blocks",
    "<think>a</think>A<think>b</think>B",
    [
      [0, 16],
      [17, 33],
    ],
  ],
  ["an analysis channel", "<|channel|>analysis<|message|>Hm<|end|><|channel|>final<|message|>A", [[0, 66]]],
  ["no mark", "Reasoning: fever. Answer: A", []],
  ["a comparison", "5 < 6, so A", []],
])("the thinking of a reply with %s is found", (_, reply, places) => {
  expect(thinkingPlaces(reply)).toEqual(places);
});

test.each([
  "<|channel|>analysis<|message|>B?<|end|><|start|>assistant<|channel|>final<|message|>A<|return|>",
  "<|start|>assistant<|channel|>analysis<|message|>B?<|end|><|start|>assistant<|channel|>final <|constrain|>json<|message|>A",
  "<|channel|>final<|message|>A<|end|>",
  "<|channel|>analysis B?<|channel|>final A",
])("the answer of %s has no marks of channels", (reply) => {
  expect(outsideThinking(reply).trim()).toBe("A");
});
