import { valueOf } from "@medhelm/core/reading/reading";
import { expect, test } from "vitest";
import { readJudgment } from "./read-judgment.ts";

test.each([
  ["0", "0"],
  ["1", "1"],
  ["1.", "1"],
  ["'0'", "0"],
  ["**1**", "1"],
  ["\\boxed{0}", "0"],
  ["Answer: 0", "0"],
  ["My judgment is 1.", "1"],
  ["1 (hallucinated)", "1"],
  ["0 - not hallucinated", "0"],
  ["0\n\nThe answer agrees.", "0"],
  ["factual", "0"],
  ["Not hallucinated.", "0"],
  ["hallucinated", "1"],
  ["The answer is hallucinated: no such receptor exists.", "1"],
  ["Hallucinated: no", "0"],
  ["The answer is hallucinated", "1"],
  ["Non-factual", "1"],
  ["nonfactual", "1"],
  ["Is it hallucinated? Yes — the dose is made up.", "1"],
  ["Is the answer hallucinated? No.", "0"],
  ["I would label this answer as 1 (hallucinated) since 0 would require support.", "1"],
  ["I judge this as 0 at first sight, but the cited syndrome does not exist. So 1.", "1"],
])("%j says %s", (reply, label) => {
  expect(valueOf(readJudgment(reply))).toBe(label);
});

test.each([
  [""],
  ["not sure"],
  ["2"],
  ["2 - not sure"],
  ["12"],
  ["0.5"],
  ["0 or 1"],
  ["1 - factual"],
  ["pass"],
  ["unknown"],
  ["I cannot judge this."],
  ["I can't label this 1."],
  ["The evidence does not justify a label of 1."],
  ["Nothing in the passage leads me to say 0."],
])("%j does not say", (reply) => {
  expect(valueOf(readJudgment(reply))).toBeUndefined();
});

test.each([
  ["1 - the answer is fully supported by the text and factual.", undefined],
  ["0 (not supported by the passage)", undefined],
  ["0, it contradicts the passage.", undefined],
  ["1 (not supported by the passage)", "1"],
  ["0 because every claim is supported.", "0"],
])("a digit with a remark that says the opposite is a contradiction: %j", (reply, label) => {
  expect(valueOf(readJudgment(reply))).toBe(label);
});

test("the meanings of the labels after an announcement are no answer", () => {
  const reply =
    "Answer: Label 0 means factual and label 1 means hallucinated. The dose is invented, so the label is 1.";
  expect(valueOf(readJudgment(reply))).toBe("1");
});
