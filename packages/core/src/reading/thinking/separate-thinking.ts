import { lazyPattern } from "../../text/lazy-pattern.ts";
import type { Step } from "../reading.ts";
import { join, replace, type ReplyText, slice, type Span, spanOf } from "../text/reply-text.ts";
import type { Separated } from "./separated.ts";
import { separateExplanations, separateHeadings, separateTags } from "./separate-sections.ts";

/** Whether parts that prepare the answer without a mark of thinking are left out, too: such as `<plan>`. */
export type Sections = "left out" | "kept";

/** A name of thinking, alone or with one word before or after it: `seed:think`, `internal_thoughts`, `thinking_process`. */
const NAMES =
  "(?:[a-z]{1,20}[_:-])?(?:think|thinking|antthinking|thoughts?|reason|reasoning|scratch_?pad|reflect|reflection|monologue|cot|chain_of_thought|deliberation)(?:[_:-][a-z]{1,20})?";
/** Marks that open or close thinking: the group that matches shows which. */
const MARK = lazyPattern(
  [
    `(?<tagOpen>(?:<|&lt;)\\s{0,3}(?<name>${NAMES})(?:\\s[^<>\\n]{0,200})?(?:>|&gt;))`,
    `(?<tagClose>(?:<|&lt;)\\s{0,3}/\\s{0,3}(?<closed>${NAMES})\\s{0,3}(?:>|&gt;))`,
    `(?<squareOpen>\\[(?:${NAMES})\\])`,
    `(?<squareClose>\\[/(?:${NAMES})\\])`,
    "(?<triangleOpen>◁\\s{0,3}think(?:ing)?\\s{0,3}▷)",
    "(?<triangleClose>◁\\s{0,3}/\\s{0,3}think(?:ing)?\\s{0,3}▷)",
    "(?<pipeOpen><\\|(?:begin|start)_?of_?(?:thought|thinking|think|reasoning)\\|>|<\\|(?:start_)?think(?:ing)?(?:_start)?\\|>|<\\|im_start\\|>\\s{0,3}think(?:ing)?\\s|<\\|?channel>\\s{0,3}(?:thought|analysis)\\s)",
    "(?<pipeClose><\\|end_?of_?(?:thought|thinking|think|reasoning)\\|>|<\\|/?(?:end_)?think(?:ing)?(?:_end)?\\|>|<\\|/think(?:ing)?\\|>|<\\|im_start\\|>\\s{0,3}(?:answer|final)\\s|<channel\\|>)",
    "(?<unusedOpen><unused94>)",
    "(?<unusedClose><unused95>)",
  ].join("|"),
  "iu",
);
const KINDS = ["tag", "square", "triangle", "pipe", "unused"] as const;

/**
 * Leaves out a reply's thinking, by any of its marks: tags, channels, a model's own marks. If only an end is there, all before it is thinking.
 * Where the thinking never ends, nothing was answered.
 */
export function separateThinking(reply: ReplyText, sections: Sections = "left out"): Separated {
  const steps: Step[] = [];
  let text: ReplyText | undefined = reply;
  const separators =
    sections === "kept"
      ? [separateChannels, separateHeadings, separateBlocks, separateMarked, separateExplanations]
      : [separateChannels, separateHeadings, separateBlocks, separateMarked, separateTags];
  for (const separate of separators) {
    const separated: Separated = separate(text);
    steps.push(...separated.steps);
    text = separated.text;
    if (text === undefined) break;
  }
  return { text, steps };
}

interface Mark {
  readonly kind: string;
  readonly name: string | undefined;
  readonly isOpen: boolean;
  readonly from: number;
  readonly to: number;
}

function* marksOf(text: string): Generator<Mark> {
  for (const { 0: all, index, groups } of MARK.matchAll(text)) {
    const kind = KINDS.find((one) => groups?.[`${one}Open`] ?? groups?.[`${one}Close`]) ?? "tag";
    const name = (groups?.["name"] ?? groups?.["closed"])?.toLowerCase();
    yield { kind, name, isOpen: groups?.[`${kind}Open`] !== undefined, from: index, to: index + all.length };
  }
}

function separateMarked(reply: ReplyText): Separated {
  const at: Span[] = [];
  let kept: ReplyText[] = [];
  let from = 0;
  let open: Mark | undefined;
  /** The last end of another name: it counts if the thinking has no end of its own. */
  let otherEnd: number | undefined;
  const leaveOut = (start: number, end: number) => {
    kept.push(slice(reply, from, start));
    at.push(spanOf(reply, start, end));
    from = end;
    open = undefined;
    otherEnd = undefined;
  };
  for (const mark of marksOf(reply.text)) {
    if (mark.isOpen) open ??= mark;
    else if (open === undefined) {
      // only the end: all before it is thinking, text that looked like an answer too
      kept = [];
      from = mark.to;
      at.splice(0, at.length, spanOf(reply, 0, mark.to));
    } else if (open.kind === mark.kind) {
      if (open.name === mark.name) leaveOut(open.from, mark.to);
      else otherEnd = mark.to;
    }
  }
  if (open !== undefined && otherEnd !== undefined) leaveOut(open.from, otherEnd);
  if (open !== undefined)
    return { text: undefined, steps: [{ step: "unfinished thinking", at: [spanOf(reply, open.from)] }] };
  if (at.length === 0) return { text: reply, steps: [] };
  return { text: join([...kept, slice(reply, from)]), steps: [{ step: "separated thinking", at }] };
}

/** A block between fences whose language is a name of thinking. */
const BLOCK = lazyPattern(`^[ \\t]*\`\`\`+ ?(?:${NAMES})[ \\t]*$(?:[^]*?^[ \\t]*(\`\`\`+)[ \\t]*$)?`, "imu");

function separateBlocks(reply: ReplyText): Separated {
  const at: Span[] = [];
  for (const { 0: block, 1: end, index } of BLOCK.matchAll(reply.text)) {
    if (end === undefined)
      return { text: undefined, steps: [{ step: "unfinished thinking", at: [spanOf(reply, index)] }] };
    at.push(spanOf(reply, index, index + block.length));
  }
  if (at.length === 0) return { text: reply, steps: [] };
  return { text: replace(reply, BLOCK, "\n"), steps: [{ step: "separated thinking", at }] };
}

const CHANNEL =
  /<\|channel\|>\s{0,3}(?:([a-z_]+)[^<]{0,200}(?:<\|constrain\|>[^<]{0,40})?<\|message\|>|(analysis|commentary|final)(?![a-z])(?!\S{0,40}<\|message))/giu;
const END_OF_MESSAGE = /<\|(?:end|return|call|start)\|>/iu;
/** The names of channels where a server drops the marks around them. */
const GLUED = /^\s{0,9}(?:assistant)?analysis(?=\p{Lu})/u;
const GLUED_FINAL = /assistant\s{0,3}final(?![a-z])/u;

/** Keeps the final channel of a reply that is written in channels. */
function separateChannels(reply: ReplyText): Separated {
  const marks = [...reply.text.matchAll(CHANNEL)];
  if (marks.length === 0) return separateGlued(reply);
  const finals: ReplyText[] = [];
  const others: Span[] = [];
  for (const [i, mark] of marks.entries()) {
    const from = mark.index + mark[0].length;
    const next = marks[i + 1]?.index ?? reply.text.length;
    const end = END_OF_MESSAGE.exec(reply.text.slice(from, next));
    const to = end === null ? next : from + end.index;
    if ((mark[1] ?? mark[2])?.toLowerCase() === "final") finals.push(slice(reply, from, to));
    else others.push(spanOf(reply, mark.index, to));
  }
  if (finals.length === 0) return { text: undefined, steps: [{ step: "unfinished thinking", at: others }] };
  return {
    text: join(finals),
    steps: others.length === 0 ? [] : [{ step: "separated thinking", at: others, what: "channel" }],
  };
}

function separateGlued(reply: ReplyText): Separated {
  if (!GLUED.test(reply.text)) return { text: reply, steps: [] };
  const final = GLUED_FINAL.exec(reply.text);
  if (final === null) return { text: undefined, steps: [{ step: "unfinished thinking", at: [spanOf(reply)] }] };
  const from = final.index + final[0].length;
  return {
    text: slice(reply, from),
    steps: [{ step: "separated thinking", at: [spanOf(reply, 0, from)], what: "channel" }],
  };
}
