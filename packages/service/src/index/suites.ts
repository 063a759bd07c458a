import { createHash } from "node:crypto";
import type { Index, IndexWrite, ObjectStore } from "@medhelm/core/ports";
import { canonicalJson } from "@medhelm/core/store/canonical";
import { indexKeys } from "@medhelm/core/store/index-keys";
import { keys } from "@medhelm/core/store/object-keys";
import { getJson } from "@medhelm/core/store/objects";
import type { StoredSubmission } from "@medhelm/core/submission";
import { Suite } from "@medhelm/core/suite";
import { z } from "zod";
import { unchanged, writePlanned } from "./items.ts";

export const SuiteLine = Suite.pick({ owner: true, visibility: true });
export type SuiteLine = z.infer<typeof SuiteLine>;

/** Updates a suite's lines in the index from its stored object. The API calls it after it changes the object. Repeated and concurrent calls are safe. */
export async function refreshSuite(
  { objects, index }: { readonly objects: ObjectStore; readonly index: Index },
  suite: string,
): Promise<void> {
  await writePlanned(index, async () => {
    const before = await index.get(indexKeys.allSuite(suite));
    const stored = await getJson(objects, keys.suite(suite), Suite);
    if (stored === undefined) return undefined;
    const { owner, visibility } = stored;
    const line: SuiteLine = { owner, visibility };
    if (before !== undefined && canonicalJson(before.value) === canonicalJson(line)) return undefined;
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

/** Finds the newest submission that has a run, among the latest 500 of the suite. */
export async function newestSubmissionOf(
  index: Index,
  suite: string,
  run: string,
): Promise<{ readonly id: string; readonly ordinal: number } | undefined> {
  const hash = hashOf(run);
  let after: string | undefined;
  for (let query = 0; query < MAX_QUERIES; query++) {
    const page = { limit: ITEMS_PER_QUERY, ...(after === undefined ? {} : { after }) };
    const { items, next } = await index.query(indexKeys.suiteSubmissions(suite), page);
    for (const { sort, value } of items) {
      const position = positionOf(SuiteSubmission.parse(value).runs, hash);
      const [id = "", first] = sort.split("/");
      if (position !== undefined) return { id, ordinal: Number(first) + position };
    }
    if (next === undefined) return undefined;
    after = next;
  }
  return undefined;
}

function positionOf(hashes: string, hash: string): number | undefined {
  for (let at = hashes.indexOf(hash); at >= 0; at = hashes.indexOf(hash, at + 1))
    if (at % HASH_CHARS === 0) return at / HASH_CHARS;
  return undefined;
}
