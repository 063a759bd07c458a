/** HELM: an entry of a name that came before takes its place, at the later place. */
export function lastOfEachName<T extends { readonly name: string }>(entries: readonly T[]): T[] {
  const byName = new Map<string, T>();
  for (const entry of entries) {
    byName.delete(entry.name);
    byName.set(entry.name, entry);
  }
  return [...byName.values()];
}
