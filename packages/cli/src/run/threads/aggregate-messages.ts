import type { AggregateResult } from "@medhelm/service/aggregate/aggregate-run";
import type { Answer, LiveRun } from "@medhelm/service/aggregate/live-pass";
import type { AggregateMessage } from "@medhelm/core/submission";
import { z } from "zod";

/** The workerData of aggregate-thread.ts. */
export const AggregateThreadData = z.object({
  outputPath: z.string(),
  plugins: z.array(z.string()),
  helmFiles: z.boolean(),
  /** absent: the thread may connect to any host */
  allowedHosts: z.array(z.string()).optional(),
});
export type AggregateThreadData = z.infer<typeof AggregateThreadData>;

/** A message to the thread about the run with this number. */
export type ToAggregator = { readonly id: number } & (
  | { readonly kind: "begin"; readonly live: LiveRun }
  /** the next bytes of scenario_state.json, and the answers of the requests that begin in them */
  | { readonly kind: "write"; readonly chunk: Uint8Array; readonly answers: readonly Answer[] }
  | { readonly kind: "end"; readonly stateSha256: string }
  | { readonly kind: "stop" }
  | { readonly kind: "aggregate"; readonly message: AggregateMessage }
);

/** A message from the thread. */
export type FromAggregator = { readonly id: number } & (
  | { readonly kind: "written" }
  | { readonly kind: "stopped" }
  /** absent: the aggregation failed */
  | { readonly kind: "aggregated"; readonly result?: AggregateResult }
);
