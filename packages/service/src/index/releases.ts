import type { Index, IndexKey, IndexWrite, Json, ObjectStore } from "@medhelm/core/ports";
import { ReleaseFailure, StoredRelease } from "@medhelm/core/release/release-request";
import { indexKeys } from "@medhelm/core/store/index-keys";
import { keys } from "@medhelm/core/store/object-keys";
import { getJson, UnreadableObject } from "@medhelm/core/store/objects";
import { z } from "zod";
import { isBuilt } from "../release/release-plan.ts";
import { requestId } from "../release/request-id.ts";
import { isItem, itemsOf, unchanged, writePlanned, parseItem } from "./items.ts";

/** built: the release files exist; published: the site has its pages too */
export const ReleaseState = z.discriminatedUnion("state", [
  z.object({ state: z.literal("queued") }),
  z.object({ state: z.literal("built") }),
  z.object({ state: z.literal("published") }),
  z.object({ state: z.literal("failed"), reason: z.string() }),
]);
export type ReleaseState = z.infer<typeof ReleaseState>;

/** A line of the list of releases. */
export const ReleaseLine = StoredRelease.pick({ owner: true, createdAt: true, request: true }).extend({
  status: ReleaseState,
});
export type ReleaseLine = z.infer<typeof ReleaseLine>;

/** A reason lists names, and an item of the index is small. */
const MAX_REASON_LENGTH = 10_000;

export interface ReleaseIndexPorts {
  readonly objects: ObjectStore;
  /** Absent: nothing is listed, and the function does nothing. */
  readonly index?: Index;
}

/**
 * Updates a release's lines in the index from its stored objects. The API, the
 * release function, the site job and the failure handler call it after they change these objects. Repeated and concurrent calls are safe.
 * @param isRebuilt the lines are written although the first of them is as it should be, because another may be lost or damaged
 * @returns the line; undefined if nobody has requested this release over the API
 */
export async function refreshRelease(
  { objects, index }: ReleaseIndexPorts,
  release: string,
  isRebuilt = false,
): Promise<ReleaseLine | undefined> {
  if (index === undefined) return undefined;
  let line: Line | undefined;
  await writePlanned(index, async () => {
    const found = await index.getAll([indexKeys.allRelease(release), indexKeys.openRelease(release)]);
    const before = found.find(({ partition }) => partition === indexKeys.allReleases());
    const wasOpen = found.length > (before === undefined ? 0 : 1);
    line = await lineNow(objects, release, before && parseItem(before, ReleaseLine));
    if (line === undefined) return undefined;
    const isOpen = line.status.state === "queued" || line.status.state === "built";
    const { owner, request } = line;
    if (!isRebuilt && isItem(before, line) && wasOpen === isOpen) return undefined;
    return [
      { ...indexKeys.allRelease(release), kind: "put", value: line, condition: unchanged(before) },
      { ...indexKeys.ownRelease(owner, release), kind: "put", value: line },
      putIf(request.publish, indexKeys.publishedRelease(release), line),
      putIf(isOpen, indexKeys.openRelease(release), {}),
    ];
  });
  return line;
}

/** The line as the objects show it. `before`: the stored line, of which only the state changes if an object cannot be read. */
async function lineNow(
  objects: ObjectStore,
  release: string,
  before: ReleaseLine | undefined,
): Promise<Line | undefined> {
  try {
    const stored = await getJson(objects, keys.releaseRequest(release), StoredRelease);
    return stored && lineOf(stored, await releaseState(objects, stored));
  } catch (error) {
    if (!(error instanceof UnreadableObject) || before === undefined) throw error;
    return lineOf(before, { state: "failed", reason: unreadableRelease(error) });
  }
}

/** A sentence for the owner of a release about an object that cannot be read. */
export const unreadableRelease = ({ message }: UnreadableObject): string =>
  `${message}; the release continues after the operator of this service has repaired the object and run medhelm reindex`;

type Line = ReturnType<typeof lineOf>;

function lineOf(
  { owner, createdAt, request }: Pick<StoredRelease, "owner" | "createdAt" | "request">,
  status: ReleaseState,
) {
  const { schema, ...rest } = request;
  return { owner, createdAt, request: { ...rest, ...(schema === undefined ? {} : { schema }) }, status };
}

const putIf = (isWanted: boolean, key: IndexKey, value: Json): IndexWrite =>
  isWanted ? { ...key, kind: "put", value } : { ...key, kind: "delete" };

/** The announcement of a request; the item of a stored request has no time. */
const Announced = z.object({ atMs: z.int() });
/** No API request lasts this long: an announced release without an object was never stored. */
const ABANDONED_AFTER_MS = 3_600_000;

/** Announces a release to the sweep. The API calls it before it stores the request, so that the sweep finds a request that was cut off. */
export async function announceRelease(index: Index, release: string, nowMs: number): Promise<void> {
  const key = indexKeys.openRelease(release);
  await index.write([{ ...key, kind: "put", value: { atMs: nowMs }, condition: { ifAbsent: true } }]);
}

/** Deletes the announcement of a release whose request was never stored. */
export async function dropAbandonedRelease(index: Index | undefined, release: string, nowMs: number): Promise<void> {
  const item = await index?.get(indexKeys.openRelease(release));
  const announced = Announced.safeParse(item?.value);
  if (index === undefined || item === undefined || !announced.success) return;
  if (nowMs - announced.data.atMs <= ABANDONED_AFTER_MS) return;
  const condition = { ifRevision: item.revision };
  await index.write([{ ...indexKeys.openRelease(release), kind: "delete", condition }]);
}

/** Whether the index lists a release. */
export const hasRelease = async (index: Index, release: string): Promise<boolean> =>
  (await index.get(indexKeys.allRelease(release))) !== undefined;

/**
 * Deletes the lines of a release that the operator withdraws, or whose request was deleted. `owner`: of its request, if the request still
 * exists. `revision`: of the line; another one is kept.
 */
export async function dropRelease(
  index: Index,
  release: string,
  owner: string | undefined,
  revision?: string,
): Promise<void> {
  await writePlanned(index, async () => {
    const line = await index.get(indexKeys.allRelease(release));
    if (revision !== undefined && line?.revision !== revision) return undefined;
    const condition = revision === undefined ? {} : { condition: { ifRevision: revision } };
    const of = owner ?? (line && parseItem(line, ReleaseLine).owner);
    return [
      { ...indexKeys.allRelease(release), kind: "delete", ...condition },
      { ...indexKeys.publishedRelease(release), kind: "delete" },
      { ...indexKeys.openRelease(release), kind: "delete" },
      ...(of === undefined ? [] : [{ ...indexKeys.ownRelease(of, release), kind: "delete" as const }]),
    ];
  });
}

/** Yields the requested releases that have no site yet and have not failed. `prefix`: only names that begin with it. */
export async function* openReleases(index: Index, prefix = ""): AsyncGenerator<string, undefined> {
  const query = prefix === "" ? {} : { prefix };
  for await (const { sort } of itemsOf(index, indexKeys.openReleases(), query)) yield sort;
  return undefined;
}

/** Derives the state from the stored objects, like a run's state. */
export async function releaseState(objects: ObjectStore, stored: StoredRelease): Promise<ReleaseState> {
  const { name } = stored.request;
  if ((await objects.head(keys.sitePublished(name))) !== undefined) return { state: "published" };
  const failure = await getJson(objects, keys.releaseFailed(name), ReleaseFailure);
  const hasFiles = await isBuilt(objects, stored);
  if (failure === undefined || !isOf(failure, stored, hasFiles)) return { state: hasFiles ? "built" : "queued" };
  return { state: "failed", reason: failure.reason.slice(0, MAX_REASON_LENGTH) };
}

const isOf = ({ step, request }: ReleaseFailure, stored: StoredRelease, hasFiles: boolean): boolean =>
  (request === undefined || request === requestId(stored)) && !(step === "build" && hasFiles);
