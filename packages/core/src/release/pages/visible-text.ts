/** A piece of a text: as it is, or a character that is shown as a mark because it hides, turns or is invisible. */
export interface Piece {
  readonly text: string;
  readonly isMark: boolean;
}

/** Formats (bidirectional controls, zero width, tags), separators of lines, private use, lone surrogates and unassigned characters. */
const KINDS = String.raw`[\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Cs}\p{Cn}]`;
/** Letters without ink, and variation selectors apart from that of emoji. */
const BLANKS = String.raw`[\u{115f}\u{1160}\u{3164}\u{ffa0}]|\u{34f}|\u{17b4}|\u{17b5}|(?!\u{fe0f})\p{Variation_Selector}`;
/** Controls apart from tab and line feed. */
const CONTROLS = String.raw`(?![\t\n])\p{Cc}`;
const HIDDEN = new RegExp(`${KINDS}|${BLANKS}|${CONTROLS}`, "gu");

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
