import { listFolders } from "@medhelm/core/store/list-folders";
import { GENERATION_FOLDER, generationOf, keys } from "@medhelm/core/store/object-keys";
import type { ObjectStore } from "@medhelm/core/ports";

const AREAS = ["public", "held"] as const;

/** Lists the folders of all attempts at a run in both areas, sealed or not. It takes one request for each. */
export async function attemptFolders(objects: ObjectStore, suite: string, run: string): Promise<string[]> {
  const found = [];
  for (const area of AREAS)
    for (const name of await listFolders(objects, keys.generations(suite, area, run))) found.push(`${area}/${name}`);
  return found.filter((folder) => GENERATION_FOLDER.test(folder));
}

/** A run with more generations has a damaged number in a record: one listing of all folders then takes less time. */
const MOST_GENERATIONS = 1000;

/** Lists the folders of the attempts at the generations `first` to `last`. The number of requests does not grow with earlier generations. */
export async function attemptsBetween(
  objects: ObjectStore,
  suite: string,
  run: string,
  { first, last }: { readonly first: number; readonly last: number },
): Promise<string[]> {
  if (last - first > MOST_GENERATIONS)
    return (await attemptFolders(objects, suite, run)).filter((folder) => {
      const generation = generationOf(folder);
      return generation >= first && generation <= last;
    });
  const found = [];
  for (let generation = first; generation <= last; generation++)
    for (const area of AREAS)
      for (const nonce of await listFolders(objects, `${keys.generations(suite, area, run)}${generation}-`))
        found.push(`${area}/${generation}-${nonce}`);
  return found.filter((folder) => GENERATION_FOLDER.test(folder));
}

/** Whether an attempt was sealed: its folder then has a copy of its manifest. */
export async function wasSealed(objects: ObjectStore, suite: string, run: string, folder: string): Promise<boolean> {
  return (await objects.head(keys.generationFile(suite, run, folder, "manifest.json"))) !== undefined;
}
