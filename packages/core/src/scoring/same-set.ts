/** Whether two lists have the same distinct texts, each once. */
export function isSameSet(a: readonly string[], b: readonly string[]): boolean {
  const [left, right] = [new Set(a), new Set(b)];
  return a.length === b.length && left.size === a.length && right.size === b.length && a.every((one) => right.has(one));
}
