import { FIELD_START } from "./claims.ts";
import { codeBlocks } from "./code-blocks.ts";
import type { FieldNames } from "./field-names.ts";
import { fields } from "./fields.ts";
import { latex } from "./latex.ts";
import { markdown, struckText } from "./markdown.ts";
import type { Step } from "../reading.ts";
import { replace, type ReplyText } from "../text/reply-text.ts";
import { tags } from "./tags.ts";
import { toolCalls } from "./tools/tool-calls.ts";

/**
 * Removes what only wraps an answer: calls to tools, code, JSON, LaTeX, tags and markdown. The text of a field, tag or box that states the
 * answer stays between marks, which claimsOf() finds.
 */
export function unwrap(
  reply: ReplyText,
  names: FieldNames,
): { readonly text: ReplyText; readonly steps: readonly Step[] } {
  const steps: Step[] = [];
  let text = toolCalls(unquoted(reply), steps);
  text = codeBlocks(text, steps);
  text = fields(text, names, steps);
  // the text of a field may be a call
  if (text.text.includes(FIELD_START)) text = toolCalls(text, steps);
  text = struckText(text, steps);
  text = latex(text);
  text = tags(text, names, steps);
  text = markdown(text);
  if (text !== reply) steps.push({ step: "removed markup", at: [] });
  return { text, steps };
}

/** Takes away the marks of a quote that has several lines and is the whole reply: its JSON and its code are read as such. */
const unquoted = (reply: ReplyText): ReplyText => {
  const lines = reply.text.split("\n").filter((line) => line.trim() !== "");
  return lines.length > 1 && lines.every((line) => QUOTE.test(line)) ? replace(reply, QUOTES, "") : reply;
};
const QUOTE = /^ {0,3}>(?: |$)/u;
const QUOTES = /^ {0,3}> ?/gmu;
