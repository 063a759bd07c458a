import { createHash } from "node:crypto";
import type { Index, IndexItem, IndexKey, IndexWrite, ObjectStore } from "@medhelm/core/ports";
import { indexKeys } from "@medhelm/core/store/index-keys";
import { keys } from "@medhelm/core/store/object-keys";
import { getJson } from "@medhelm/core/store/objects";
import type { StoredSubmission } from "@medhelm/core/submission";
import { Suite } from "@medhelm/core/suite";
import { z } from "zod";
import { mapBounded } from "../concurrency/map-bounded.ts";
import { readBuilt } from "./built.ts";
import { type IndexWrites, isItem, parseItem, unchanged, writePlanned } from "./items.ts";

export const SuiteLine = Suite.pick({ owner: true, visibility: true });
export type SuiteLine = z.infer<typeof SuiteLine>;

/**
 * Updates a suite's lines in the index from its stored object. The API calls it after it changes the object. Repeated and concurrent calls are safe.
 * @param isRebuilt the lines are written although the first of them is as it should be, because the other may be lost or damaged
 */
export async function refreshSuite(
  { objects, index }: { readonly objects: ObjectStore; readonly index: Index },
  suite: string,
  isRebuilt = false,
): Promise<void> {
  await writePlanned(index, async () => {
    const before = await index.get(indexKeys.allSuite(suite));
    const stored = await getJson(objects, keys.suite(suite), Suite);
    if (stored === undefined) return undefined;
    const { owner, visibility } = stored;
    const line: SuiteLine = { owner, visibility };
    if (!isRebuilt && isItem(before, line)) return undefined;
    return [
      { ...indexKeys.allSuite(suite), kind: "put", value: line, condition: unchanged(before) },
      { ...indexKeys.ownSuite(owner, suite), kind: "put", value: line },
    ];
  });
}

/** The runs of a submission, as hashes of their names in order. One small item a submission is cheaper than one item a run. */
const SuiteSubmission = z.object({ runs: z.string() });
/** 48 bits of the sha256 in base64url. Two of a million runs share a hash with a chance of one in 500. */
const HASH_CHARS = 8;
/** Keeps an item below 100 kB. */
const RUNS_PER_ITEM = 10_000;
/** Submissions of a suite that are searched for a run without objects: as many as the items of MAX_QUERIES queries. */
const ITEMS_PER_QUERY = 100;
const MAX_QUERIES = 5;

const hashOf = (run: string): string => createHash("sha256").update(run).digest("base64url").slice(0, HASH_CHARS);

/** The items by which a suite's queued runs are found. */
export function suiteSubmissionWrites({ id, request, runs }: StoredSubmission): IndexWrite[] {
  const writes: IndexWrite[] = [];
  for (let first = 0; first < runs.length; first += RUNS_PER_ITEM) {
    const hashes = runs.slice(first, first + RUNS_PER_ITEM).map(({ run }) => hashOf(run));
    const key = indexKeys.suiteSubmission(request.suite, id, first);
    writes.push({ ...key, kind: "put", value: { runs: hashes.join("") } });
  }
  return writes;
}

/** of one transaction */
const MAX_WRITES = 100;
const WRITES_AT_ONCE = 8;

/** Lists a submission under each of its runs. Safe to repeat. A caller that adds a submission to the index does this first. */
export async function listRuns(index: Index, { id, request, runs }: StoredSubmission): Promise<void> {
  const puts = runs.map(({ run }, ordinal): IndexWrite => {
    const key = indexKeys.suiteRun(request.suite, hashOf(run), id, ordinal);
    return { ...key, kind: "put", value: {} };
  });
  await mapBounded(chunksOf(puts), WRITES_AT_ONCE, (chunk) => index.write(chunk));
}

/** The keys that `listRuns` has written. `items`: those of `suiteSubmissionWrites`. */
export const runKeysOf = (suite: string, id: string, items: readonly IndexItem[]): IndexKey[] =>
  items.flatMap((item) => {
    const { runs } = parseItem(item, SuiteSubmission);
    return Array.from({ length: runs.length / HASH_CHARS }, (_, i) =>
      indexKeys.suiteRun(
        suite,
        runs.slice(i * HASH_CHARS, (i + 1) * HASH_CHARS),
        id,
        Number(item.sort.split("/")[1]) + i,
      ),
    );
  });

/** Yields the lines of a suite's submissions, newest first, after the id `after`. `limit`: submissions that one request asks for. */
export async function* submissionsOfSuite(
  index: Index,
  suite: string,
  limit: number,
  after?: string,
): AsyncGenerator<IndexItem, undefined> {
  let next = after === undefined ? undefined : `${after}/~`; // "~" sorts behind the numbers of a submission's items
  do {
    const page = await index.query(indexKeys.suiteSubmissions(suite), {
      limit: Math.min(limit, ITEMS_PER_QUERY),
      ...(next === undefined ? {} : { after: next }),
    });
    const ids = page.items.flatMap(({ sort }) => (sort.endsWith("/000000") ? (sort.split("/")[0] ?? []) : []));
    for (const item of await index.getAll(ids.map(indexKeys.submissionMeta)))
      yield { ...item, sort: item.partition.slice(indexKeys.submission("").length) };
    next = page.next;
  } while (next !== undefined);
  return undefined;
}

/** Finds the newest submission that has a run. */
export async function newestSubmissionOf(
  index: Index,
  suite: string,
  run: string,
): Promise<{ readonly id: string; readonly ordinal: number } | undefined> {
  const hash = hashOf(run);
  const { items } = await index.query(indexKeys.suiteRuns(suite), { prefix: `${hash}/`, limit: 1 });
  const [, id, ordinal] = items[0]?.sort.split("/") ?? [];
  if (id !== undefined) return { id, ordinal: Number(ordinal) };
  return (await readBuilt(index))?.hasLookups === true ? undefined : searchLatest(index, suite, hash);
}

/** Searches the latest 500 submissions of the suite, while an index of an earlier version is built again. */
async function searchLatest(
  index: Index,
  suite: string,
  hash: string,
): Promise<{ readonly id: string; readonly ordinal: number } | undefined> {
  let after: string | undefined;
  for (let query = 0; query < MAX_QUERIES; query++) {
    const page = { limit: ITEMS_PER_QUERY, ...(after === undefined ? {} : { after }) };
    const { items, next } = await index.query(indexKeys.suiteSubmissions(suite), page);
    for (const item of items) {
      const position = positionOf(parseItem(item, SuiteSubmission).runs, hash);
      const [id = "", first] = item.sort.split("/");
      if (position !== undefined) return { id, ordinal: Number(first) + position };
    }
    if (next === undefined) return undefined;
    after = next;
  }
  return undefined;
}

function chunksOf(writes: readonly IndexWrite[]): IndexWrites[] {
  const chunks: IndexWrites[] = [];
  for (let at = 0; at < writes.length; at += MAX_WRITES) {
    const [first, ...others] = writes.slice(at, at + MAX_WRITES);
    if (first !== undefined) chunks.push([first, ...others]);
  }
  return chunks;
}

function positionOf(hashes: string, hash: string): number | undefined {
  for (let at = hashes.indexOf(hash); at >= 0; at = hashes.indexOf(hash, at + 1))
    if (at % HASH_CHARS === 0) return at / HASH_CHARS;
  return undefined;
}
