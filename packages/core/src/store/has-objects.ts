import type { ObjectStore } from "../ports.ts";

/** Whether an object's key starts with the prefix. It costs one listing. */
export async function hasObjects(objects: Pick<ObjectStore, "list">, prefix: string): Promise<boolean> {
  for await (const _ of objects.list(prefix)) return true;
  return false;
}
