import { indexKeys } from "@medhelm/core/store/index-keys";
import type { Index, Json } from "@medhelm/core/ports";
import { z } from "zod";
import { ReservationName } from "./account.ts";
import { itemsOf } from "./items.ts";

const OpenItem = z.union([
  z.object({ id: z.string(), announcedMs: z.int().exactOptional() }),
  z.object({ reservation: ReservationName, day: z.string().exactOptional() }),
  z.object({ suite: z.string() }),
]);

interface Due {
  readonly dueMs: number;
  /** the sort key of its open item */
  readonly dueKey: string;
}
/** A submission that the sweep must read now. */
export interface DueSubmission extends Due {
  readonly id: string;
  /** when the API announced it; absent after the submission was added to the index */
  readonly announcedMs?: number;
}
/** A reservation that the sweep frees if no submission has followed. */
export interface DueReservation extends Due {
  readonly reservation: ReservationName;
  /** YYYY-MM-DD: the submission's runs are reserved on this day, under the same name */
  readonly day?: string;
}
/** A suite whose lines the sweep compares with its object, because the request that changed it may have been cut off. */
export interface DueSuite extends Due {
  readonly suite: string;
}

/** A reservation or a suite costs a few requests, a submission up to thousands. */
const ITEMS_PER_SUBMISSION = 10;

/**
 * Reads open work that is due, with at most `limit` submissions, those first that have been due for the longest time. It ignores
 * items of a later version. The key of a damaged item still names its submission.
 */
export async function dueWork(
  index: Index,
  nowMs: number,
  limit: number,
): Promise<(DueSubmission | DueReservation | DueSuite)[]> {
  const due: (DueSubmission | DueReservation | DueSuite)[] = [];
  let submissions = 0;
  for await (const { sort, value } of itemsOf(index, indexKeys.openWork(), {
    before: indexKeys.dueBefore(nowMs),
    limit,
  })) {
    const item = OpenItem.safeParse(value).data ?? ofDamaged(sort, value);
    if (item === undefined) continue;
    due.push({ ...item, dueMs: Number.parseInt(sort, 10), dueKey: sort });
    if ("id" in item) submissions++;
    if (submissions === limit || due.length === limit * ITEMS_PER_SUBMISSION) break;
  }
  return due;
}

/** Yields the ids of all open submissions. */
export async function* openSubmissionIds(index: Index): AsyncGenerator<string, undefined> {
  for await (const { sort, value } of itemsOf(index, indexKeys.openWork())) {
    const item = OpenItem.safeParse(value).data ?? ofDamaged(sort, value);
    if (item !== undefined && "id" in item) yield item.id;
  }
  return undefined;
}

/** The submission of an item whose value is lost. Undefined: it is another item, or it is not damaged. */
function ofDamaged(sort: string, value: Json): { readonly id: string } | undefined {
  const id = sort.slice(sort.indexOf("#") + 1);
  return value === null && /^[0-9a-f-]+$/.test(id) ? { id } : undefined;
}

/**
 * Announces a submission to the sweep. The API calls it before it stores the submission's object, so that the sweep
 * completes a submission whose API request was cut off. The sweep forgets the id if no object follows.
 */
export async function noteOpen(index: Index, id: string, dueMs: number, announcedMs = dueMs): Promise<void> {
  await index.write([{ kind: "put", ...indexKeys.openItem(dueMs, id), value: { id, announcedMs } }]);
}

/** A request that changes a suite has ended after this time. */
const SUITE_REQUEST_MS = 5 * 60_000;

/** Announces a change of a suite to the sweep. The API calls it before it changes the object. */
export async function announceSuite(index: Index, suite: string, nowMs: number): Promise<void> {
  const key = indexKeys.openItem(nowMs + SUITE_REQUEST_MS, `suite-${suite}`);
  await index.write([{ ...key, kind: "put", value: { suite } }]);
}

/** Deletes an open item that no record names. */
export async function dropOpenItem(index: Index, { dueKey }: Pick<Due, "dueKey">): Promise<void> {
  await index.write([{ kind: "delete", partition: indexKeys.openWork(), sort: dueKey }]);
}

/** Moves an open item whose submission has no record yet. */
export async function postponeOpenItem(index: Index, due: DueSubmission, dueMs: number): Promise<void> {
  await noteOpen(index, due.id, dueMs, due.announcedMs);
  await dropOpenItem(index, due);
}
