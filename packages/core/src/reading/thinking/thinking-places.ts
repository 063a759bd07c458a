import { replyText, type Span } from "../text/reply-text.ts";
import { separateThinking } from "./separate-thinking.ts";

/** A stretch that starts or ends with a mark of thinking. A heading such as "Reasoning:" is a part of the answer for a page. */
const MARKED = /^\s*(?:<|&lt;|\[|◁|```)|(?:>|&gt;|\]|▷)\s*$/u;

/** Each mark has one of these. Most replies have none, and the search for all marks takes longer than to score them. */
const HAS_BRACKET = /[<>[\]`◁▷]|&[lg]t;/u;

/** Marks around the messages of a reply in channels (OpenAI's Harmony format), which are no part of the answer. */
const MESSAGE_MARKS =
  /(?:<\|start\|>(?:assistant)?(?=<\|channel)|<\|(?:end|return|call)\|>|<\|channel\|>\s{0,3}final(?:[^<]{0,200}(?:<\|constrain\|>[^<]{0,40})?<\|message\|>|(?![a-z])))+/giu;

const messageMarks = (reply: string): Span[] =>
  /<\|channel\|>/iu.test(reply)
    ? [...reply.matchAll(MESSAGE_MARKS)].map(({ 0: marks, index }): Span => [index, index + marks.length])
    : [];

/** The stretches of a reply that are thinking between marks, in order, as readers leave them out, with the marks of channels. */
export function thinkingPlaces(reply: string): Span[] {
  if (!HAS_BRACKET.test(reply)) return [];
  const found = separateThinking(replyText(reply), "kept")
    .steps.filter(({ step }) => step === "separated thinking" || step === "unfinished thinking")
    .flatMap(({ at }) => at)
    .filter(([start, end]) => MARKED.test(reply.slice(start, end)))
    .concat(messageMarks(reply))
    .toSorted(([a], [b]) => a - b);
  const merged: [number, number][] = [];
  for (const [start, end] of found) {
    const last = merged.at(-1);
    if (last !== undefined && start <= last[1]) last[1] = Math.max(last[1], end);
    else merged.push([start, end]);
  }
  return merged;
}

/** Without one of these there is no mark of thinking. */
const MAY_MARK = /[<[`◁]|&lt;/u;

/** The reply without the stretches that are thinking. Its own text stays as it is. */
export const outsideThinking = (reply: string): string =>
  MAY_MARK.test(reply) ? withoutPlaces(reply, thinkingPlaces(reply)) : reply;

/** The text without these stretches, which are in order and do not overlap. */
export const withoutPlaces = (text: string, places: readonly Span[]): string =>
  places.reduceRight((rest, [start, end]) => rest.slice(0, start) + rest.slice(end), text);
