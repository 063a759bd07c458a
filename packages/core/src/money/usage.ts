import { z } from "zod";
import type { LedgerEntry } from "./ledger-entry.ts";
import { toUsd } from "./micro-usd.ts";

const Count = z.int();
export const UsageSums = z.object({
  /** paid answers, judges included */
  requests: Count,
  promptTokens: Count,
  completionTokens: Count,
  /** answers without token counts from the provider; not charged */
  unmetered: Count,
  /** machine seconds times GPUs */
  gpuSeconds: z.number(),
  /** whole millionths of a dollar, which add up exactly */
  microUsd: Count,
  usd: z.number(),
});
export type UsageSums = z.infer<typeof UsageSums>;

export const Usage = z.object({
  totals: UsageSums,
  submissions: z.array(UsageSums.extend({ submission: z.string(), suite: z.string() })),
  deployments: z.array(UsageSums.extend({ deployment: z.string() })),
  models: z.array(UsageSums.extend({ model: z.string() })),
});
export type Usage = z.infer<typeof Usage>;

const NOTHING: UsageSums = {
  requests: 0,
  promptTokens: 0,
  completionTokens: 0,
  unmetered: 0,
  gpuSeconds: 0,
  microUsd: 0,
  usd: 0,
};

/** Adds up the entries of one owner and month in four ways, which agree exactly. */
export function usageOf(entries: readonly LedgerEntry[]): Usage {
  const parts = entries.flatMap(partsOf);
  return {
    totals: sum(parts),
    submissions: grouped(parts, ({ submission }) => submission).map(([submission, group]) => ({
      submission,
      suite: group[0]?.suite ?? "",
      ...sum(group),
    })),
    deployments: grouped(parts, ({ deployment }) => deployment).map(([deployment, group]) => ({
      deployment,
      ...sum(group),
    })),
    models: grouped(parts, ({ model }) => model).map(([model, group]) => ({ model, ...sum(group) })),
  };
}

interface Part extends Omit<UsageSums, "usd"> {
  readonly submission: string;
  readonly suite: string;
  readonly deployment: string;
  readonly model: string;
}

function partsOf(entry: LedgerEntry): Part[] {
  const { submission, suite } = entry;
  if (entry.kind === "run") return entry.lines.map((line) => ({ ...line, submission, suite, gpuSeconds: 0 }));
  const { deployment, model, microUsd } = entry;
  return [{ ...NOTHING, submission, suite, deployment, model, gpuSeconds: entry.seconds * entry.gpus, microUsd }];
}

function grouped(parts: readonly Part[], by: (part: Part) => string): [string, Part[]][] {
  return [...Map.groupBy(parts, by)].toSorted(([a], [b]) => (a < b ? -1 : 1));
}

function sum(parts: readonly Omit<Part, "submission" | "suite" | "deployment" | "model">[]): UsageSums {
  const total = { ...NOTHING };
  for (const part of parts) {
    total.requests += part.requests;
    total.promptTokens += part.promptTokens;
    total.completionTokens += part.completionTokens;
    total.unmetered += part.unmetered;
    total.gpuSeconds += part.gpuSeconds;
    total.microUsd += part.microUsd;
  }
  return { ...total, gpuSeconds: Math.round(total.gpuSeconds * 1000) / 1000, usd: toUsd(total.microUsd) };
}
