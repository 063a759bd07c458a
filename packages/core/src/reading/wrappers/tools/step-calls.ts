import { claimed } from "./claimed.ts";
import { givesAnswer } from "./final-tool.ts";
import { type Step, stepAt } from "../../reading.ts";
import { edit, type Edit, type ReplyText, slice } from "../../text/reply-text.ts";

/** Marks around a line, and a heading "Answer:" before it. */
const MARKS_BEFORE = String.raw`(?:[ >*_#|$\ue000-]|<\w{1,8}>|\\\w{1,8}\{){0,9}(?:answer ?:[*_]{0,3} ?[*_]{0,3})?`;
const MARKS_AFTER = String.raw`(?:[ .*_|}$\ue001]|<\/\w{1,8}>){0,9}$`;
const label = (words: string, value = ""): RegExp =>
  new RegExp(String.raw`^${MARKS_BEFORE}(?:${words})(?: \d{1,2})?[*_]{0,3} ?:[*_]{0,3} ?${value}`, "iu");
/** "Action: search", with its input on the next line */
const ACTION = label("action|tool|act", String.raw`\x60?([\w. -]{1,60}?)\x60?${MARKS_AFTER}`);
const INPUT = label("(?:action|tool) input");
/** "Action: Search[B]" */
const IN_BRACKETS = label("action|tool|act", String.raw`([\w.-]{1,60})\[([^\]]{0,500})\]${MARKS_AFTER}`);
/** The result of a call. */
const RESULT = label("observation");
const NEXT = label("observation|thought|action|final answer|answer");

interface Line {
  readonly text: string;
  readonly from: number;
}

/** Leaves out calls to tools that an agent writes in lines "Action:" and "Action Input:", with their results. */
export function stepCalls(text: ReplyText, steps: Step[]): ReplyText {
  const lines = linesOf(text.text);
  const edits: Edit[] = [];
  for (let i = 0; i < lines.length; i++) {
    const call = callAt(lines, i) ?? (edits.length > 0 ? resultAt(lines, i) : undefined);
    const [first, last] = [lines[i], lines[(call?.next ?? 0) - 1]];
    if (call === undefined || first === undefined || last === undefined) continue;
    const to = last.from + last.text.length;
    const input = slice(
      text,
      call.from,
      to - (IN_BRACKETS.test(first.text) ? last.text.length - last.text.lastIndexOf("]") : 0),
    );
    const isAnswer = givesAnswer(call.name) && input.text.trim() !== "";
    if (!isAnswer) steps.push(stepAt("left out a tool call", text, first.from, to));
    edits.push({ from: first.from, to, by: isAnswer ? claimed(input, call.name, steps) : "\n" });
    i = call.next - 1;
  }
  return edit(text, edits);
}

function linesOf(text: string): Line[] {
  let from = 0;
  return text.split("\n").map((line) => {
    const one = { text: line, from };
    from += line.length + 1;
    return one;
  });
}

/** A call or a result: where its input starts, and the first line behind it. */
interface Call {
  readonly name: string;
  readonly from: number;
  readonly next: number;
}

function callAt(lines: readonly Line[], i: number): Call | undefined {
  const { text, from } = lines[i] ?? { text: "", from: 0 };
  const [all, tool, input] = IN_BRACKETS.exec(text) ?? [];
  if (all !== undefined && tool !== undefined && input !== undefined)
    return { name: tool, from: from + text.indexOf(`[${input}]`) + 1, next: i + 1 };
  const name = ACTION.exec(text)?.[1];
  const below = lines[i + 1]?.text === "" ? i + 2 : i + 1;
  const line = lines[below];
  const words = line === undefined ? undefined : INPUT.exec(line.text)?.[0];
  if (name === undefined || line === undefined || words === undefined) return undefined;
  return { name, from: line.from + words.length, next: endOf(lines, below) };
}

const resultAt = (lines: readonly Line[], i: number): Call | undefined =>
  RESULT.test(lines[i]?.text ?? "") ? { name: "", from: lines[i]?.from ?? 0, next: endOf(lines, i) } : undefined;

/** The first line behind an input or a result, which ends at a blank line or at the next label. */
function endOf(lines: readonly Line[], from: number): number {
  for (let i = from + 1; i < lines.length; i++) {
    const { text = "" } = lines[i] ?? {};
    if (text.trim() === "" || NEXT.test(text)) return i;
  }
  return lines.length;
}
