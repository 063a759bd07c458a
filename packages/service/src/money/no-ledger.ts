import type { RunLedger } from "./submission-ledger.ts";

/** The part of a ledger that the work on a run uses. */
export type WorkLedger = Omit<RunLedger, "budget" | "payer" | "charge">;

/** The ledger of a worker that counts no money. */
export const noLedger: WorkLedger = {
  isReplaying: () => false,
  replayable: (ask) => ask,
  reconcile: async () => undefined,
  checkpoint: async () => undefined,
  settleSealed: async () => undefined,
  markComplete: () => undefined,
  settleFailed: async () => undefined,
  close: async () => undefined,
};
