import { lazyPattern } from "../../text/lazy-pattern.ts";
import { CLAIM_END, FIELD_START } from "./claims.ts";
import { type Step, stepAt } from "../reading.ts";
import { edit, type Edit, join, type ReplyText, slice, spanOf, textAt } from "../text/reply-text.ts";

const FENCE = /^ ?(?:> ?)?(?:```+|~~~+) ?([\w+#.-]{0,30})[^\n`]*$/gm;
const PROGRAM = new Set(
  "python py python3 javascript js typescript ts java c cpp c++ csharp c# r julia bash sh shell zsh powershell ruby go rust php perl scala kotlin swift matlab tool_code tool_call tool_calls".split(
    " ",
  ),
);

/** Removes the fences of blocks of text, and leaves out blocks of a program that nobody ran; a final answer that it gives stays. */
export function codeBlocks(text: ReplyText, steps: Step[]): ReplyText {
  const fences = [...text.text.matchAll(FENCE)];
  const edits: Edit[] = [];
  for (let i = 0; i < fences.length; i += 2) {
    const open = fences[i];
    if (open === undefined) break;
    const close = fences[i + 1];
    const start = open.index + open[0].length;
    const end = close?.index ?? text.text.length;
    const isProgram = PROGRAM.has((open[1] ?? "").toLowerCase());
    if (isProgram) {
      const to = close === undefined ? end : close.index + close[0].length;
      steps.push(stepAt("left out code", text, open.index, to, open[1]));
      edits.push({ from: open.index, to, by: fieldsIn(slice(text, start, end)) });
      continue;
    }
    edits.push({ from: open.index, to: start, by: "\n" });
    if (close !== undefined) edits.push({ from: close.index, to: close.index + close[0].length, by: "\n" });
  }
  return inlineCode(edit(text, edits));
}

/** The answers that a program gives to a tool for the final answer. */
function fieldsIn(program: ReplyText): ReplyText {
  const fields = [...FIELD.matchAll(program.text)].map(({ 0: field, index }) =>
    slice(program, index, index + field.length),
  );
  return join([textAt("\n", spanOf(program)), ...fields]);
}
const FIELD = lazyPattern(`${FIELD_START}[^${CLAIM_END}]*${CLAIM_END}`, "u");

/** Removes the back-ticks that are left, with the name of a language after three of them. */
function inlineCode(text: ReplyText): ReplyText {
  const edits: Edit[] = [];
  for (const match of text.text.matchAll(/(`+)(?:(?:json|text|txt|plaintext|markdown|md|xml|html|latex)(?=\s|\{))?/g))
    edits.push({ from: match.index, to: match.index + match[0].length, by: slice(text, match.index, match.index) });
  return edit(text, edits);
}
