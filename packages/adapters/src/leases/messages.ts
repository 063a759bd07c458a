import { LeaseRecord } from "@medhelm/core/jobs/lease-record";
import { z } from "zod";

/** Messages of the main thread to the thread that renews the leases. The nonce names a lease. */
export const ToThread = z.discriminatedUnion("kind", [
  z.object({
    kind: z.literal("keep"),
    key: z.string(),
    record: LeaseRecord,
    etag: z.string(),
    /** by the clock that all threads of a process share (system-clock.ts) */
    startedMs: z.number(),
  }),
  z.object({ kind: z.literal("release"), nonce: z.string() }),
  /** the main thread's event loop turns */
  z.object({ kind: z.literal("alive") }),
]);
export type ToThread = z.infer<typeof ToThread>;

/** Each `release` is answered once; `lost` comes at any time. */
export const FromThread = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("released"), nonce: z.string() }),
  z.object({ kind: z.literal("lost"), nonce: z.string(), message: z.string() }),
]);
export type FromThread = z.infer<typeof FromThread>;
