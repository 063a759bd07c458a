import { CLAIM_END, FIELD_START } from "../claims.ts";
import type { Step } from "../../reading.ts";
import { join, type ReplyText, spanOf, textAt } from "../../text/reply-text.ts";

/** Puts a value that a call gives as the final answer between the marks of a field. */
export function claimed(value: ReplyText, tool: string, steps: Step[]): ReplyText {
  const at = spanOf(value);
  steps.push({ step: "took a field", at: [at], what: tool });
  return join([textAt(`\n${FIELD_START}`, at), value, textAt(`${CLAIM_END}\n`, at)]);
}
