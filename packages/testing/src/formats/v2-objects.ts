import type { ObjectStore } from "@medhelm/core/ports";
import { memoryStore } from "../stores/memory-store.ts";
import { readObjects } from "./read-objects.ts";

const folderOf = (name: string): URL => new URL(`../../fixtures/formats/${name}/`, import.meta.url);

let read: ReadonlyMap<string, string> | undefined;

/** Returns the texts of the objects that four commits stored, by key. packages/testing/fixtures/formats/README.md says how they were made. */
export function v2Objects(): ReadonlyMap<string, string> {
  return (read ??= new Map(
    ["v2", "v2-more", "v2-lists", "v2-qualities"].flatMap((name) => [...readObjects(folderOf(name))]),
  ));
}

/** Returns a store in memory that contains the objects of `v2Objects`. */
export async function v2Store(): Promise<ObjectStore> {
  const objects = memoryStore();
  for (const [key, text] of v2Objects()) await objects.put(key, text);
  return objects;
}
