import { entryMicroUsd } from "@medhelm/core/money/ledger-entry";
import { updateJson } from "@medhelm/core/store/update-json";
import { keys } from "@medhelm/core/store/object-keys";
import { getJson } from "@medhelm/core/store/objects";
import type { Clock, ObjectStore } from "@medhelm/core/ports";
import { z } from "zod";
import { readLedger } from "./read-ledger.ts";
import { CONCURRENT_READS, mapBounded } from "../concurrency/map-bounded.ts";

/** A machine's last event may arrive after the end of a submission's last run. */
const SETTLED_AFTER_MS = 3_600_000;
/** No API request lasts this long: an older reservation without a submission is abandoned. */
const ABANDONED_AFTER_MS = 3_600_000;

/** owners/<owner>/dollars/<month>.json: the account of one owner and month, with one entry for each reservation. */
export const Account = z.object({
  formatVersion: z.literal(1),
  submissions: z.record(
    /** name of the reservation, which a repeated request repeats */
    z.string(),
    z.object({
      /** the reserved amount; the cost when `isSettled` */
      microUsd: z.int().nonnegative(),
      /** time of the reservation */
      at: z.string().exactOptional(),
      /** the submission; absent until it is stored */
      id: z.string().exactOptional(),
      isSettled: z.boolean().exactOptional(),
    }),
  ),
});
type Account = z.infer<typeof Account>;
type Entry = Account["submissions"][string];

export interface OwnerAccountPorts {
  readonly objects: ObjectStore;
  readonly clock: Pick<Clock, "nowMs">;
}

/**
 * Adds up an owner's account of one month in whole millionths of a dollar: the reservations of running submissions, and the ledger's
 * charges of ended ones.
 */
export async function accountedMicroUsd(ports: OwnerAccountPorts, owner: string, month: string): Promise<number> {
  const account = await getJson(ports.objects, keys.dollars(owner, month), Account);
  const entries = await mapBounded(Object.values(account?.submissions ?? {}), CONCURRENT_READS, (entry) =>
    settled(ports, owner, month, entry),
  );
  return entries.reduce((sum, entry) => sum + (entry?.microUsd ?? 0), 0);
}

/**
 * Reserves an amount in the owner's account of the month. Repeating a `reservation` reserves nothing more. A conditional put keeps the
 * total within `limitMicroUsd`. If the rest is too small, it reserves nothing and returns the rest.
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
  const before = await getJson(objects, key, Account);
  const known = new Map<string, Entry>();
  const abandoned = new Set<string>();
  for (const [name, entry] of Object.entries(before?.submissions ?? {})) {
    const now = await settled(ports, owner, month, entry);
    if (now === undefined) abandoned.add(name);
    else known.set(name, now);
  }
  let leftMicroUsd = 0;
  let fits = true;
  await updateJson(objects, key, Account, (account): Account | undefined => {
    const submissions = { ...account?.submissions };
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

/** Binds a reservation to its stored submission. */
export async function bindReservation(
  { objects }: OwnerAccountPorts,
  owner: string,
  month: string,
  reservation: string,
  id: string,
): Promise<void> {
  await updateJson(objects, keys.dollars(owner, month), Account, (account) => {
    const entry = account?.submissions[reservation];
    if (account === undefined || entry === undefined || entry.id !== undefined) return undefined;
    return { ...account, submissions: { ...account.submissions, [reservation]: { ...entry, id } } };
  });
}

/** Frees a reservation that did not become a submission. */
export async function releaseReservation(
  { objects }: OwnerAccountPorts,
  owner: string,
  month: string,
  reservation: string,
): Promise<void> {
  await updateJson(objects, keys.dollars(owner, month), Account, (account) => {
    if (account?.submissions[reservation] === undefined || account.submissions[reservation].id !== undefined)
      return undefined;
    const submissions = Object.fromEntries(
      Object.entries(account.submissions).filter(([name]) => name !== reservation),
    );
    return { ...account, submissions };
  });
}

/** Updates an entry from its submission: the ledger's charges if it has ended. Undefined: the reservation is abandoned. */
async function settled(
  { objects, clock }: OwnerAccountPorts,
  owner: string,
  month: string,
  entry: Entry,
): Promise<Entry | undefined> {
  if (entry.isSettled === true) return entry;
  const isOld = entry.at !== undefined && clock.nowMs() - Date.parse(entry.at) > ABANDONED_AFTER_MS;
  if (entry.id === undefined) return isOld ? undefined : entry;
  const done = await objects.head(keys.submissionDone(entry.id));
  if (done === undefined) {
    const isThere = !isOld || (await objects.head(keys.submission(entry.id))) !== undefined;
    return isThere ? entry : undefined;
  }
  const charges = await readLedger(objects, owner, month, entry.id);
  const microUsd = charges.reduce((sum, charge) => sum + entryMicroUsd(charge), 0);
  return {
    ...entry,
    microUsd,
    ...(done.storeNowMs - done.lastModifiedMs > SETTLED_AFTER_MS ? { isSettled: true } : {}),
  };
}
