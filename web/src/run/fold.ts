/** The size of the first part of a text, or of each further part. */
export interface FoldSize {
  readonly characters: number;
  readonly lines: number;
}

/** At 1440 x 900, the question, the reference, two answers and the judges fit into one view. */
export const FIRST: FoldSize = { characters: 420, lines: 7 };
/** A text up to this size is not folded, because the fold would hide little. */
export const WHOLE: FoldSize = { characters: 600, lines: 10 };
export const NEXT: FoldSize = { characters: 20_000, lines: 400 };
/** The two parts of a prompt: it begins with an instruction, and often ends with the question. */
export const ENDS = { head: { characters: 180, lines: 3 }, tail: { characters: 240, lines: 4 } };

/** Returns the end of the part of a text that begins at `from`. Length and lines limit the part; it never ends inside a character or a short word. */
export function foldEnd(text: string, from: number, { characters, lines }: FoldSize): number {
  let end = Math.min(text.length, from + characters);
  let at = from;
  for (let line = 0; line < lines; line++) {
    const next = text.indexOf("\n", at);
    if (next === -1 || next >= end) break;
    at = next + 1;
    if (line === lines - 1) end = at;
  }
  const word = /\S{1,20}$/.exec(text.slice(Math.max(from, end - 21), end))?.[0].length ?? 0;
  if (word < Math.min(21, end - from) && word > 0 && /\S/.test(text.charAt(end))) return end - word;
  return isInside(text, end) ? end + 1 : end;
}

/** Returns the beginning of the last part of a text, by length and by lines, and never inside a character. */
export function tailStart(text: string, { characters, lines }: FoldSize): number {
  let start = Math.max(0, text.length - characters);
  let at = text.length;
  for (let line = 0; line < lines; line++) {
    const previous = text.lastIndexOf("\n", at - 1);
    if (previous < start) break;
    at = previous;
    if (line === lines - 1) start = at + 1;
  }
  const word = text.slice(start, start + 20).search(/\s/);
  if (start > 0 && text[start - 1] !== "\n" && word >= 0) return start + word + 1;
  return isInside(text, start) ? start + 1 : start;
}

const isInside = (text: string, at: number): boolean => at < text.length && /[\uDC00-\uDFFF]/.test(text.charAt(at));
