import { compact } from "./reading/unescape.ts";

/** The part of a verdict that is compared with the answer: the score of each criterion, or whether it is met. */
export type Claims = Readonly<Record<string, number | boolean>>;

/** Whether a text in another alphabet could state these claims. It may say yes in error, and never says no in error. */
export type ShiftTest = (claims: Claims) => boolean;

/**
 * A shift of the alphabet changes letters, and neither digits nor the distances between neighbouring letters. A name of a criterion can
 * therefore be found in all shifts at the same time, by its distances. A reversed alphabet negates them.
 */
export function shiftTest(texts: readonly string[]): ShiftTest {
  if (texts.some(hasOtherLetters)) return () => true; // these letters stay when the others are shifted
  const shapes = texts.map((text) => distances(text.toLowerCase().replace(/[^a-z\d]/g, "")));
  const numbers = texts.map((text) => Array.from(text.matchAll(/\d+(?:\.\d+)?/g), ([number]) => Number(number)));
  const holdsWord = (word: string): boolean => {
    const [up, down] = [distances(word), distances(word, -1)];
    return shapes.some((shape) => shape.includes(up) || shape.includes(down));
  };
  return (claims) => {
    const values = Object.values(claims);
    const wanted = values.filter((value) => typeof value === "number").map(Math.abs);
    const hasValues =
      numbers.some((found) => isSubsequence(wanted, found)) &&
      values.every((value) => typeof value === "number" || holdsWord(String(value)));
    return hasValues || Object.keys(claims).every((name) => holdsWord(lettersOf(name)));
  };
}

/** Whether the text has characters beyond ASCII that are letters or contain letters. */
const hasOtherLetters = (text: string): boolean =>
  Array.from(new Set(text)).some((character) => character > "\x7f" && /\p{L}/u.test(character.normalize("NFKD")));

/** The longest row of letters in a name, without its digits. */
const lettersOf = (name: string): string =>
  compact(name)
    .split(/[^a-z]+/)
    .toSorted((one, other) => other.length - one.length)
    .at(0) ?? "";

/** The distance from each letter to the next one, as a letter; "." next to a digit. */
function distances(text: string, sign: 1 | -1 = 1): string {
  let result = "";
  for (let i = 1; i < text.length; i++) {
    const [from, to] = [text.charCodeAt(i - 1), text.charCodeAt(i)];
    result += from < 97 || to < 97 ? "." : String.fromCharCode(97 + ((sign * (to - from) + 26) % 26));
  }
  return result;
}

/** Whether the wanted numbers are among the others, in their order. */
function isSubsequence(wanted: readonly number[], numbers: readonly number[]): boolean {
  let next = 0;
  for (const number of numbers) if (number === wanted[next]) next++;
  return next >= wanted.length;
}
