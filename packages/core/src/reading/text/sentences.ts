import type { ReplyText } from "./reply-text.ts";

/** A sentence of a text: text[from] to text[to - 1], without space around it and with its mark. */
export interface Sentence {
  readonly from: number;
  readonly to: number;
  readonly text: string;
  /** The number of its line, from 0; empty lines count. */
  readonly line: number;
  /** Whether it is the first of its line, or follows a question on it. */
  readonly isFirst: boolean;
  readonly isQuestion: boolean;
}

/** The end of a sentence: a mark before space, or a mark of a script that needs no space after it. */
const END = /(?:[.!?]+|…)["')\]]{0,3}(?=\s|$)|\.{3,}|[。！？｡।॥؟]["')\]]{0,3}|;(?=\s|$)/gu;
/** Words before a full stop that does not end a sentence. */
const ABBREVIATED =
  /(?:^|[\s("'])(?:e\.?g|i\.?e|vs|dr|mr|mrs|ms|approx|ca|cf|fig|al|resp|incl|excl|max|min|z\.B|d\.h|p\.ej|bzw)$/i;
/** The initial of a name: "S. aureus". */
const INITIAL = /^(?:[\s("'])?[A-Z]\. \p{Ll}/u;
const isInitial = (text: string, at: number): boolean => INITIAL.test(text.slice(Math.max(0, at - 2), at + 3));

/** Splits a text into sentences. A line break always ends one. `isWithin`: whether a place is inside of something that stays whole. */
export function sentences(
  { text }: Pick<ReplyText, "text">,
  isWithin: (at: number) => boolean = () => false,
): Sentence[] {
  const found: Sentence[] = [];
  let lineStart = 0;
  for (const [line, content] of text.split("\n").entries()) {
    let from = 0;
    let isFirst = true;
    const add = (to: number) => {
      const part = content.slice(from, to);
      const trimmed = part.trim();
      if (trimmed !== "") {
        const start = lineStart + from + part.length - part.trimStart().length;
        const isQuestion = /[?？؟]["')\]]{0,3}$/u.test(trimmed);
        found.push({ from: start, to: start + trimmed.length, text: trimmed, line, isFirst, isQuestion });
        // what follows a question answers it
        isFirst = isQuestion;
      }
      from = to;
    };
    for (const end of content.matchAll(END)) {
      const before = content.slice(Math.max(from, end.index - 12), end.index);
      if (isWithin(lineStart + end.index)) continue;
      if (end[0].startsWith(".") && (ABBREVIATED.test(before) || isInitial(content, end.index))) continue;
      add(end.index + end[0].length);
    }
    add(content.length);
    lineStart += content.length + 1;
  }
  return found;
}
