import { expect, test } from "vitest";
import { answerGates } from "./answer-gates.ts";

test("a reader waits for the answer of its number", async () => {
  const gates = answerGates();
  const order: string[] = [];
  const reader = gates.answered(1).then(() => order.push("answer 1"));
  gates.open(0);
  await gates.answered(0);
  order.push("answer 0");
  gates.open(1);
  await reader;
  expect(order).toEqual(["answer 0", "answer 1"]);
});

test("those who wait learn of a failure, also those who come later", async () => {
  const gates = answerGates();
  const before = gates.answered(0);
  gates.fail(new Error("the server is down"));
  await expect(before).rejects.toThrow("the server is down");
  await expect(gates.answered(1)).rejects.toThrow("the server is down");
});
