import { lazyPattern } from "../../../text/lazy-pattern.ts";
import { claimed } from "./claimed.ts";
import { givesAnswer, isAnswerWord } from "./final-tool.ts";
import { type Step, stepAt } from "../../reading.ts";
import { edit, type Edit, type ReplyText, slice } from "../../text/reply-text.ts";

/** A name directly before a bracket, with the words of a program before it. */
const CALL = lazyPattern(
  String.raw`(?<![\p{L}\p{N}_.$-])(?:(?:[a-z_]\w{0,40} ?= ?|await |return |print\(){0,3})((?:[A-Za-z_]\w{0,60}\.){0,3}[A-Za-z_]\w{0,60})\(`,
  "u",
);
const KEYWORD = /^\s*[A-Za-z_]\w{0,60}\s?=(?!=)\s?\S/u;
const QUOTED = /^\s*(?:[A-Za-z_]\w{0,60}\s?=\s?)?[frb]?["']/u;
/** Only marks, or words with a colon such as "Tool call:", are before a call that has a line of its own. */
const LINE_BEFORE = /^(?:[ \t>*\-\x60[(|"$\ue000]|<\w{1,8}>|\\\w{1,8}\{)*(?:[\p{L} ]{1,20}:[*_]{0,2} ?)?[*>\x60[( ]*$/u;
const LINE_AFTER = /^(?:[\s\])\x60;,.*|}"$\ue001]|<\/?\w{1,8}>)*$/u;

/** Leaves out calls in the form of a function, such as `search(query="option B")`; one that gives the final answer is a field. */
export function functionCalls(text: ReplyText, steps: Step[]): ReplyText {
  const closers = /\w\(/u.test(text.text) ? closingBrackets(text.text) : undefined;
  if (closers === undefined) return text;
  const edits: Edit[] = [];
  let after = 0;
  for (const match of CALL.matchAll(text.text)) {
    const [all, name = ""] = match;
    const open = match.index + all.length - 1;
    const close = closers.get(open);
    if (
      close === undefined ||
      match.index < after ||
      isAnswerWord(name) ||
      !isCall(text.text, match.index, name, open, close)
    )
      continue;
    after = close + 1;
    const value = givesAnswer(name) ? literalOf(slice(text, open + 1, close)) : undefined;
    if (value === undefined) steps.push(stepAt("left out a tool call", text, match.index, after));
    edits.push({ from: match.index, to: after, by: value === undefined ? "" : claimed(value, name, steps) });
  }
  return edit(text, edits);
}

function isCall(text: string, from: number, name: string, open: number, close: number): boolean {
  const args = text.slice(open + 1, Math.min(close, open + 200));
  const before = text.slice(Math.max(0, from - 60), from);
  const isLine =
    LINE_BEFORE.test(before.slice(before.lastIndexOf("\n") + 1)) &&
    LINE_AFTER.test(text.slice(close + 1, close + 60).split("\n", 1)[0] ?? "");
  const isOfProgram = OF_PROGRAM.test(name);
  if (isLine) return isOfProgram || KEYWORD.test(args) || QUOTED.test(args);
  return QUOTED.test(args) && (isOfProgram || KEYWORD.test(args));
}

/** A name that no prose has: "search_guidelines", "calculator.evaluate". */
const OF_PROGRAM = /_|[a-z]\w+\.[a-z]\w+/u;

/** The value of the first argument, if it is no variable: `"B"`, `answer="B"`, `12`. */
function literalOf(args: ReplyText): ReplyText | undefined {
  const [all, word = "", quote, quoted = "", bare = ""] = LITERAL.exec(args.text) ?? [];
  if (all === undefined) return undefined;
  const from = word.length + (quote?.length ?? 0);
  return slice(args, from, from + (quote === undefined ? bare : quoted).length);
}
const LITERAL =
  /^(\s*(?:[A-Za-z_]\w{0,60}\s?=\s?)?)(?:[frb]?("""|["'])((?:(?!\2)[^])*)\2|([A-Z]|-?\d+(?:\.\d+)?|\[[^\]]*\]|\{[^{}]*\}|True|False))(?=\s*(?:,|$))/u;

/** ( -> its ) for each pair. */
function closingBrackets(text: string): ReadonlyMap<number, number> {
  const closers = new Map<number, number>();
  const open: number[] = [];
  for (const { 0: bracket, index } of text.matchAll(/[()]/gu)) {
    if (bracket === "(") open.push(index);
    else {
      const from = open.pop();
      if (from !== undefined) closers.set(from, index);
    }
  }
  return closers;
}
