const DIGIT = /\p{Nd}/u;

/** Replaces every decimal digit of any script (full-width, Arabic, Devanagari) by its ASCII digit, as Python's int() and float() read it. */
export const asciiDigits = (text: string): string => text.replace(/(?![0-9])\p{Nd}/gu, asciiOf);

const known = new Map<string, string>();

/** Unicode has less than a thousand digits. */
function asciiOf(digit: string): string {
  const there = known.get(digit);
  if (there !== undefined) return there;
  const ascii = String(digitValue(digit));
  known.set(digit, ascii);
  return ascii;
}

/** Unicode encodes the digits of each script as ten successive code points from zero to nine. */
function digitValue(digit: string): number {
  let codePoint = digit.codePointAt(0) ?? 0;
  let before = 0;
  while (DIGIT.test(String.fromCodePoint(--codePoint))) before++;
  return before % 10;
}
