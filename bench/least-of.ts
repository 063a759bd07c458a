/** The round with the least value. Other work of the machine only adds time, so this round is the nearest to the program's own. */
export function leastOf<T>(rounds: readonly T[], valueOf: (round: T) => number): T {
  const [least] = rounds.toSorted((a, b) => valueOf(a) - valueOf(b));
  if (least === undefined) throw new Error("nothing was measured");
  return least;
}
