import { z } from "zod";
import { sha256Hex } from "../store/canonical.ts";
import { StoredPrice } from "../models/deployment.ts";

const Count = z.int().nonnegative();
const Head = {
  formatVersion: z.literal(1),
  owner: z.string(),
  /** The month of the submission (YYYY-MM), even if the work was done later. An entry never moves to another invoice. */
  month: z.string(),
  submission: z.string(),
};

/** The charge for one deployment's answers in one role of a run, with one price and one setting of the deployment. */
export const LedgerLine = z.object({
  role: z.enum(["candidate", "judge"]),
  deployment: z.string(),
  model: z.string(),
  /** Identifies the settings of the deployment that are a part of request keys (settingsMark). Absent: the answers of all settings. */
  settings: z.string().exactOptional(),
  /** distinct stored answers that this run paid for */
  requests: Count,
  /** of these, answers without token counts from the provider; they cost 0 */
  unmetered: Count,
  promptTokens: Count,
  completionTokens: Count,
  /** absent if the deployment has no price, e.g. our own model: its GPU job is charged instead */
  price: StoredPrice.exactOptional(),
  /** whole millionths of a US dollar */
  microUsd: Count,
});
export type LedgerLine = z.infer<typeof LedgerLine>;

/** owners/<owner>/ledger/<month>/<submission>-<hash of the run>.json: the charges of one run of a submission. */
export const RunLedgerEntry = z.object({
  ...Head,
  kind: z.literal("run"),
  suite: z.string(),
  run: z.string(),
  lines: z.array(LedgerLine),
});
export type RunLedgerEntry = z.infer<typeof RunLedgerEntry>;

export const GpuMarket = z.enum(["spot", "on-demand"]);
export type GpuMarket = z.infer<typeof GpuMarket>;

/** owners/<owner>/ledger/<month>/<submission>-gpu-<job id>.json: the machine time of one GPU job, over all its attempts. */
export const GpuJobEntry = z.object({
  ...Head,
  kind: z.literal("gpu-job"),
  suite: z.string(),
  jobId: z.string(),
  deployment: z.string(),
  model: z.string(),
  gpuClass: z.string(),
  gpus: Count,
  attempts: Count,
  /** seconds of the machine; GPU seconds are this times `gpus` */
  seconds: z.number().nonnegative(),
  price: z.object({ market: GpuMarket, usdPerHour: z.number().nonnegative(), asOf: z.iso.date() }),
  microUsd: Count,
});
export type GpuJobEntry = z.infer<typeof GpuJobEntry>;

export const LedgerEntry = z.discriminatedUnion("kind", [RunLedgerEntry, GpuJobEntry]);
export type LedgerEntry = z.infer<typeof LedgerEntry>;

export const runLedgerEntryName = (submission: string, run: string): string =>
  `${submission}-${sha256Hex(run).slice(0, 16)}`;

/** Batch's ids of array children contain ":", which keys avoid. */
export const gpuJobEntryName = (submission: string, jobId: string): string =>
  `${submission}-gpu-${jobId.replaceAll(/[^A-Za-z0-9._-]/g, "_")}`;

/** createdAt: ISO 8601 in UTC */
export const monthOf = (createdAt: string): string => createdAt.slice(0, 7);

export const entryMicroUsd = (entry: LedgerEntry): number =>
  entry.kind === "gpu-job" ? entry.microUsd : entry.lines.reduce((sum, { microUsd }) => sum + microUsd, 0);
