import { LedgerEntry } from "@medhelm/core/money/ledger-entry";
import { IndexLimit } from "@medhelm/core/store/index-limit";
import { indexKeys } from "@medhelm/core/store/index-keys";
import { listFolders } from "@medhelm/core/store/list-folders";
import { keys, TOP_FOLDERS } from "@medhelm/core/store/object-keys";
import { damagedObject, getJson } from "@medhelm/core/store/objects";
import type { ObjectStore } from "@medhelm/core/ports";
import { UserError } from "@medhelm/core/user-error";
import { z } from "zod";
import { mapBounded } from "../concurrency/map-bounded.ts";
import { reindexKey } from "./api-keys.ts";
import { isAmount, UnreadableItem } from "./items.ts";
import { nameOfEntry, recordUsage } from "./record-usage.ts";
import { type ReindexPorts, reindexSubmission } from "./reindex-submission.ts";
import { refreshRelease } from "./releases.ts";
import { listedLines, removeIfGone } from "./remove-lines.ts";
import { refreshSuite } from "./suites.ts";

const STAGES = ["suites", "releases", "keys", "charges", "submissions", "lines"] as const;
/** "lines": those of the index, some of whose objects were deleted. */
export type ReindexStage = (typeof STAGES)[number];

export interface ReindexProgress {
  readonly stage: ReindexStage;
  readonly done: number;
  /** of `done`: what an interrupted call has finished */
  readonly reused: number;
}

type Counts = Readonly<Record<Exclude<ReindexStage, "lines">, number>>;

export interface ReindexReport extends Counts {
  /** objects that cannot be read, and why; everything else is in the index */
  readonly damaged: readonly Damaged[];
}
interface Damaged {
  readonly key: string;
  readonly reason: string;
}

/** Where an interrupted call stopped: it has finished all earlier stages, and the keys up to `after` of this one. */
const Cursor = z.object({
  stage: z.enum(STAGES),
  after: z.string(),
  /** The number of rebuilt names of each stage. */
  done: z.record(z.enum(STAGES), z.int()),
});
type Cursor = z.infer<typeof Cursor>;

const START: Cursor = {
  stage: "suites",
  after: "",
  done: { suites: 0, releases: 0, keys: 0, charges: 0, submissions: 0, lines: 0 },
};

const AT_ONCE = 16;
/** The position is stored after as many names: few enough for the rest of a function's time. */
export const CHUNK = 48;

/**
 * Rebuilds every record of the index from the objects, which are the truth. It is safe to repeat, to interrupt and to run while the service works.
 * Writes are conditional, and a second call continues where the first one stopped. Claims of jobs are not rebuilt, because they live for minutes. A
 * damaged object is reported and left out. A damaged item is made again.
 */
export async function reindex(
  ports: ReindexPorts,
  report: (progress: ReindexProgress) => void = () => undefined,
): Promise<ReindexReport> {
  const { done, damaged } = await reindexWhile(ports, () => true, report);
  const { lines: _, ...counts } = done;
  return { ...counts, damaged };
}

/** As `reindex`, and stops while `hasTime` is false. It always rebuilds something, so that repeated calls reach the end. */
export async function reindexWhile(
  ports: ReindexPorts,
  hasTime: () => boolean,
  report: (progress: ReindexProgress) => void = () => undefined,
): Promise<{ readonly isComplete: boolean; readonly done: Cursor["done"]; readonly damaged: readonly Damaged[] }> {
  const { index } = ports;
  const position = indexKeys.reindexPosition();
  // a position of another form belongs to another version: it starts from the beginning
  const start = Cursor.safeParse((await index.get(position))?.value).data ?? START;
  const done = { ...start.done };
  const damaged: Damaged[] = [];
  for (const stage of STAGES.slice(STAGES.indexOf(start.stage))) {
    // a store without any object is a wrong one, e.g. another bucket
    if (stage === "lines" && done.suites + done.releases + done.submissions === 0) continue;
    const { find, rebuild } = STAGE[stage];
    const found = find(ports, stage === start.stage && start.after !== "" ? start.after : undefined);
    for await (const chunk of chunksOf(found, CHUNK)) {
      await mapBounded(chunk, AT_ONCE, async ({ name, key }) => {
        try {
          await withoutDamaged(ports, () => rebuild(ports, name));
        } catch (error) {
          const known = error instanceof IndexLimit ? damagedObject(key, "the index cannot hold a field of it") : error;
          if (!(known instanceof UserError)) throw known;
          damaged.push({ key, reason: known.message });
        }
      });
      done[stage] += chunk.length;
      const cursor: Cursor = { stage, after: chunk.at(-1)?.after ?? "", done };
      await index.write([{ kind: "put", ...position, value: cursor }]);
      report({ stage, done: done[stage], reused: start.done[stage] });
      if (!hasTime()) return { isComplete: false, done, damaged };
    }
  }
  await index.write([{ kind: "delete", ...position }]);
  return { isComplete: true, done, damaged };
}

/** Rebuilds records. It deletes each of their items that cannot be read, and so makes it again. */
async function withoutDamaged({ index }: ReindexPorts, rebuild: () => Promise<unknown>): Promise<void> {
  const deleted = new Set<string>();
  for (;;)
    try {
      await rebuild();
      return;
    } catch (error) {
      if (!(error instanceof UnreadableItem) || isAmount(error.item)) throw error;
      const name = JSON.stringify(error.item);
      if (deleted.has(name)) throw error;
      deleted.add(name);
      await index.write([{ kind: "delete", ...error.item }]);
    }
}

/** A name whose records are rebuilt. */
interface Found {
  readonly name: string;
  /** of its object */
  readonly key: string;
  /** The listing continues after this key, or after this line of the index. */
  readonly after: string;
}

interface Stage {
  /** Yields the names behind `after`, in the order of the listing. */
  find(ports: ReindexPorts, after?: string): AsyncIterable<Found>;
  rebuild(ports: ReindexPorts, name: string): Promise<unknown>;
}

const STAGE: Readonly<Record<ReindexStage, Stage>> = {
  suites: {
    find: ({ objects }, after) => jsonFiles(objects, keys.suites(), after),
    rebuild: (ports, suite) => refreshSuite(ports, suite, true),
  },
  releases: {
    find: ({ objects }, after) => jsonFiles(objects, keys.releaseRequests(), after),
    rebuild: (ports, release) => refreshRelease(ports, release, true),
  },
  keys: { find: ({ objects }, after) => jsonFiles(objects, keys.apiKeys(), after), rebuild: reindexKey },
  charges: { find: ({ objects }, after) => charges(objects, after), rebuild: reindexCharge },
  submissions: { find: ({ objects }, after) => storedSubmissions(objects, after), rebuild: reindexSubmission },
  lines: { find: ({ index }, after) => listedLines(index, after), rebuild: removeIfGone },
};

async function* chunksOf<T>(all: AsyncIterable<T>, size: number): AsyncGenerator<T[], undefined> {
  let chunk: T[] = [];
  for await (const one of all) {
    chunk.push(one);
    if (chunk.length < size) continue;
    yield chunk;
    chunk = [];
  }
  if (chunk.length > 0) yield chunk;
  return undefined;
}

async function* jsonFiles(objects: ObjectStore, folder: string, after = folder): AsyncGenerator<Found, undefined> {
  for await (const { key } of objects.list(folder, { after }))
    yield { name: key.slice(folder.length, -".json".length), key, after: key };
  return undefined;
}

async function* charges(objects: ObjectStore, after: string = TOP_FOLDERS.owners): AsyncGenerator<Found, undefined> {
  const stopped = after.slice(TOP_FOLDERS.owners.length).split("/")[0];
  const others = await listFolders(objects, TOP_FOLDERS.owners, { after: stopped === "" ? undefined : stopped });
  for (const owner of stopped === "" ? others : [stopped ?? "", ...others])
    for await (const { key } of objects.list(keys.allLedgers(owner), { after })) yield { name: key, key, after: key };
  return undefined;
}

/** A listing of one submission's files that is longer than this costs more than a new one behind them. */
const FILES_TO_SKIP = 1000;

/** Yields all submissions, newest first. */
export async function* storedSubmissions(
  objects: ObjectStore,
  after = keys.submissions(),
): AsyncGenerator<Found, undefined> {
  const root = keys.submissions();
  let last: Found | undefined;
  for (let from: string | undefined = after; from !== undefined; ) {
    const start: string = from;
    from = undefined;
    let files = 0;
    for await (const { key } of objects.list(root, { after: start })) {
      const id = key.slice(root.length).split("/")[0] ?? "";
      if (id.startsWith(".")) continue; // marks of an earlier version
      files = id === last?.name ? files + 1 : 1;
      if (files === 1) {
        // "~" sorts behind every file of a submission's folder
        last = { name: id, key: keys.submission(id), after: `${keys.submissionFiles(id)}~` };
        yield last;
      }
      if (files < FILES_TO_SKIP) continue;
      from = last?.after;
      break;
    }
  }
  return undefined;
}

async function reindexCharge({ objects, index }: ReindexPorts, key: string): Promise<void> {
  const entry = await getJson(objects, key, LedgerEntry);
  if (entry === undefined) return;
  if (keys.ledgerEntry(entry.owner, entry.month, nameOfEntry(entry)) !== key)
    throw damagedObject(key, "it is the record of another charge");
  // the submissions' stage settles the reservations
  await recordUsage(index, { id: entry.submission, owner: entry.owner, createdAt: entry.month }, entry);
}
