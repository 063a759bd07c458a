import { type LedgerEntry, monthOf } from "@medhelm/core/money/ledger-entry";
import { partsOf, plusParts, UsagePart } from "@medhelm/core/money/usage";
import type { Index, IndexItem, IndexWrite } from "@medhelm/core/ports";
import { collect } from "@medhelm/core/run/collect";
import { canonicalJson, sha256Hex } from "@medhelm/core/store/canonical";
import { indexKeys } from "@medhelm/core/store/index-keys";
import { keepUnknown } from "@medhelm/core/store/objects";
import type { StoredSubmission } from "@medhelm/core/submission";
import { z } from "zod";
import { readBuilt } from "./built.ts";
import { countOf, itemsOf, unchanged, writePlanned, parseItem } from "./items.ts";
import { usageEntries } from "./usage.ts";

/** Charges of a submission. All items of the submission together are its sums; a charge may be in any of them. */
const UsageSum = z.object({
  suite: z.string(),
  parts: z.array(UsagePart),
  /** Only in the first item of a submission: the items have every charge. Absent: an earlier version recorded charges. */
  isComplete: z.literal(true).exactOptional(),
});
type UsageSum = z.infer<typeof UsageSum>;

/** A worker records its charges every 15 s. One item takes about 100 such writers. */
const RUNS_PER_ITEM = 100;
/** A repair checks all items of a submission in one transaction. */
const MAX_ITEMS = 64;

const itemsOfRuns = (runs: number): number => Math.min(MAX_ITEMS, Math.max(1, Math.ceil(runs / RUNS_PER_ITEM)));

/** The part of a submission that its sums need. */
export type Summed = Pick<StoredSubmission, "id" | "owner" | "createdAt"> & {
  /** Absent: the caller does not know them. */
  readonly runs?: readonly unknown[];
};

/** The sums of a submission without a charge. */
export const firstSums = ({ id, owner, createdAt, request }: StoredSubmission): IndexWrite => ({
  ...indexKeys.usageSum(owner, monthOf(createdAt), id, 0),
  kind: "put",
  value: { suite: request.suite, parts: [], isComplete: true },
});

/**
 * The writes that add an entry to the sums, and count the submission at its first charge. They belong into the transaction that stores the
 * entry. `before`: the entry that it replaces.
 */
export async function sumWrites(
  index: Index,
  { runs = [] }: Pick<Summed, "runs">,
  name: string,
  entry: LedgerEntry,
  before: LedgerEntry | undefined,
): Promise<IndexWrite[]> {
  const { owner, month, submission, suite } = entry;
  const part = Number.parseInt(sha256Hex(name).slice(0, 8), 16) % itemsOfRuns(runs.length);
  const key = indexKeys.usageSum(owner, month, submission, part);
  const item = await index.get(key);
  const stored: UsageSum =
    item === undefined ? { suite, parts: [] } : keepUnknown(item.value, parseItem(item, UsageSum));
  const added = plusParts(partsOf(entry), before === undefined ? [] : partsOf(before), -1);
  const value: UsageSum = { ...stored, parts: plusParts(stored.parts, added) };
  return [
    { ...key, kind: "put", value, condition: unchanged(item) },
    ...(part === 0 ? countWrites(owner, month, stored, value) : []),
  ];
}

/** One item of the sums decides, so that no charge is counted twice; a submission whose first charges are in other items is counted later. */
function countWrites(owner: string, month: string, before: UsageSum | undefined, after: UsageSum): IndexWrite[] {
  const isFirst = (before?.parts.length ?? 0) === 0 && after.parts.length > 0;
  return isFirst ? [{ ...indexKeys.usageCount(owner, month), kind: "add", amount: 1 }] : [];
}

/** The number of submissions of an owner's month that have charges, without those that only an earlier version has recorded. */
export const chargedSubmissions = (index: Index, owner: string, month: string): Promise<number> =>
  countOf(index, indexKeys.usageCount(owner, month));

/** The charges of one submission. */
export interface SubmissionUsage {
  readonly submission: string;
  readonly suite: string;
  readonly parts: readonly UsagePart[];
}

/**
 * Yields the charges of each submission of an owner's month, or of one submission. It reads about one item for each submission with
 * any number of runs.
 */
export async function* usageBySubmission(
  index: Index,
  owner: string,
  month: string,
  submission?: string,
): AsyncGenerator<SubmissionUsage, undefined> {
  const hasSums = submission !== undefined || (await readBuilt(index))?.hasSums === true;
  if (!hasSums) return yield* fromEntries(index, owner, month);
  const query = submission === undefined ? {} : { prefix: `${submission}/` };
  let items: IndexItem[] = [];
  for await (const item of itemsOf(index, indexKeys.usageSums(owner, month), query)) {
    const [first] = items;
    if (first !== undefined && idOf(first) !== idOf(item)) {
      yield* fromItems(index, owner, month, items);
      items = [];
    }
    items.push(item);
  }
  if (items.length > 0) yield* fromItems(index, owner, month, items);
  else if (submission !== undefined) yield* fromEntries(index, owner, month, submission);
  return undefined;
}

const idOf = ({ sort }: IndexItem): string => sort.slice(0, sort.lastIndexOf("/"));

async function* fromItems(
  index: Index,
  owner: string,
  month: string,
  items: readonly IndexItem[],
): AsyncGenerator<SubmissionUsage, undefined> {
  const [first, ...others] = items.map((item) => parseItem(item, UsageSum));
  const [item] = items;
  if (first === undefined || item === undefined) return undefined;
  const submission = idOf(item);
  if (first.isComplete !== true) return yield* fromEntries(index, owner, month, submission);
  yield { submission, suite: first.suite, parts: plusParts([first, ...others].flatMap(({ parts }) => parts)) };
  return undefined;
}

/** Reads every entry, as for the index of an earlier version. */
async function* fromEntries(
  index: Index,
  owner: string,
  month: string,
  submission?: string,
): AsyncGenerator<SubmissionUsage, undefined> {
  for await (const entry of usageEntries(index, owner, month, submission))
    yield { submission: entry.submission, suite: entry.suite, parts: partsOf(entry) };
  return undefined;
}

/** Makes the sums of a submission those of its entries: they differ after an earlier version has recorded a charge. Safe to repeat. */
export async function repairSums(
  index: Index,
  { id, owner, createdAt, request, runs }: StoredSubmission,
): Promise<void> {
  const month = monthOf(createdAt);
  await writePlanned(index, async () => {
    // the items first: a charge that is recorded between the two reads changes one of them, so the write is refused
    const items = await collect(itemsOf(index, indexKeys.usageSums(owner, month), { prefix: `${id}/` }));
    const stored = items.map((item) => parseItem(item, UsageSum));
    const sum = plusParts(stored.flatMap(({ parts }) => parts));
    const entries = await collect(usageEntries(index, owner, month, id));
    const right = plusParts(entries.flatMap(partsOf));
    if (stored[0]?.isComplete === true && canonicalJson(sum) === canonicalJson(right)) return undefined;
    const whole: UsageSum = { suite: request.suite, parts: right, isComplete: true };
    const first = stored[items.findIndex(({ sort }) => sort === indexKeys.usageSum(owner, month, id, 0).sort)];
    const writeOf = (part: number): IndexWrite => {
      const key = indexKeys.usageSum(owner, month, id, part);
      const item = items.find(({ sort }) => sort === key.sort);
      const condition = unchanged(item);
      if (part === 0) return { ...key, kind: "put", value: whole, condition };
      if ("ifAbsent" in condition) return { ...key, kind: "check", condition };
      return { ...key, kind: "delete", condition };
    };
    return [
      writeOf(0),
      ...Array.from({ length: itemsOfRuns(runs.length) - 1 }, (_, i) => writeOf(i + 1)),
      ...countWrites(owner, month, first, whole),
    ];
  });
}
