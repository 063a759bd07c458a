import { type LazyPattern, matchesOf } from "../../text/lazy-pattern.ts";

/**
 * A reply, or a part of it, in which each character knows its place in the original reply. All readers work on it, so that each of their
 * steps can name positions that a page can show.
 */
export interface ReplyText {
  readonly text: string;
  /** starts[i] and ends[i]: where the character text[i] comes from, in UTF-16 units of the original reply. */
  readonly starts: Uint32Array;
  readonly ends: Uint32Array;
}

/** A stretch of the original reply, from the first unit up to and without the second. */
export type Span = readonly [start: number, end: number];

export function replyText(reply: string): ReplyText {
  const starts = new Uint32Array(reply.length);
  const ends = new Uint32Array(reply.length);
  for (let i = 0; i < reply.length; i++) {
    starts[i] = i;
    ends[i] = i + 1;
  }
  return { text: reply, starts, ends };
}

export const slice = ({ text, starts, ends }: ReplyText, from: number, to = text.length): ReplyText => ({
  text: text.slice(from, to),
  starts: starts.subarray(from, to),
  ends: ends.subarray(from, to),
});

/** Returns the stretch of the original reply from which text[from] to text[to - 1] come. */
export function spanOf({ text, starts, ends }: ReplyText, from = 0, to = text.length): Span {
  if (from >= to) {
    const point = starts[from] ?? ends.at(-1) ?? 0;
    return [point, point];
  }
  return [starts[from] ?? 0, ends[to - 1] ?? 0];
}

/** Returns `text` whose every character comes from the stretch `span`. */
export function textAt(text: string, [start, end]: Span): ReplyText {
  return { text, starts: new Uint32Array(text.length).fill(start), ends: new Uint32Array(text.length).fill(end) };
}

export function join(parts: readonly ReplyText[]): ReplyText {
  const length = parts.reduce((sum, { text }) => sum + text.length, 0);
  const [starts, ends] = [new Uint32Array(length), new Uint32Array(length)];
  let at = 0;
  for (const part of parts) {
    starts.set(part.starts, at);
    ends.set(part.ends, at);
    at += part.text.length;
  }
  return { text: parts.map(({ text }) => text).join(""), starts, ends };
}

/** A part of a text that is replaced: text[from] to text[to - 1]. */
export interface Edit {
  readonly from: number;
  readonly to: number;
  /** A string takes the position of the part that it replaces. */
  readonly by: string | ReplyText;
}

/** Applies edits, which are in order and do not overlap. */
export function edit(text: ReplyText, edits: readonly Edit[]): ReplyText {
  if (edits.length === 0) return text;
  const texts: string[] = [];
  let length = text.text.length;
  for (const { from, to, by } of edits) length += (typeof by === "string" ? by : by.text).length - (to - from);
  const [starts, ends] = [new Uint32Array(length), new Uint32Array(length)];
  let at = 0;
  const copy = (part: ReplyText, from: number, to: number) => {
    texts.push(part.text.slice(from, to));
    for (let i = from; i < to; i++, at++) {
      starts[at] = part.starts[i] ?? 0;
      ends[at] = part.ends[i] ?? 0;
    }
  };
  let kept = 0;
  for (const { from, to, by } of edits) {
    copy(text, kept, from);
    kept = to;
    if (typeof by !== "string") copy(by, 0, by.text.length);
    else if (by !== "") {
      texts.push(by);
      const [start, end] = spanOf(text, from, to);
      starts.fill(start, at, at + by.length);
      ends.fill(end, at, at + by.length);
      at += by.length;
    }
  }
  copy(text, kept, text.text.length);
  return { text: texts.join(""), starts, ends };
}

/**
 * Replaces each match of a global pattern. `by` is a text, or a function of the match that returns a text, a part of `text` (by slice), or
 * undefined to keep the match.
 */
export function replace(
  text: ReplyText,
  pattern: RegExp | LazyPattern,
  by: string | ((match: RegExpExecArray) => string | ReplyText | undefined),
): ReplyText {
  const edits: Edit[] = [];
  for (const match of matchesOf(pattern, text.text)) {
    const replacement = typeof by === "string" ? by : by(match);
    if (replacement !== undefined)
      edits.push({ from: match.index, to: match.index + match[0].length, by: replacement });
  }
  return edit(text, edits);
}

export function trim(text: ReplyText): ReplyText {
  const from = text.text.length - text.text.trimStart().length;
  return slice(text, from, Math.max(from, text.text.trimEnd().length));
}
