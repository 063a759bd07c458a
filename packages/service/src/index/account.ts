import { microUsdUp } from "@medhelm/core/money/micro-usd";
import { entryMicroUsd, monthOf } from "@medhelm/core/money/ledger-entry";
import type { Clock, Index, IndexItem, ObjectStore } from "@medhelm/core/ports";
import { indexKeys } from "@medhelm/core/store/index-keys";
import { keys } from "@medhelm/core/store/object-keys";
import { keepUnknown } from "@medhelm/core/store/objects";
import type { StoredSubmission } from "@medhelm/core/submission";
import { z } from "zod";
import { countOf, parseItem, unchanged, writePlanned } from "./items.ts";
import { releaseRunsWrites } from "./quota.ts";
import { usageEntries } from "./usage.ts";

/** No API request lasts this long: an older reservation without a submission is abandoned. */
const ABANDONED_AFTER_MS = 3_600_000;

/** One reservation in the account of an owner and month. The account's total is the sum of its reservations. */
const Reservation = z.object({
  /** the reserved amount; the cost when `isSettled` */
  microUsd: z.int().nonnegative(),
  /** the submission; absent until the API stores it */
  id: z.string().exactOptional(),
  /** the submission has ended: each later charge changes the amount */
  isSettled: z.boolean().exactOptional(),
});

export const ReservationName = z.object({ owner: z.string(), month: z.string(), name: z.string() });
/** `name`: of the reservation, which a repeated request repeats. */
export type ReservationName = z.infer<typeof ReservationName>;

export interface AccountPorts {
  readonly index: Index;
  readonly clock: Pick<Clock, "nowMs">;
}

const keyOf = ({ owner, month, name }: ReservationName) => indexKeys.dollarReservation(owner, month, name);

/**
 * Reads the sum of an owner's account of one month in whole millionths of a dollar: reservations of running submissions, and charges of ended ones.
 */
export const accountedMicroUsd = (index: Index, owner: string, month: string): Promise<number> =>
  countOf(index, indexKeys.dollarTotal(owner, month));

/**
 * Reserves an amount in the owner's account of the month. Repeating a reservation reserves nothing more. One transaction keeps the total
 * within `limitMicroUsd`. If the rest is too small, it reserves nothing and returns the rest.
 * The sweep frees it after an hour if no submission follows.
 */
export async function reserveInAccount(
  { index, clock }: AccountPorts,
  reservation: ReservationName,
  wanted: {
    readonly microUsd: number;
    readonly limitMicroUsd: number;
    /** YYYY-MM-DD: the submission's runs are reserved on this day, under the same name */
    readonly day?: string;
  },
): Promise<{ readonly fits: true } | { readonly fits: false; readonly leftMicroUsd: number }> {
  const { microUsd, limitMicroUsd, day } = wanted;
  const total = indexKeys.dollarTotal(reservation.owner, reservation.month);
  const nowMs = clock.nowMs();
  const result = await index.write([
    { ...total, kind: "add", amount: microUsd, atMost: limitMicroUsd },
    { ...keyOf(reservation), kind: "put", value: { microUsd }, condition: { ifAbsent: true } },
    {
      ...indexKeys.openItem(nowMs + ABANDONED_AFTER_MS, `reservation-${reservation.name}`),
      kind: "put",
      value: { reservation, ...(day === undefined ? {} : { day }) },
    },
  ]);
  if (result.outcome === "written" || result.failed.includes(1)) return { fits: true };
  return { fits: false, leftMicroUsd: Math.max(0, limitMicroUsd - (await countOf(index, total))) };
}

/** The reservation with the fields of a later version, which a change keeps. */
const storedIn = (item: IndexItem): z.infer<typeof Reservation> =>
  keepUnknown(item.value, parseItem(item, Reservation));

/** Binds a reservation to its submission, before the submission is stored. */
export async function bindReservation(index: Index, reservation: ReservationName, id: string): Promise<void> {
  const key = keyOf(reservation);
  await writePlanned(index, async () => {
    const item = await index.get(key);
    const stored = item && storedIn(item);
    if (stored === undefined || stored.id !== undefined) return undefined;
    return [{ ...key, kind: "put", value: { ...stored, id }, condition: unchanged(item) }];
  });
}

/** Frees a reservation that did not become a submission. */
export const releaseReservation = (index: Index, reservation: ReservationName): Promise<void> =>
  release(index, reservation, async (id) => id === undefined);

/**
 * Frees a reservation whose submission the API did not store, and the runs that it reserved on `day`. The sweep calls it when no API request
 * can still work on it.
 */
export const freeReservation = (
  { objects, index }: { readonly objects: ObjectStore; readonly index: Index },
  reservation: ReservationName,
  day?: string,
): Promise<void> =>
  release(
    index,
    reservation,
    async (id) => id === undefined || (await objects.head(keys.submission(id))) === undefined,
    day,
  );

async function release(
  index: Index,
  reservation: ReservationName,
  isFree: (id: string | undefined) => Promise<boolean>,
  day?: string,
): Promise<void> {
  const { owner, month, name } = reservation;
  const key = keyOf(reservation);
  await writePlanned(index, async () => {
    const item = await index.get(key);
    if (item === undefined) return undefined;
    const { microUsd, id } = storedIn(item);
    if (!(await isFree(id))) return undefined;
    return [
      { ...key, kind: "delete", condition: { ifRevision: item.revision } },
      { ...indexKeys.dollarTotal(owner, month), kind: "add", amount: -microUsd },
      ...((day === undefined ? undefined : await releaseRunsWrites(index, owner, day, name)) ?? []),
    ];
  });
}

/** The part of a submission that its account reads. */
export type Accounted = Pick<StoredSubmission, "id" | "owner" | "createdAt" | "limitUsd" | "reservation">;

/** Rebuilds the reservation of a stored submission, for `medhelm reindex`; an ended submission is settled afterwards. Safe to repeat. */
export async function restoreReservation(index: Index, submission: Accounted): Promise<void> {
  const reservation = reservationOf(submission);
  if (reservation === undefined) return;
  const microUsd = microUsdUp(submission.limitUsd ?? 0);
  // without an open item: the submission is stored, so nothing can be abandoned
  await index.write([
    { ...indexKeys.dollarTotal(reservation.owner, reservation.month), kind: "add", amount: microUsd },
    { ...keyOf(reservation), kind: "put", value: { microUsd, id: submission.id }, condition: { ifAbsent: true } },
  ]);
  await bindReservation(index, reservation, submission.id);
}

/**
 * Replaces the reservation of an ended submission by its charges in the index. Safe to repeat: a later charge changes the amount. It does
 * nothing if nothing was reserved.
 */
export async function settleSubmission(index: Index, submission: Accounted): Promise<void> {
  const reservation = reservationOf(submission);
  if (reservation === undefined) return;
  const key = keyOf(reservation);
  // The mark precedes the sum: a process that records a charge after the sum was read finds the mark, and settles again.
  await writePlanned(index, async () => {
    const item = await index.get(key);
    const stored = item && storedIn(item);
    if (stored === undefined || stored.isSettled === true) return undefined;
    return [{ ...key, kind: "put", value: { ...stored, isSettled: true }, condition: unchanged(item) }];
  });
  await writePlanned(index, async () => {
    const item = await index.get(key);
    if (item === undefined) return undefined;
    const stored = storedIn(item);
    let microUsd = 0;
    for await (const entry of usageEntries(index, reservation.owner, reservation.month, submission.id))
      microUsd += entryMicroUsd(entry);
    if (microUsd === stored.microUsd) return undefined;
    return [
      { ...key, kind: "put", value: { ...stored, microUsd }, condition: unchanged(item) },
      {
        ...indexKeys.dollarTotal(reservation.owner, reservation.month),
        kind: "add",
        amount: microUsd - stored.microUsd,
      },
    ];
  });
}

/** After a new charge: changes the amount of a reservation that was settled before. */
export async function settleLateCharge(index: Index, submission: Accounted): Promise<void> {
  const reservation = reservationOf(submission);
  const item = reservation && (await index.get(keyOf(reservation)));
  if (item !== undefined && storedIn(item).isSettled === true) await settleSubmission(index, submission);
}

/** Submissions older than the index name no reservation; `medhelm reindex` reserves under the id. */
const reservationOf = ({ id, owner, createdAt, limitUsd, reservation = id }: Accounted): ReservationName | undefined =>
  limitUsd === undefined ? undefined : { owner, month: monthOf(createdAt), name: reservation };
