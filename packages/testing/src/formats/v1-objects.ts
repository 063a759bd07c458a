import { fileURLToPath } from "node:url";
import type { ObjectStore } from "@medhelm/core/ports";
import { readObjects } from "./read-objects.ts";
import { memoryStore } from "../stores/memory-store.ts";

const FOLDER = new URL("../../fixtures/formats/v1/", import.meta.url);

/** Returns the texts of the objects that commit 4b341c7 stored, by key. packages/testing/fixtures/formats/README.md says how they were made. */
export function v1Objects(): ReadonlyMap<string, string> {
  return (read ??= readObjects(FOLDER));
}

let read: ReadonlyMap<string, string> | undefined;

/** The file of the same answers that a folder keeps in .medhelm/. Tests copy it. */
export const v1AnswersFile = fileURLToPath(new URL("answers.sqlite", FOLDER));

/** Returns a store in memory that contains the objects of `v1Objects`. */
export async function v1Store(): Promise<ObjectStore> {
  const objects = memoryStore();
  for (const [key, text] of v1Objects()) await objects.put(key, text);
  return objects;
}
