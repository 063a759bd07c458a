import type { Clock, Index } from "@medhelm/core/ports";
import { indexKeys } from "@medhelm/core/store/index-keys";
import { z } from "zod";
import { Refusal } from "../api/refusal.ts";
import { countOf, type IndexWrites, writePlanned, parseItem } from "./items.ts";

const DAY_MS = 86_400_000;
/** A reservation is kept as long as a client may repeat its request. */
const KEPT_S = 3 * 86_400;

const Reserved = z.object({ runs: z.int() });

export interface RunQuotaPorts {
  readonly index: Index;
  readonly clock: Pick<Clock, "nowMs">;
}

/**
 * Reserves `count` runs of the owner's daily quota. Repeating a `reservation` on the same day reserves nothing more. One transaction keeps
 * the total within `perDay`, even if submissions race.
 * @returns the day (YYYY-MM-DD, UTC), for `releaseRuns`
 * @throws Refusal "over-quota"; nothing is reserved then
 */
export async function reserveRuns(
  { index, clock }: RunQuotaPorts,
  owner: string,
  reservation: string,
  count: number,
  perDay: number,
): Promise<string> {
  const nowMs = clock.nowMs();
  const day = new Date(nowMs).toISOString().slice(0, 10);
  const counter = indexKeys.runQuota(owner, day);
  const result = await index.write([
    { ...counter, kind: "add", amount: count, atMost: perDay },
    {
      ...indexKeys.runReservation(owner, day, reservation),
      kind: "put",
      value: { runs: count },
      condition: { ifAbsent: true },
      expiresAtS: Math.ceil(nowMs / 1000) + KEPT_S,
    },
  ]);
  if (result.outcome === "written" || result.failed.includes(1)) return day;
  throw new Refusal(
    "over-quota",
    `${await countOf(index, counter)} of today's ${perDay} runs are taken, and this submission has ${count}; the day ends at 00:00 UTC.`,
    undefined,
    Math.ceil((DAY_MS - (nowMs % DAY_MS)) / 1000),
  );
}

/** Frees the runs of a reservation that did not become a submission. */
export const releaseRuns = (index: Index, owner: string, day: string, reservation: string): Promise<void> =>
  writePlanned(index, () => releaseRunsWrites(index, owner, day, reservation));

/** The writes of `releaseRuns`; undefined if nothing is reserved. */
export async function releaseRunsWrites(
  index: Index,
  owner: string,
  day: string,
  reservation: string,
): Promise<IndexWrites | undefined> {
  const key = indexKeys.runReservation(owner, day, reservation);
  const item = await index.get(key);
  if (item === undefined) return undefined;
  const { runs } = parseItem(item, Reserved);
  return [
    { ...key, kind: "delete", condition: { ifRevision: item.revision } },
    { ...indexKeys.runQuota(owner, day), kind: "add", amount: -runs },
  ];
}
