/** A text's code points, which are Python's characters; JavaScript's own length and order count UTF-16 units. */
export const codePoints = (text: string): string[] => Array.from(text);

/** Python's order of texts, for sorting. */
export function byCodePoint(a: string, b: string): number {
  let index = 0;
  while (index < a.length && index < b.length && a[index] === b[index]) index += 1;
  return (a.codePointAt(index) ?? -1) - (b.codePointAt(index) ?? -1);
}
