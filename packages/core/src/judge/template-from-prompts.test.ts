import { expect, test } from "vitest";
import { fillTemplate } from "./fill.ts";
import { templateFromPrompts } from "./template-from-prompts.ts";

const template = "Rate it, $5 each.\n<q>{QUESTION}</q>\n<a>{RESPONSE}</a>\n<g>{GOLD_RESPONSE}</g>\nA yes is fine.";
const escaped = template.replace("$5", "$$$$5");
const filled = (QUESTION: string, RESPONSE: string, GOLD_RESPONSE: string, by = escaped) => {
  const values = { QUESTION, RESPONSE, GOLD_RESPONSE };
  return { ...values, prompt: fillTemplate(by, values) };
};

test("question, answer and reference become placeholders, and a dollar stays a dollar", () => {
  expect(templateFromPrompts([filled("Is it so?", "It may well be.", "It is.")])).toBe(escaped);
});

test("another prompt resolves a short answer that also occurs in the template", () => {
  const prompts = [filled("Is it so?", "yes", "yes"), filled("Does a yes help?", "no", "yes")];
  expect(templateFromPrompts(prompts)).toBe(escaped);
});

test("a reference within the question and an answer that repeats the reference are distinguished", () => {
  const prompts = [
    filled("Copy this: some long text", "some long text", "some long text"),
    filled("Copy that: other words", "nothing", "other words"),
  ];
  expect(templateFromPrompts(prompts)).toBe(escaped);
});

test("a reference that no judge sees gets no placeholder; an empty one fills with nothing", () => {
  const blind = "<q>{QUESTION}</q>\n<a>{RESPONSE}</a>";
  expect(templateFromPrompts([filled("Q 1", "A 1", "unseen", blind), filled("Q 2", "A 2", "unseen", blind)])).toBe(
    blind,
  );
  expect(templateFromPrompts([filled("Q one", "A one", ""), filled("Q two", "A two", "G two")])).toBe(escaped);
});

test("a placeholder may occur twice", () => {
  const twice = "{QUESTION}\n{RESPONSE}\nOnce more: {QUESTION}";
  expect(templateFromPrompts([filled("What?", "That.", "G", twice), filled("Who?", "They.", "H", twice)])).toBe(twice);
});

test("prompts of two templates, or no prompts, give no template", () => {
  expect(templateFromPrompts([filled("Q 1", "A 1", "G 1"), filled("Q 2", "A 2", "G 2", "{QUESTION} {RESPONSE}")])).toBe(
    undefined,
  );
  expect(templateFromPrompts([])).toBe(undefined);
});
