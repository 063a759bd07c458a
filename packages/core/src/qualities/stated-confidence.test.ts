import { expect, test } from "vitest";
import { statedConfidence } from "./stated-confidence.ts";

test.each([
  ["B\nConfidence: 80 %", 0.8],
  ["**Confidence:** 62.5%\nB", 0.625],
  ["- confidence = 100 percent", 1],
  ["Confidence: 7/100", 0.07],
])("%j states a confidence", (answer, confidence) => {
  expect(statedConfidence(answer)).toBe(confidence);
});

test.each([
  "B",
  "My confidence is 80 %.",
  "Confidence: high",
  "Confidence: 120 %",
  "Confidence: 10 %\nConfidence: 90 %",
])("%j states no confidence", (answer) => {
  expect(statedConfidence(answer)).toBeUndefined();
});
