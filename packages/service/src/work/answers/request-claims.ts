import type { Holder } from "@medhelm/core/jobs/lease";
import type { Clock, ObjectStore } from "@medhelm/core/ports";
import type { RequestClaims } from "@medhelm/core/run/asking/ask";
import { collect } from "@medhelm/core/run/collect";
import { keys } from "@medhelm/core/store/object-keys";
import { getIfReadable } from "@medhelm/core/store/objects";
import { z } from "zod";

/** cache/.asking/...: the process that asks a request now. */
const Claim = z.object({
  formatVersion: z.literal(1),
  holder: z.object({ host: z.string(), pid: z.int(), startedAt: z.string() }),
  /** Distinguishes two claims of one process. */
  nonce: z.string(),
});

/** A claim is of no effect after this time, where nobody can see whether its process lives. */
const LONGEST_CLAIM_MS = 600_000;

interface ClaimPorts {
  readonly objects: ObjectStore;
  readonly clock: Pick<Clock, "randomUuid">;
  readonly holder: Holder;
  /** Whether the process of a claim has certainly ended. */
  readonly holderIsGone: (holder: Holder) => boolean;
}

/**
 * Claims in the store of the answers. A claim saves money, and no result depends on it: a lost one costs a request that is asked twice. For a store
 * whose puts cost nothing.
 */
export function requestClaims({ objects, clock, holder, holderIsGone }: ClaimPorts): RequestClaims {
  const own = new Set<string>();
  /** Deletes the claim of a process that has ended. Returns whether the request may be free now. */
  const clear = async (key: string): Promise<boolean> => {
    const head = await objects.head(key);
    if (head === undefined) return true;
    const claim = await getIfReadable(objects, key, Claim);
    const isOver =
      claim === undefined || holderIsGone(claim.holder) || (isSame(claim.holder, holder) && !own.has(claim.nonce));
    if (!isOver && head.storeNowMs - head.lastModifiedMs < LONGEST_CLAIM_MS) return false;
    await objects.delete(key, { ifMatch: head.etag });
    return true;
  };
  return {
    async claim(place) {
      const key = keys.asking(place);
      const nonce = clock.randomUuid();
      const body = JSON.stringify({ formatVersion: 1, holder, nonce } satisfies z.infer<typeof Claim>);
      own.add(nonce);
      for (let isFree = true; isFree; isFree = await clear(key)) {
        const put = await objects.put(key, body, { ifAbsent: true });
        if (put.outcome !== "written") continue;
        return async () => {
          own.delete(nonce);
          await objects.delete(key, { ifMatch: put.etag });
        };
      }
      own.delete(nonce);
      return undefined;
    },
  };
}

const isSame = (one: Holder, other: Holder): boolean =>
  one.host === other.host && one.pid === other.pid && one.startedAt === other.startedAt;

/** Deletes the claims of an earlier life of a service, all of whose processes have ended. After a restart of the machine nobody could see that they have. */
export async function forgetClaims(objects: ObjectStore): Promise<void> {
  for (const { key } of await collect(objects.list(keys.allAsking()))) await objects.delete(key);
}
