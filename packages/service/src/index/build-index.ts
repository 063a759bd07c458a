import { hasObjects } from "@medhelm/core/store/has-objects";
import { indexKeys } from "@medhelm/core/store/index-keys";
import { listFolders } from "@medhelm/core/store/list-folders";
import { keys, TOP_FOLDERS } from "@medhelm/core/store/object-keys";
import { getJson } from "@medhelm/core/store/objects";
import type { ObjectStore } from "@medhelm/core/ports";
import { StoredSubmission } from "@medhelm/core/submission";
import { UserError } from "@medhelm/core/user-error";
import { type Built, markBuilt, readBuilt } from "./built.ts";
import { type ReindexProgress, type ReindexReport, reindex, reindexWhile } from "./reindex.ts";
import type { ReindexPorts } from "./reindex-submission.ts";

/** Rebuilds the index from the objects, and records that it is complete. */
export async function buildIndex(
  ports: ReindexPorts,
  report?: (progress: ReindexProgress) => void,
): Promise<ReindexReport> {
  const built = await reindex(ports, report);
  await markBuilt(ports.index);
  return built;
}

/**
 * Builds the index of a store that an earlier version wrote, or whose index was deleted. A call that was interrupted is continued by the
 * next one. It returns undefined if the index is complete.
 */
export async function ensureIndex(
  ports: ReindexPorts,
  report?: (progress: ReindexProgress) => void,
): Promise<ReindexReport | undefined> {
  const hasSums = (await builtOf(ports))?.hasSums === true;
  const isComplete = hasSums && !(await lacksSubmissions(ports, await foldersOfMarks(ports.objects)));
  return isComplete ? undefined : buildIndex(ports, report);
}

export interface ContinuePorts extends ReindexPorts {
  /** Reports a damaged object, which the index leaves out. */
  report(error: unknown, key: string): void;
}

/**
 * Builds the index while `hasTime` is true, for a function whose time is limited: the next call continues. It also builds an index that
 * lacks submissions of an earlier version, which still ran during an upgrade or after a rollback.
 */
export async function continueIndex(ports: ContinuePorts, hasTime: () => boolean): Promise<void> {
  const { index, report } = ports;
  const built = await builtOf(ports);
  if (built !== undefined && (await lacksSubmissions(ports, [keys.openSubmissions()])))
    await index.write([{ kind: "delete", ...indexKeys.built() }]); // the API answers no question until the index is complete
  else if (built?.hasSums === true && built.hasLookups === true) return; // without them, the API answers from other items and objects meanwhile
  const { isComplete, damaged } = await reindexWhile(ports, hasTime);
  for (const { key, reason } of damaged) report(new UserError(`the index leaves out ${key}: ${reason}`), key);
  if (isComplete) await markBuilt(index);
}

/** The folders whose objects have records in the index. */
const INDEXED = [keys.submissions(), keys.suites(), keys.releaseRequests(), TOP_FOLDERS.owners];

/** Whether the index has a record of every object. The first call for a new store finds it empty and records that. */
export const isIndexBuilt = async (ports: Pick<ReindexPorts, "objects" | "index">): Promise<boolean> =>
  (await builtOf(ports)) !== undefined;

async function builtOf({ objects, index }: Pick<ReindexPorts, "objects" | "index">): Promise<Built | undefined> {
  const built = await readBuilt(index);
  if (built !== undefined) return built;
  const found = await Promise.all(INDEXED.map((folder) => hasObjects(objects, folder)));
  // another process may have found the store empty, and then stored these objects
  if (found.includes(true)) return readBuilt(index);
  await markBuilt(index);
  return readBuilt(index);
}

// ---- submissions of versions that knew no index ------------------------------------------------------------------

/** The folders in which these versions marked each open submission, and each submission of an owner. */
async function foldersOfMarks(objects: ObjectStore): Promise<string[]> {
  const owners = await listFolders(objects, TOP_FOLDERS.owners);
  return [keys.openSubmissions(), ...owners.map(keys.ownSubmissions)];
}

/** Keys of one request to the index. */
const MARKS_AT_ONCE = 100;

/** Whether a mark in these folders names a submission that the index lacks. */
async function lacksSubmissions(
  { objects, index }: Pick<ReindexPorts, "objects" | "index">,
  folders: readonly string[],
): Promise<boolean> {
  for (const folder of folders) {
    const marks: string[] = [];
    for await (const { key } of objects.list(folder)) marks.push(key.slice(folder.length, -".json".length));
    for (let at = 0; at < marks.length; at += MARKS_AT_ONCE) {
      const ids = marks.slice(at, at + MARKS_AT_ONCE);
      const known = new Set((await index.getAll(ids.map(indexKeys.submissionMeta))).map(({ partition }) => partition));
      for (const id of ids) if (!known.has(indexKeys.submission(id)) && (await isReadable(objects, id))) return true;
    }
  }
  return false;
}

/** Whether the submission was stored, and the index can have it. */
async function isReadable(objects: ObjectStore, id: string): Promise<boolean> {
  try {
    return (await getJson(objects, keys.submission(id), StoredSubmission)) !== undefined;
  } catch (error) {
    if (error instanceof UserError) return false;
    throw error;
  }
}
