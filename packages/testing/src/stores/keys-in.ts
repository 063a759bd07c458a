import type { ObjectStore } from "@medhelm/core/ports";

/** The keys of a store that begin with `prefix`, in the order of its list. */
export async function keysIn(objects: Pick<ObjectStore, "list">, prefix = ""): Promise<string[]> {
  const found: string[] = [];
  for await (const { key } of objects.list(prefix)) found.push(key);
  return found;
}
