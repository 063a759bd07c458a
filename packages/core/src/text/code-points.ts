/** Splits a text into code points, which are Python's characters. JavaScript's length and order count UTF-16 units instead. */
export const codePoints = (text: string): string[] => Array.from(text);

/** Compares two texts as Python does. */
export function byCodePoint(a: string, b: string): number {
  let index = 0;
  while (index < a.length && index < b.length && a[index] === b[index]) index += 1;
  return (a.codePointAt(index) ?? -1) - (b.codePointAt(index) ?? -1);
}
