/** The first place at which two values differ. `key`: the path to it, such as "3.name.split"; undefined: absent there. */
export interface ValueDifference {
  readonly key: string;
  readonly stored: unknown;
  readonly recomputed: unknown;
}

const isFields = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Compares two JSON values, in the order of the recomputed one. Undefined: they are equal. */
export function firstDifference(
  stored: unknown,
  recomputed: unknown,
  path: readonly (string | number)[] = [],
): ValueDifference | undefined {
  if (Array.isArray(stored) && Array.isArray(recomputed))
    return inEach(Math.max(stored.length, recomputed.length), (i) =>
      firstDifference(stored[i], recomputed[i], [...path, i]),
    );
  if (isFields(stored) && isFields(recomputed)) {
    const names = [...new Set([...Object.keys(recomputed), ...Object.keys(stored)])];
    return inEach(names.length, (i) => {
      const name = names[i] ?? "";
      return firstDifference(stored[name], recomputed[name], [...path, name]);
    });
  }
  return Object.is(stored, recomputed) ? undefined : { key: path.join("."), stored, recomputed };
}

function inEach(count: number, compare: (index: number) => ValueDifference | undefined): ValueDifference | undefined {
  for (let i = 0; i < count; i++) {
    const found = compare(i);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Compares two files: by value if both are JSON, else by line. Undefined: the bytes are equal. */
export function fileDifference(stored: string, recomputed: string): ValueDifference | undefined {
  if (stored === recomputed) return undefined;
  const values = [jsonOf(stored), jsonOf(recomputed)];
  const [a, b] = values;
  if (a !== undefined && b !== undefined) {
    const found = firstDifference(a.value, b.value);
    if (found !== undefined) return found;
  }
  const [lines, expected] = [stored.split("\n"), recomputed.split("\n")];
  return inEach(Math.max(lines.length, expected.length), (i) =>
    lines[i] === expected[i] ? undefined : { key: `line ${i + 1}`, stored: lines[i], recomputed: expected[i] },
  );
}

function jsonOf(text: string): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return undefined;
  }
}
