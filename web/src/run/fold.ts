/** The size of the first part of a text, or of each further part. */
export interface FoldSize {
  readonly characters: number;
  readonly lines: number;
}

export const FIRST: FoldSize = { characters: 1_200, lines: 16 };
export const NEXT: FoldSize = { characters: 20_000, lines: 400 };

/** Returns the end of the next part of a text that begins at `from`: by length and by lines, and never inside a character. */
export function foldEnd(text: string, from: number, { characters, lines }: FoldSize): number {
  let end = Math.min(text.length, from + characters);
  let at = from;
  for (let line = 0; line < lines; line++) {
    const next = text.indexOf("\n", at);
    if (next === -1 || next >= end) break;
    at = next + 1;
    if (line === lines - 1) end = at;
  }
  const isInside = end < text.length && /[\uDC00-\uDFFF]/.test(text.charAt(end));
  return isInside ? end + 1 : end;
}
