import { listFolders } from "@medhelm/core/store/list-folders";
import { keys, TOP_FOLDERS } from "@medhelm/core/store/object-keys";
import { getJson, orUnreadable, UnreadableObject } from "@medhelm/core/store/objects";
import type { ObjectStore } from "@medhelm/core/ports";
import { z } from "zod";
import type { Repair } from "./repair-run.ts";

/** Folders with the records of the service. `repairRun` reads those of runs. */
const FOLDERS = [
  TOP_FOLDERS.submissions,
  TOP_FOLDERS.owners,
  TOP_FOLDERS.suites,
  TOP_FOLDERS.keys,
  TOP_FOLDERS.audit,
  TOP_FOLDERS.jobs,
  TOP_FOLDERS.releaseRequests,
  TOP_FOLDERS.releaseFailures,
  TOP_FOLDERS.deadLetters,
] as const;

/** The sweep writes them again from the objects of the runs. */
const IS_DERIVED = /^submissions\/[^/]+\/(?:handled\/|started\/|settled\.json$|done\.json$)|^jobs\//;

/** Deletes damaged records that the service writes again, and names the others with what helps. No stack may be at work. */
export async function repairRecords(objects: ObjectStore): Promise<Repair> {
  const repair: Repair = { rebuilt: [], lost: [] };
  for await (const key of recordsIn(objects)) {
    // a disk that refuses the file says nothing about its bytes, so that its error ends the command
    const record = await getJson(objects, key, z.unknown()).catch(orUnreadable);
    if (!(record instanceof UnreadableObject)) continue;
    if (!IS_DERIVED.test(key)) {
      repair.lost.push(record.message);
      continue;
    }
    await objects.delete(key);
    repair.rebuilt.push(`${key} was damaged and is deleted; the service writes it again`);
  }
  return repair;
}

async function* recordsIn(objects: ObjectStore): AsyncGenerator<string, undefined> {
  for (const folder of FOLDERS) for await (const { key } of objects.list(folder)) if (key.endsWith(".json")) yield key;
  for (const release of await listFolders(objects, keys.releases())) yield keys.releaseFile(release, "release.json");
  return undefined;
}
