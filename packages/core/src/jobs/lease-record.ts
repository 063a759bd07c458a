import { z } from "zod";
import type { ObjectStore, StoredObject } from "../ports.ts";
import { raisedInt } from "../store/raised-int.ts";
import { recordText } from "../store/record-text.ts";
import { orDamaged, parseJson } from "../store/objects.ts";

/** The process that holds a lease. */
export const Holder = z.object({ host: z.string(), pid: z.int(), startedAt: z.string() });
export type Holder = z.infer<typeof Holder>;

/** lease.json: a run's writer, or its last writer. */
export const LeaseRecord = z.object({
  formatVersion: z.literal(1),
  nonce: z.string(),
  /** Increases each time that a worker acquires the lease. Readers ignore what a worker of a lower term reports. */
  term: raisedInt.default(0),
  /** the submission that the holder works for */
  submission: z.string().exactOptional(),
  /** Earlier versions raised it for each reopened run and read it. The generation is now in identity.json. */
  generation: raisedInt,
  state: z.enum(["held", "free"]),
  ttlMs: z.int(),
  renewals: raisedInt,
  holder: Holder,
});
export type LeaseRecord = z.infer<typeof LeaseRecord>;

/**
 * Undefined for a damaged record, which a power cut or a full disk leaves: nobody then knows the holder.
 * @throws UnreadableObject if the format is newer than this program
 */
export function readLeaseRecord(object: StoredObject): LeaseRecord | undefined {
  try {
    return parseJson(object.body, object.key, LeaseRecord);
  } catch (error) {
    return orDamaged(error);
  }
}

function textOf(object: StoredObject): string {
  return new TextDecoder().decode(object.body);
}

const WRITES = 3;

/**
 * Returns the new etag, or undefined if another worker's record is stored. After a refusal or a lost reply it reads the store. This exact record
 * means success. An earlier record with our nonce, whose reply was lost too, is overwritten.
 * It does not use `updateJson`: the holder knows its etag, so a renewal is one put without a read and never overwrites a
 * takeover.
 */
export async function writeLeaseRecord(
  objects: ObjectStore,
  key: string,
  record: LeaseRecord,
  ifMatch: string | undefined,
): Promise<string | undefined> {
  const body = recordText(key, record);
  let etag = ifMatch;
  let failure: unknown = new Error(`${key} can be read, but not written`);
  for (let attempt = 0; attempt < WRITES; attempt++) {
    try {
      const put = await objects.put(key, body, etag === undefined ? { ifAbsent: true } : { ifMatch: etag });
      if (put.outcome === "written") return put.etag;
    } catch (error) {
      failure = error; // the reply was lost or the put did not take place; the read below shows which
    }
    const now = await objects.get(key);
    if (now !== undefined && textOf(now) === body) return now.etag;
    const isOurs = now !== undefined && readLeaseRecord(now)?.nonce === record.nonce;
    if (!isOurs && now?.etag !== etag) return undefined;
    etag = now?.etag;
  }
  throw failure;
}
