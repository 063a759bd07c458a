/**
 * Returns the compact letter display: two models share a letter exactly if the tests do not distinguish them. Each letter is a largest group of such
 * models, and the letters are in the order of the models. Source: Piepho 2004, insert and absorb.
 * @param differs whether the tests distinguish models j and k, in either direction
 */
export function letterDisplay(models: number, differs: (j: number, k: number) => boolean): string[][] {
  let groups: Set<number>[] = [new Set(Array(models).keys())];
  for (let j = 0; j < models; j++)
    for (let k = j + 1; k < models; k++) {
      if (!differs(j, k)) continue;
      const kept = groups.filter((group) => !(group.has(j) && group.has(k)));
      const split = groups
        .filter((group) => group.has(j) && group.has(k))
        .flatMap((group) => [without(group, j), without(group, k)]);
      groups = [...kept];
      for (const [i, part] of split.entries()) {
        const others = [...kept, ...split.filter((_, other) => other !== i)];
        const isAbsorbed = others.some(
          (other) => isWithin(part, other) && (other.size > part.size || split.indexOf(other) < i),
        );
        if (!isAbsorbed) groups.push(part);
      }
    }
  const ordered = groups.toSorted((a, b) => Math.min(...a) - Math.min(...b) || Math.max(...a) - Math.max(...b));
  return [...Array(models).keys()].map((model) =>
    ordered.flatMap((group, index) => (group.has(model) ? [letterOf(index)] : [])),
  );
}

const isWithin = (part: ReadonlySet<number>, whole: ReadonlySet<number>): boolean =>
  [...part].every((model) => whole.has(model));

function without(group: ReadonlySet<number>, model: number): Set<number> {
  const rest = new Set(group);
  rest.delete(model);
  return rest;
}

/** a, ..., z, aa, ab, ... */
function letterOf(index: number): string {
  const last = String.fromCodePoint(97 + (index % 26));
  return index < 26 ? last : letterOf(Math.floor(index / 26) - 1) + last;
}
