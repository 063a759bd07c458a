import { readRubric } from "@medhelm/benchmarks/configurable/rubric-block";
import { readTemplate } from "@medhelm/benchmarks/configurable/template";
import { UserError } from "@medhelm/core/user-error";
import type { Checked } from "./checked.ts";

/** Reads a prompt template, or the prompt of a judge. */
export function checkPrompt(path: string, text: string): Checked {
  const file = { label: path, bytes: new TextEncoder().encode(text), sha256: "" };
  if (text.includes("<rubric_criteria>"))
    return { kind: "judge prompt", found: [`criteria ${Object.keys(readRubric(path, text)).join(", ")}`] };
  const names = [...new Set(readTemplate(file).fields.map(({ name }) => name))];
  if (names.length === 0)
    throw new UserError(
      `${path}: it names no column, so every row would ask the same question; write one in braces, e.g. {question}`,
    );
  return { kind: "prompt", found: [`columns ${names.join(", ")}`] };
}
