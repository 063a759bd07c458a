import { lazyPattern } from "../../text/lazy-pattern.ts";
import { beforeTurnEnds } from "../turns/cut-at-turn.ts";
import type { Separated } from "./separated.ts";
import { join, type ReplyText, slice, spanOf } from "../text/reply-text.ts";

/** HTML and MathML only mark text up. */
const MARKUP_TAG =
  /^(?:[abipqsu]|abbr|article|big|blockquote|body|br|center|cite|code|del|div|d[dlt]|em|font|footer|form|h[1-6r]|head|header|html|img|ins|kbd|li|main|mark|math|m[inos]|mrow|mtext|nav|ol|pre|samp|section|small|span|strike|strong|su[bp]|svg|t[dhrt]|table|tbody|thead|ul|var)$/;
/** Tags that may state the answer, and calls to tools, which have a step of their own. */
const ANSWER_TAG =
  /answer|final|result|respon|reply|output|sql|query|choice|option|label|verdict|judg|rating|scor|code|icd|diagnos|value|solution|predict|conclu|decision|select|letter|date|number|class|error|sentence|message|content|text|report|json|xml|root|reveal|correct|tool|function|invoke|call/;
/** Tags whose text explains the answer, and those whose text may also be the task's product, such as a plan of care. */
const EXPLAINS = /analy[sz]|rationale|expla[in]|justif|brainstorm|consideration/;
const PREPARES = /^plan|planning|draft|^work(?:ings?)?$|^steps?$|caption/;

const TAG = /<\s{0,3}(\/?)\s{0,3}([A-Za-z][\w:.-]{0,40})(?:\s[^<>\n]{0,200})?>/g;

interface Tag {
  readonly name: string;
  readonly from: number;
  readonly to: number;
  /** The end of its closing tag; undefined: it has none. */
  readonly end: number | undefined;
}

const SECTION = { step: "separated thinking", what: "section" } as const;

const THOUGHT =
  "(?:here(?:'s|’s| is) )?(?:my |the |a )?(?:[a-z-]+ ){0,2}?(?:thinking|thoughts?|reasoning|analysis|scratch ?pad|deliberation|rationale|chain[ -]of[ -]thought)(?: process| steps?)?";
const ANSWER =
  "(?:here(?:'s|’s| is) )?(?:my |the )?(?:(?:final|own|correct|best|direct|short|concluding|sql) ){0,3}(?:answer|response|reply|output|solution|conclusion|verdict|decision|result|sql|query)";
const START = lazyPattern(
  `^\\s*(?:(?:\\d{1,2}[.)] )?(?:#{1,6} ?[*_]{0,3}|[*_]{2,3})(?:\\d{1,2}[.)] ?)?${THOUGHT}[ *_]*(?::[ *_]*|\\n)|${THOUGHT} ?:|\\[${THOUGHT}\\])`,
  "iu",
);
const END = lazyPattern(
  `\\n[ \\t>]*(?:(?:\\d{1,2}[.)] )?(?:#{1,6} ?[*_]{0,3}|[*_]{2,3})(?:\\d{1,2}[.)] ?)?${ANSWER}[ *_]*(?:[:：]|(?=\\n))|(?:\\d{1,2}[.)] )?${ANSWER} ?[:：]|\\[${ANSWER}\\])|[*_]{2,3}${ANSWER} ?(?:[:：][*_]{2,3}|[*_]{2,3} ?[:：])`,
  "iu",
);

/** Leaves out a first part with a heading of thinking before one of the answer: "**Thinking:** ... **Answer:** ...". */
export function separateHeadings(reply: ReplyText): Separated {
  const start = START.exec(reply.text)?.[0].length;
  if (start === undefined) return { text: reply, steps: [] };
  const end = END.exec(reply.text.slice(start))?.index;
  if (end === undefined) return { text: reply, steps: [] };
  return { text: slice(reply, start + end), steps: [{ ...SECTION, at: [spanOf(reply, 0, start + end)] }] };
}

/**
 * Leaves out tags that prepare the answer (`<analysis>`), and a first tag of another name that occurs once, states no answer and has text
 * behind it. A reply within one tag has nothing outside of it, and stays.
 */
export const separateTags = (reply: ReplyText): Separated =>
  separateBy(reply, (name) => explains(name) || prepares(name), true);

/** Leaves out tags that explain the answer, and no others. */
export const separateExplanations = (reply: ReplyText): Separated => separateBy(reply, explains, false);

const explains = (name: string): boolean => EXPLAINS.test(name) && !ANSWER_TAG.test(name);
const prepares = (name: string): boolean => PREPARES.test(name) && !ANSWER_TAG.test(name);
type IsLeftOut = (name: string) => boolean;

function separateBy(reply: ReplyText, isLeftOut: IsLeftOut, hasSections: boolean): Separated {
  if (!reply.text.includes("<")) return { text: reply, steps: [] };
  const end = endWithoutStart(reply.text, isLeftOut);
  if (end > 0) {
    const rest = separateBy(slice(reply, end), isLeftOut, hasSections);
    return { ...rest, steps: [{ ...SECTION, at: [spanOf(reply, 0, end)] }, ...rest.steps] };
  }
  const cuts = [...sectionsOf(reply.text, isLeftOut, hasSections)];
  const last = cuts.at(-1);
  if (last === undefined) return { text: reply, steps: [] };
  if (!last.isClosed)
    return { text: undefined, steps: [{ step: "unfinished thinking", at: [spanOf(reply, last.from)] }] };
  const kept = cuts.map(({ from }, i) => slice(reply, cuts[i - 1]?.to ?? 0, from));
  const at = cuts.map(({ from, to }) => spanOf(reply, from, to));
  return { text: join([...kept, slice(reply, last.to)]), steps: [{ ...SECTION, at }] };
}

/** A section without a closing tag ends at a tag of the answer. Only the last section can have neither. */
function* sectionsOf(
  text: string,
  isLeftOut: IsLeftOut,
  hasSections: boolean,
): Generator<{ readonly from: number; readonly to: number; readonly isClosed: boolean }> {
  const { tags, start } = outermostTags(text);
  const counts = countsOf(tags);
  /** Whether only thinking is before the tag. */
  let isLeading = true;
  let after = start;
  for (const [i, tag] of tags.entries()) {
    isLeading &&= isWordless(text, after, tag.from);
    const isFirst: boolean = isLeading && hasSections && counts.get(tag.name) === 1;
    const isLeft: boolean = isLeftOut(tag.name)
      ? tag.end !== undefined || isLeading
      : isFirst && isSection(text, tags, i);
    isLeading &&= isLeft;
    if (!isLeft) continue;
    const to = tag.end ?? tags.slice(i).find(({ name }) => ANSWER_TAG.test(name))?.from;
    after = to ?? text.length;
    yield { from: tag.from, to: after, isClosed: to !== undefined };
    if (to === undefined) return;
  }
}

/** Returns the end of the last closing tag that is left out, was not opened and has text behind it; 0 without one. */
function endWithoutStart(text: string, isLeftOut: IsLeftOut): number {
  const opened = new Set<string>();
  let end = 0;
  for (const { 0: mark, 1: slash, 2: spelled = "", index } of text.matchAll(TAG)) {
    const name = spelled.toLowerCase();
    if (slash === "") opened.add(name);
    else if (!opened.has(name) && isLeftOut(name)) end = index + mark.length;
  }
  return isWordless(text, end, text.length) ? 0 : end;
}

function countsOf(tags: readonly Tag[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { name } of tags) counts.set(name, (counts.get(name) ?? 0) + 1);
  return counts;
}

/** Whether a first tag of another name has text or a tag of the answer behind it. Tags in a row are fields. */
function isSection(text: string, tags: readonly Tag[], i: number): boolean {
  const tag = tags[i];
  if (tag?.end === undefined || ANSWER_TAG.test(tag.name) || MARKUP_TAG.test(tag.name)) return false;
  const next = tags[i + 1];
  const behind = beforeTurnEnds(text.slice(tag.end, next?.from));
  return !isWordless(behind, 0, behind.length) || (next !== undefined && ANSWER_TAG.test(next.name));
}

/** Returns the tags of a text that are in no other one, and where the text begins; tags around the whole text do not count. */
function outermostTags(text: string): { readonly tags: readonly Tag[]; readonly start: number } {
  const nearest = new Map<string, { readonly from: number; readonly to: number }>();
  const openers = [...text.matchAll(TAG)].toReversed().flatMap(({ 0: mark, 1: slash, 2: spelled = "", index }) => {
    const name = spelled.toLowerCase();
    const to = index + mark.length;
    if (slash === "") return [{ name, from: index, to, close: nearest.get(name) }];
    nearest.set(name, { from: index, to });
    return [];
  });
  const tags: Tag[] = [];
  let start = 0;
  let end = text.length;
  let after = 0;
  let isFirst = true;
  for (const { name, from, to, close } of openers.toReversed()) {
    if (from < after) continue;
    isFirst &&= isWordless(text, start, from);
    if (isFirst && close !== undefined && isWordless(text, close.to, end)) {
      start = to;
      end = close.from;
      continue;
    }
    isFirst = false;
    tags.push({ name, from, to, end: close?.to });
    after = close?.to ?? to;
  }
  return { tags, start };
}

/** Whether text[from] to text[to - 1] have no words, apart from marks of the end of a turn. */
const isWordless = (text: string, from: number, to: number): boolean =>
  !/[\p{L}\p{N}Ⓐ-ⓩ🄰-🆉]/u.test(text.slice(from, to).replace(/<[|｜/]?[\w▁]{1,40}[|｜]?>/gu, ""));
