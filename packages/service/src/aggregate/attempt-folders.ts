import { GENERATION_FOLDER, keys } from "@medhelm/core/store/object-keys";
import type { ObjectStore } from "@medhelm/core/ports";
import { subfolders } from "../release/find-runs.ts";

/** Lists the folders of a run's attempts in both areas, sealed or not. */
export async function attemptFolders(
  objects: ObjectStore,
  suite: string,
  run: string,
): Promise<{ readonly folder: string; readonly generation: number }[]> {
  const found = [];
  for (const area of ["public", "held"] as const)
    for (const name of await subfolders(objects, keys.generations(suite, area, run))) {
      const folder = `${area}/${name}`;
      const [, , generation = ""] = GENERATION_FOLDER.exec(folder) ?? [];
      if (generation !== "") found.push({ folder, generation: Number(generation) });
    }
  return found;
}

/** Whether an attempt was sealed: its folder then has a copy of its manifest. */
export async function wasSealed(objects: ObjectStore, suite: string, run: string, folder: string): Promise<boolean> {
  return (await objects.head(keys.generationFile(suite, run, folder, "manifest.json"))) !== undefined;
}
