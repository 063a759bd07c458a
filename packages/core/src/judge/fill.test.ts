import { expect, test } from "vitest";
import { fillTemplate } from "./fill.ts";

const values = { QUESTION: "Q?", RESPONSE: "R {GOLD_RESPONSE} $QUESTION", GOLD_RESPONSE: "G" };
const fill = (template: string) => fillTemplate(template, values);

test("every placeholder is filled", () => {
  expect(fill("<q>{QUESTION}</q> {GOLD_RESPONSE} {QUESTION}")).toBe("<q>Q?</q> G Q?");
});

test("a value is not scanned for placeholders", () => {
  expect(fill("{RESPONSE}")).toBe("R {GOLD_RESPONSE} $QUESTION");
});

test("HELM: double braces keep one pair, $NAME is a placeholder, $$ is a dollar, ${NAME} is text", () => {
  expect(fill("{{QUESTION}}")).toBe("{Q?}");
  expect(fill("$GOLD_RESPONSE.")).toBe("G.");
  expect(fill("$$5 $${QUESTION}")).toBe("$5 $Q?");
  expect(fill("${QUESTION}")).toBe("$QUESTION");
});

test("a dollar that would stop HELM's run stays unchanged", () => {
  expect(fill("costs $5, {QUESTION}s, $QUESTIONS, $ {OTHER}")).toBe("costs $5, Q?s, $QUESTIONS, $ {OTHER}");
});
