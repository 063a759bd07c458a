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

/**
 * Adds up the entries of one owner and month in four ways, which agree exactly. It takes them one by one, so that a long month needs no
 * memory for them.
 */
export function usageSums() {
  const totals = { ...NOTHING };
  const submissions = groupSums();
  const suites = new Map<string, string>();
  const [deployments, models] = [groupSums(), groupSums()];
  return {
    add(entry: LedgerEntry): void {
      for (const part of partsOf(entry)) {
        if (!suites.has(part.submission)) suites.set(part.submission, part.suite);
        addTo(totals, part);
        submissions.add(part.submission, part);
        deployments.add(part.deployment, part);
        models.add(part.model, part);
      }
    },
    usage: (): Usage => ({
      totals: rounded(totals),
      submissions: submissions.sorted((submission, sums) => ({
        submission,
        suite: suites.get(submission) ?? "",
        ...sums,
      })),
      deployments: deployments.sorted((deployment, sums) => ({ deployment, ...sums })),
      models: models.sorted((model, sums) => ({ model, ...sums })),
    }),
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

function groupSums() {
  const groups = new Map<string, UsageSums>();
  return {
    add(name: string, part: Part): void {
      const sums = groups.get(name) ?? { ...NOTHING };
      addTo(sums, part);
      groups.set(name, sums);
    },
    sorted: <Line>(line: (name: string, sums: UsageSums) => Line): Line[] =>
      [...groups].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([name, sums]) => line(name, rounded(sums))),
  };
}

function addTo(sums: UsageSums, part: Part): void {
  sums.requests += part.requests;
  sums.promptTokens += part.promptTokens;
  sums.completionTokens += part.completionTokens;
  sums.unmetered += part.unmetered;
  sums.gpuSeconds += part.gpuSeconds;
  sums.microUsd += part.microUsd;
}

const rounded = (sums: UsageSums): UsageSums => ({
  ...sums,
  gpuSeconds: Math.round(sums.gpuSeconds * 1000) / 1000,
  usd: toUsd(sums.microUsd),
});
