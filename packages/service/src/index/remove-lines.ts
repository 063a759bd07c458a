import { indexKeys } from "@medhelm/core/store/index-keys";
import { collect } from "@medhelm/core/run/collect";
import { keys } from "@medhelm/core/store/object-keys";
import type { Index, IndexItem, IndexKey, ObjectStore } from "@medhelm/core/ports";
import { itemsOf, parseItem } from "./items.ts";
import { dropRelease, ReleaseLine } from "./releases.ts";
import { SubmissionLine, SubmissionRecord } from "./submission-record.ts";
import { runKeysOf, SuiteLine } from "./suites.ts";

interface Ports {
  readonly objects: ObjectStore;
  readonly index: Index;
}

/** A list of the index. Each of its lines follows from an object. */
interface List {
  readonly partition: string;
  /** The object of a line, which is written before the line. */
  keyOf(name: string): string;
  /** The object that ends what a line names. Undefined: it has not ended. */
  endOf?(line: IndexItem): string | undefined;
  remove(index: Index, line: IndexItem): Promise<void>;
}

const LISTS: readonly List[] = [
  { partition: indexKeys.allSuites(), keyOf: keys.suite, remove: removeSuite },
  { partition: indexKeys.allReleases(), keyOf: keys.releaseRequest, endOf: endOfSite, remove: removeRelease },
  { partition: indexKeys.allSubmissions(), keyOf: keys.submission, remove: removeSubmission },
];

interface Line {
  readonly name: string;
  /** of its object */
  readonly key: string;
  /** The list continues after this name. */
  readonly after: string;
}

/** The name of a line: the number of its list, and its sort key. */
const nameOf = (list: number, sort: string): string => `${list} ${sort}`;
const placeOf = (name: string) => ({ list: Number.parseInt(name, 10), sort: name.slice(name.indexOf(" ") + 1) });

/** Yields the lines of all lists behind `after`. */
export async function* listedLines(index: Index, after = nameOf(0, "")): AsyncGenerator<Line, undefined> {
  const start = placeOf(after);
  for (const [i, { partition, keyOf }] of LISTS.entries()) {
    if (i < start.list) continue;
    const query = i === start.list && start.sort !== "" ? { after: start.sort } : {};
    for await (const { sort } of itemsOf(index, partition, query))
      yield { name: nameOf(i, sort), key: keyOf(sort), after: nameOf(i, sort) };
  }
  return undefined;
}

/** Yields the keys of the objects that the lists name, and of the ends of published sites, that the store does not have. */
export async function* missingObjects({ objects, index }: Ports): AsyncGenerator<string, undefined> {
  for (const { partition, keyOf, endOf } of LISTS)
    for await (const line of itemsOf(index, partition))
      for (const key of [keyOf(line.sort), endOf?.(line)])
        if (key !== undefined && (await objects.head(key)) === undefined) yield key;
  return undefined;
}

function endOfSite({ sort: release, value }: IndexItem): string | undefined {
  return ReleaseLine.safeParse(value).data?.status.state === "published" ? keys.sitePublished(release) : undefined;
}

/** Removes a line, and the records that belong to it, if its object was deleted. `name`: from `listedLines`. Returns whether it was. */
export async function removeIfGone({ objects, index }: Ports, name: string): Promise<boolean> {
  const { list: i, sort } = placeOf(name);
  const list = LISTS[i];
  if (list === undefined || (await objects.head(list.keyOf(sort))) !== undefined) return false;
  const line = await index.get({ partition: list.partition, sort });
  if (line !== undefined) await list.remove(index, line);
  return line !== undefined;
}

/** Removes a submission without an object from the index, for the sweep. */
export const removeGoneSubmission = (ports: Ports, id: string): Promise<boolean> =>
  removeIfGone(ports, nameOf(LISTS.length - 1, id));

/** Deletes items if the line is as it was read: since then, a request may have stored the object again. */
async function deleteAll(index: Index, { partition, sort, revision }: IndexItem, more: readonly IndexKey[]) {
  await index.write([
    { kind: "delete", partition, sort, condition: { ifRevision: revision } },
    ...more.map((key) => ({ kind: "delete" as const, partition: key.partition, sort: key.sort })),
  ]);
}

function removeSuite(index: Index, line: IndexItem): Promise<void> {
  return deleteAll(index, line, [indexKeys.ownSuite(parseItem(line, SuiteLine).owner, line.sort)]);
}

function removeRelease(index: Index, { sort, revision }: IndexItem): Promise<void> {
  return dropRelease(index, sort, undefined, revision);
}

const DELETES_AT_ONCE = 90;

/** Removes a submission from the index: its lines last, so that a call that was cut off is repeated. Its charges stay. */
async function removeSubmission(index: Index, line: IndexItem): Promise<void> {
  const id = line.sort;
  const { owner, suite } = parseItem(line, SubmissionLine);
  const states: IndexItem[] = [];
  let due: IndexKey[] = [];
  for await (const item of itemsOf(index, indexKeys.submission(id)))
    if (item.sort !== indexKeys.submissionMeta(id).sort) states.push(item);
    else due = openItemOf(parseItem(item, SubmissionRecord));
  const runs = await collect(itemsOf(index, indexKeys.suiteSubmissions(suite), { prefix: `${id}/` }));
  const first = [...states, ...runKeysOf(suite, id, runs)];
  for (let at = 0; at < first.length; at += DELETES_AT_ONCE) {
    const [one, ...others] = first.slice(at, at + DELETES_AT_ONCE).map(({ partition, sort }) => ({
      kind: "delete" as const,
      partition,
      sort,
    }));
    if (one !== undefined) await index.write([one, ...others]);
  }
  await deleteAll(index, line, [indexKeys.ownSubmission(owner, id), indexKeys.submissionMeta(id), ...runs, ...due]);
}

const openItemOf = ({ dueKey }: SubmissionRecord): IndexKey[] =>
  dueKey === undefined ? [] : [{ partition: indexKeys.openWork(), sort: dueKey }];
