import type { RunLedger } from "./submission-ledger.ts";

/** The ledger of a worker that counts no money. */
export const noLedger: Omit<RunLedger, "budget" | "payer" | "charge"> = {
  isReplaying: () => false,
  replayable: (ask) => ask,
  reconcile: async () => undefined,
  checkpoint: async () => undefined,
  settleSealed: async () => undefined,
  markComplete: () => undefined,
  settleFailed: async () => undefined,
  close: async () => undefined,
};
