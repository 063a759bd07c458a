/** The Damerau-Levenshtein distance (optimal string alignment): insertions, deletions, replacements and swaps of neighbours. */
function editDistance(from: string, to: string): number {
  let before: number[] = [];
  let row = Array.from({ length: to.length + 1 }, (_, column) => column);
  for (const [index, letter] of Array.from(from).entries()) {
    const next = [index + 1];
    for (let column = 1; column <= to.length; column += 1) {
      const replaced = (row[column - 1] ?? 0) + (to[column - 1] === letter ? 0 : 1);
      const isSwapped = index > 0 && letter === to[column - 2] && from[index - 1] === to[column - 1];
      const swapped = isSwapped ? (before[column - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY;
      next.push(Math.min(replaced, swapped, (row[column] ?? 0) + 1, (next[column - 1] ?? 0) + 1));
    }
    before = row;
    row = next;
  }
  return row[to.length] ?? 0;
}

/** The comparison of longer ones takes the product of their lengths. */
const MAX_CHARACTERS = 200;

/** Removes the differences that the comparison ignores: case, "-", "_", "." and spaces. */
const normalised = (name: string) => name.toLowerCase().replaceAll(/[-_. ]/g, "");

/**
 * Returns up to three known names that are similar to `name`, the most similar first, for messages like "did you mean ...?".
 * Names are similar if they differ in few letters. If no name is, those that contain `name` or are part of it count.
 */
export function nearNames(name: string, known: Iterable<string>): string[] {
  if (name.length > MAX_CHARACTERS) return [];
  const wanted = normalised(name);
  const scored = [...known]
    .filter((candidate) => candidate.length <= MAX_CHARACTERS)
    .map((candidate) => ({ candidate, distance: editDistance(wanted, normalised(candidate)) }))
    .toSorted((a, b) => a.distance - b.distance || (a.candidate < b.candidate ? -1 : 1));
  const allowed = Math.max(1, Math.floor(wanted.length / 3));
  const near = scored.filter(({ distance }) => distance <= allowed);
  const isPart = (other: string) =>
    Math.min(wanted.length, other.length) >= 4 && (other.includes(wanted) || wanted.includes(other));
  const chosen = near.length > 0 ? near : scored.filter(({ candidate }) => isPart(normalised(candidate)));
  return chosen.slice(0, 3).map(({ candidate }) => candidate);
}
