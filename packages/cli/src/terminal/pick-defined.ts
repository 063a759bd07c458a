type Present<T, K extends keyof T> = { [P in K]?: Exclude<T[P], undefined> };

/** Copies the named properties that are not undefined, because an absent option must stay absent. */
export function pickDefined<T extends object, K extends keyof T>(from: T, names: readonly K[]): Present<T, K> {
  const picked: Present<T, K> = {};
  for (const name of names) {
    const value = from[name];
    if (isPresent(value)) picked[name] = value;
  }
  return picked;
}

function isPresent<V>(value: V): value is Exclude<V, undefined> {
  return value !== undefined;
}
