import { lazyPattern } from "../../../text/lazy-pattern.ts";
import { type Step, stepAt } from "../../reading.ts";
import { edit, type Edit, type ReplyText, slice } from "../../text/reply-text.ts";

const TAG =
  "((?:[|｜]DSML[|｜])?(?:[\\w.-]{1,20}:)?(?:tool_calls?|function_calls?|tool_use|tool_code|tool|invoke|function=[\\w.-]{1,80}|execute(?:_[a-z]{1,20})?))(?:\\s[^<>\\n]{0,200})?";
const TOKEN = "[|｜]((?:tool[_▁]calls?(?:[_▁](?:section[_▁])?(?:begin|start))?)|START_ACTION)[|｜]?";
const OPEN = lazyPattern(`<(?:${TAG}|${TOKEN})>|<[|｜]python_tag[|｜]>|\\[TOOL_CALLS?\\]`, "iu");

/** Returns the text of a call that gives the final answer; undefined for any other call. `body`: the call without its opening. */
export type AnswerOf = (call: ReplyText, body: ReplyText, steps: Step[]) => ReplyText | undefined;

/** Leaves out calls to tools in tags or between tokens. One that never ends takes the rest of the reply with it. */
export function taggedCalls(text: ReplyText, steps: Step[], answerOf: AnswerOf = () => undefined): ReplyText {
  const edits: Edit[] = [];
  const endOfCall = callEnds(text.text);
  let after = 0;
  for (const match of OPEN.matchAll(text.text)) {
    if (match.index < after) continue;
    const from = match.index + match[0].length;
    const to = endOf(text.text, match, from, endOfCall);
    const answer = answerOf(slice(text, match.index, to), slice(text, from, to), steps);
    if (answer === undefined) steps.push(stepAt("left out a tool call", text, match.index, to));
    edits.push({ from: match.index, to, by: answer ?? "\n" });
    after = to;
  }
  return edit(text, edits);
}

function endOf(text: string, [all, tag, token]: RegExpExecArray, from: number, endOfCall: CallEnd): number {
  if (tag === undefined && token === undefined) return endOfCall(from);
  const close = tag === undefined ? closeOf(all) : `</${tag.replace(/=.*/u, "")}>`;
  const at = close === all ? -1 : text.indexOf(close, from);
  return at === -1 ? text.length : at + close.length;
}

/** The token behind `<|tool_calls_begin|>`, `<|START_ACTION|>` or `<|tool_call>`. */
const closeOf = (open: string): string =>
  /[|｜]>$/u.test(open)
    ? open.replace(/begin|start/iu, (word) => (word === word.toUpperCase() ? "END" : "end"))
    : open.replace(/^<([|｜])(.*)>$/u, "<$2$1>");

type CallEnd = (from: number) => number;

/** More objects without an end are no calls of a model, and to look for each one's end would take quadratic time. */
const MOST_UNCLOSED = 20;

/** The end of the line, or of the object or list that begins on it. */
function callEnds(text: string): CallEnd {
  let unclosed = 0;
  return (from) => {
    const line = text.indexOf("\n", from);
    const end = line === -1 ? text.length : line;
    const start = /[[{]/u.exec(text.slice(from, end));
    if (start === null || unclosed >= MOST_UNCLOSED) return end;
    const close = closeFrom(text, from + start.index);
    if (close === undefined) unclosed++;
    return Math.max(end, close ?? end);
  };
}

/** The place behind the bracket that closes the one at `from`. Brackets in strings do not count. */
function closeFrom(text: string, from: number): number | undefined {
  let depth = 0;
  let stringsFrom = from;
  for (let at = from; at < text.length; at++) {
    const character = text[at];
    if (character === "[" || character === "{") depth++;
    else if (character === "]" || character === "}") depth--;
    else if (character === '"' && at >= stringsFrom) {
      STRING.lastIndex = at;
      const [all = "", end] = STRING.exec(text) ?? [];
      if (end === '"') at += all.length - 1;
      // a quotation mark without a partner on its line, and all after it there, start no string
      else stringsFrom = at + all.length;
    }
    if (depth === 0) return at + 1;
  }
  return undefined;
}
const STRING = /"(?:[^"\\\n]|\\.)*("?)/uy;
