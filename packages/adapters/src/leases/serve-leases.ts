import type { MessagePort } from "node:worker_threads";
import { keepLease, type KeepLeasePorts, type LeaseKeeper } from "@medhelm/core/jobs/keep-lease";
import { type FromThread, ToThread } from "./messages.ts";

/** A main thread that is silent for this time is stuck: another worker continues its runs. */
const SILENCE_MS = 15 * 60_000;

/**
 * Renews the leases that the main thread hands over. A program that `leaseThread` starts calls it. When the main thread has been
 * silent for `silenceMs`, the leases expire.
 */
export function serveLeases(
  port: Pick<MessagePort, "on" | "postMessage"> | null,
  ports: KeepLeasePorts,
  { silenceMs = SILENCE_MS } = {},
): void {
  if (port === null) throw new Error("the program that renews leases runs as a thread");
  const { clock } = ports;
  const leases = new Map<string, { readonly keeper: LeaseKeeper; readonly stuck: AbortController }>();
  let heardMs = clock.monotonicMs();
  const post = (message: FromThread): void => port.postMessage(message);
  const release = async (nonce: string): Promise<void> => {
    await leases.get(nonce)?.keeper.release();
    leases.delete(nonce);
    post({ kind: "released", nonce });
  };

  port.on("message", (value: unknown) => {
    const message = ToThread.parse(value);
    heardMs = clock.monotonicMs();
    if (message.kind === "keep") {
      const { nonce } = message.record;
      const stuck = new AbortController();
      const keeper = keepLease(ports, stuck.signal)(message);
      leases.set(nonce, { keeper, stuck });
      keeper.lost.addEventListener("abort", () =>
        post({ kind: "lost", nonce, message: messageOf(keeper.lost.reason) }),
      );
    } else if (message.kind === "release") void release(message.nonce);
  });

  const watch = async (): Promise<void> => {
    for (;;) {
      const leftMs = heardMs + silenceMs - clock.monotonicMs();
      if (leftMs <= 0)
        for (const { stuck } of leases.values())
          stuck.abort(`the worker did nothing for ${Math.round(silenceMs / 60_000)} minutes`);
      await clock.sleep(leftMs <= 0 ? silenceMs : leftMs);
    }
  };
  void watch();
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
