/** A piece of a text: as it is, or a character that is shown as a mark because it hides, turns or is invisible. */
export interface Piece {
  readonly text: string;
  readonly isMark: boolean;
}

/** Formats (bidirectional controls, zero width, tags), separators of lines, private use, lone surrogates and controls apart from tab and line feed. */
const HIDDEN =
  /[\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Cs}\p{Cn}\u{00ad}\u{034f}\u{115f}\u{1160}\u{17b4}\u{17b5}\u{180b}-\u{180f}\u{3164}\u{ffa0}\u{fe00}-\u{fe0e}\u{e0100}-\u{e01ef}]|(?![\t\n])\p{Cc}/gu;

/** Divides a text at its hidden characters, e.g. U+202E, which would turn the text after it. */
export function visiblePieces(given: string): Piece[] {
  const text = given.replaceAll("\r\n", "\n");
  const pieces: Piece[] = [];
  let from = 0;
  for (const { 0: character, index } of text.matchAll(HIDDEN)) {
    if (index > from) pieces.push({ text: text.slice(from, index), isMark: false });
    pieces.push({ text: `⟦${nameOf(character)}⟧`, isMark: true });
    from = index + character.length;
  }
  return from === text.length ? pieces : [...pieces, { text: text.slice(from), isMark: false }];
}

/** U+202E */
const nameOf = (character: string): string =>
  `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}`;

/** The same as one string, for the lines of a list. */
export const visibleText = (text: string): string =>
  visiblePieces(text)
    .map((piece) => piece.text)
    .join("");
