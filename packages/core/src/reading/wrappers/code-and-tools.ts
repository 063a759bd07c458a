import { type Step, stepAt } from "../reading.ts";
import { edit, type Edit, type ReplyText, slice } from "../text/reply-text.ts";

const CALL_OPEN =
  /<(tool_call|tool_calls|function_call|function_calls|tool_use|tool|invoke|antml:function_calls|function=[\w.-]{1,80}|\|tool_call\|)(?:\s[^<>\n]{0,200})?>|\[TOOL_CALLS?\]|<\|(?:python_tag|tool_calls?_(?:section_)?begin)\|>|<｜tool▁calls▁begin｜>/giu;

/** Leaves out calls to tools. One that never ends takes the rest of the reply with it. */
export function toolCalls(text: ReplyText, steps: Step[]): ReplyText {
  const edits: Edit[] = [];
  let after = 0;
  for (const match of text.text.matchAll(CALL_OPEN)) {
    if (match.index < after) continue;
    const name = match[1]?.replace(/=.*/, "");
    const to = name === undefined ? endOfLine(text.text, match.index) : endOfTag(text.text, name, match.index);
    steps.push(stepAt("left out a tool call", text, match.index, to));
    edits.push({ from: match.index, to, by: "\n" });
    after = to;
  }
  return edit(text, edits);
}

function endOfTag(text: string, name: string, from: number): number {
  const close = `</${name}>`;
  const at = text.indexOf(close, from);
  return at === -1 ? text.length : at + close.length;
}

function endOfLine(text: string, from: number): number {
  const at = text.indexOf("\n", from);
  return at === -1 ? text.length : at;
}

const FENCE = /^ ?(?:> ?)?(?:```+|~~~+) ?([\w+#.-]{0,30})[^\n`]*$/gm;
const PROGRAM = new Set(
  "python py python3 javascript js typescript ts java c cpp c++ csharp c# r julia bash sh shell zsh powershell ruby go rust php perl scala kotlin swift matlab tool_code tool_call tool_calls".split(
    " ",
  ),
);

/** Removes the fences of blocks of text, and leaves out blocks of a program that nobody ran. */
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
      edits.push({ from: open.index, to, by: "\n" });
      continue;
    }
    edits.push({ from: open.index, to: start, by: "\n" });
    if (close !== undefined) edits.push({ from: close.index, to: close.index + close[0].length, by: "\n" });
  }
  return inlineCode(edit(text, edits));
}

/** Removes the back-ticks that are left, with the name of a language after three of them. */
function inlineCode(text: ReplyText): ReplyText {
  const edits: Edit[] = [];
  for (const match of text.text.matchAll(/(`+)(?:(?:json|text|txt|plaintext|markdown|md|xml|html|latex)(?=\s|\{))?/g))
    edits.push({ from: match.index, to: match.index + match[0].length, by: slice(text, match.index, match.index) });
  return edit(text, edits);
}
