import { keys } from "@medhelm/core/store/object-keys";
import { TooManyWriters, updateJson } from "@medhelm/core/store/update-json";
import type { Clock, ObjectStore } from "@medhelm/core/ports";
import { z } from "zod";
import { Refusal } from "./problem.ts";

/** owners/<owner>/quota.json: runs that the owner's submissions reserved on one day. */
export const Used = z.object({
  formatVersion: z.literal(1),
  /** YYYY-MM-DD, UTC */
  day: z.string(),
  /** runs, by reservation */
  runs: z.record(z.string(), z.int()),
});
type Used = z.infer<typeof Used>;

export interface RunQuotaPorts {
  readonly objects: ObjectStore;
  readonly clock: Pick<Clock, "nowMs">;
}

/**
 * Reserves `count` runs of the owner's daily quota. Repeating a `reservation` reserves nothing more. Conditional puts keep the total
 * within `perDay`, even if submissions race.
 * @throws Refusal "over-quota"; nothing is reserved then
 */
export async function reserveRuns(
  { objects, clock }: RunQuotaPorts,
  owner: string,
  reservation: string,
  count: number,
  perDay: number,
): Promise<void> {
  await change(objects, clock, owner, (runs) => {
    if (Object.hasOwn(runs, reservation)) return undefined;
    const taken = Object.values(runs).reduce((sum, n) => sum + n, 0);
    if (taken + count > perDay)
      throw new Refusal(
        "over-quota",
        `${taken} of today's ${perDay} runs are taken, and this submission has ${count}; the day ends at 00:00 UTC.`,
        undefined,
        secondsToMidnight(clock.nowMs()),
      );
    return { ...runs, [reservation]: count };
  });
}

/** Frees the runs of a reservation that did not become a submission. */
export async function releaseRuns(
  { objects, clock }: RunQuotaPorts,
  owner: string,
  reservation: string,
): Promise<void> {
  await change(objects, clock, owner, (runs) =>
    Object.hasOwn(runs, reservation)
      ? Object.fromEntries(Object.entries(runs).filter(([name]) => name !== reservation))
      : undefined,
  );
}

/** `next` returns the day's new runs, or undefined to keep them. */
async function change(
  objects: ObjectStore,
  clock: Pick<Clock, "nowMs">,
  owner: string,
  next: (runs: Used["runs"]) => Used["runs"] | undefined,
): Promise<void> {
  const key = keys.quota(owner);
  await updateJson(objects, key, Used, (before): Used | undefined => {
    const today = new Date(clock.nowMs()).toISOString().slice(0, 10);
    // The day never goes back: near midnight two machines may disagree, and each would reset the other's count.
    const day = before !== undefined && before.day > today ? before.day : today;
    const runs = next(before?.day === day ? before.runs : {});
    return runs === undefined ? undefined : { formatVersion: 1, day, runs };
  }).catch((error: unknown) => {
    if (!(error instanceof TooManyWriters)) throw error;
    throw new Refusal("rate-limited", "Too many submissions at once; send this one again.", undefined, 1);
  });
}

const DAY_MS = 86_400_000;
const secondsToMidnight = (nowMs: number): number => Math.ceil((DAY_MS - (nowMs % DAY_MS)) / 1000);
