import { entryMicroUsd } from "@medhelm/core/money/ledger-entry";
import { updateJson } from "@medhelm/core/store/update-json";
import { keys } from "@medhelm/core/store/object-keys";
import { getJson } from "@medhelm/core/store/objects";
import type { Clock, ObjectStore } from "@medhelm/core/ports";
import { z } from "zod";
import { readLedger } from "./read-ledger.ts";

/** A machine's last event may come after a submission's last run. */
const SETTLED_AFTER_MS = 3_600_000;
/** No request lasts as long: what was set aside and never became a submission is nobody's then. */
const ABANDONED_AFTER_MS = 3_600_000;

/** owners/<owner>/dollars/<month>.json */
const Dollars = z.object({
  formatVersion: z.literal(1),
  submissions: z.record(
    /** by what a repeated request repeats */
    z.string(),
    z.object({
      /** allowed in advance; what it cost, once `isSettled` */
      microUsd: z.int().nonnegative(),
      /** when it was set aside */
      at: z.string().exactOptional(),
      /** absent: not stored yet */
      id: z.string().exactOptional(),
      isSettled: z.boolean().exactOptional(),
    }),
  ),
});
type Dollars = z.infer<typeof Dollars>;
type Share = Dollars["submissions"][string];

export interface OwnerAccountPorts {
  readonly objects: ObjectStore;
  readonly clock: Pick<Clock, "nowMs">;
}

/**
 * Whole millionths of a dollar that the month's submissions of an owner hold: what they were allowed while they go on, what the
 * ledger says once they have ended.
 */
export async function accountedMicroUsd(ports: OwnerAccountPorts, owner: string, month: string): Promise<number> {
  const dollars = await getJson(ports.objects, keys.dollars(owner, month), Dollars);
  const shares = await Promise.all(
    Object.values(dollars?.submissions ?? {}).map((share) => settled(ports, owner, month, share)),
  );
  return shares.reduce((sum, share) => sum + (share?.microUsd ?? 0), 0);
}

/**
 * Sets a submission's dollars aside, once for each `reservation`, and never beyond `limitMicroUsd` (If-Match). Gives what was left
 * before it where that is too little: nothing is set aside then.
 */
export async function reserveInAccount(
  ports: OwnerAccountPorts,
  owner: string,
  month: string,
  wanted: { readonly reservation: string; readonly microUsd: number; readonly limitMicroUsd: number },
): Promise<{ readonly fits: true } | { readonly fits: false; readonly leftMicroUsd: number }> {
  const { objects, clock } = ports;
  const key = keys.dollars(owner, month);
  const at = new Date(clock.nowMs()).toISOString();
  const before = await getJson(objects, key, Dollars);
  const known = new Map<string, Share>();
  const abandoned = new Set<string>();
  for (const [name, share] of Object.entries(before?.submissions ?? {})) {
    const now = await settled(ports, owner, month, share);
    if (now === undefined) abandoned.add(name);
    else known.set(name, now);
  }
  let leftMicroUsd = 0;
  let fits = true;
  await updateJson(objects, key, Dollars, (there): Dollars | undefined => {
    const submissions = { ...there?.submissions };
    for (const [name, now] of Object.entries(submissions)) {
      const isSame = now.at === before?.submissions[name]?.at && now.id === before?.submissions[name]?.id;
      if (abandoned.has(name) && isSame) delete submissions[name];
      else if (now.isSettled !== true) submissions[name] = { ...now, ...known.get(name) };
    }
    fits = true;
    if (Object.hasOwn(submissions, wanted.reservation)) return undefined;
    const taken = Object.values(submissions).reduce((sum, { microUsd }) => sum + microUsd, 0);
    leftMicroUsd = Math.max(0, wanted.limitMicroUsd - taken);
    fits = wanted.microUsd <= leftMicroUsd;
    if (!fits) return undefined;
    return {
      formatVersion: 1,
      submissions: { ...submissions, [wanted.reservation]: { microUsd: wanted.microUsd, at } },
    };
  });
  return fits ? { fits } : { fits, leftMicroUsd };
}

/** Says which submission a reservation became. */
export async function bindReservation(
  { objects }: OwnerAccountPorts,
  owner: string,
  month: string,
  reservation: string,
  id: string,
): Promise<void> {
  await updateJson(objects, keys.dollars(owner, month), Dollars, (there) => {
    const share = there?.submissions[reservation];
    if (there === undefined || share === undefined || share.id !== undefined) return undefined;
    return { ...there, submissions: { ...there.submissions, [reservation]: { ...share, id } } };
  });
}

/** Gives back what a submission was allowed that came to nothing. */
export async function releaseReservation(
  { objects }: OwnerAccountPorts,
  owner: string,
  month: string,
  reservation: string,
): Promise<void> {
  await updateJson(objects, keys.dollars(owner, month), Dollars, (there) => {
    if (there?.submissions[reservation] === undefined || there.submissions[reservation].id !== undefined)
      return undefined;
    const submissions = Object.fromEntries(Object.entries(there.submissions).filter(([name]) => name !== reservation));
    return { ...there, submissions };
  });
}

/** As its submission stands now; undefined: no submission came of it, and none will. */
async function settled(
  { objects, clock }: OwnerAccountPorts,
  owner: string,
  month: string,
  share: Share,
): Promise<Share | undefined> {
  if (share.isSettled === true) return share;
  const isOld = share.at !== undefined && clock.nowMs() - Date.parse(share.at) > ABANDONED_AFTER_MS;
  if (share.id === undefined) return isOld ? undefined : share;
  const done = await objects.head(keys.submissionDone(share.id));
  if (done === undefined) {
    const isThere = !isOld || (await objects.head(keys.submission(share.id))) !== undefined;
    return isThere ? share : undefined;
  }
  const entries = await readLedger(objects, owner, month, share.id);
  const microUsd = entries.reduce((sum, entry) => sum + entryMicroUsd(entry), 0);
  return {
    ...share,
    microUsd,
    ...(done.storeNowMs - done.lastModifiedMs > SETTLED_AFTER_MS ? { isSettled: true } : {}),
  };
}
