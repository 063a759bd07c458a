import type { ObjectStore } from "@medhelm/core/ports";

export async function listKeys(objects: ObjectStore, prefix: string): Promise<string[]> {
  const found: string[] = [];
  for await (const { key } of objects.list(prefix)) found.push(key);
  return found;
}
