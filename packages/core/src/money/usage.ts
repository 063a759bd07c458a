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

/** The charges of one deployment in a submission. */
export const UsagePart = z.object({
  deployment: z.string(),
  model: z.string(),
  ...UsageSums.omit({ gpuSeconds: true, usd: true }).shape,
  /** machine milliseconds times GPUs, which add up exactly */
  gpuMs: Count,
});
export type UsagePart = z.infer<typeof UsagePart>;

const NOTHING = { requests: 0, promptTokens: 0, completionTokens: 0, unmetered: 0, gpuMs: 0, microUsd: 0 };
type Sums = typeof NOTHING;

export function partsOf(entry: LedgerEntry): UsagePart[] {
  if (entry.kind === "run")
    return entry.lines.map(({ deployment, model, requests, promptTokens, completionTokens, unmetered, microUsd }) => {
      return { deployment, model, requests, promptTokens, completionTokens, unmetered, gpuMs: 0, microUsd };
    });
  const { deployment, model, microUsd } = entry;
  return [{ ...NOTHING, deployment, model, gpuMs: Math.round(entry.seconds * 1000) * entry.gpus, microUsd }];
}

/** Adds parts of equal deployment and model, sorted. `sign` -1 subtracts `added`. A part without any amount is left out. */
export function plusParts(
  parts: readonly UsagePart[],
  added: readonly UsagePart[] = [],
  sign: 1 | -1 = 1,
): UsagePart[] {
  const sums = new Map<string, UsagePart>();
  const add = (part: UsagePart, times: 1 | -1): void => {
    const id = JSON.stringify([part.deployment, part.model]);
    const sum = sums.get(id) ?? { deployment: part.deployment, model: part.model, ...NOTHING };
    addTo(sum, part, times);
    sums.set(id, sum);
  };
  for (const part of parts) add(part, 1);
  for (const part of added) add(part, sign);
  const isSome = (part: UsagePart): boolean =>
    [part.requests, part.promptTokens, part.completionTokens, part.unmetered, part.gpuMs, part.microUsd].some(Boolean);
  return [...sums].toSorted(([a], [b]) => (a < b ? -1 : 1)).flatMap(([, part]) => (isSome(part) ? [part] : []));
}

/**
 * Adds up the charges of one owner and month in four ways, which agree exactly. It takes them one by one, so that a long month needs no
 * memory for them.
 */
export function usageSums() {
  const totals = { ...NOTHING };
  const submissions = groupSums();
  const suites = new Map<string, string>();
  const [deployments, models] = [groupSums(), groupSums()];
  return {
    add(submission: string, suite: string, parts: readonly UsagePart[]): void {
      for (const part of parts) {
        if (!suites.has(submission)) suites.set(submission, suite);
        addTo(totals, part);
        submissions.add(submission, part);
        deployments.add(part.deployment, part);
        models.add(part.model, part);
      }
    },
    usage: (): Usage => ({
      totals: shown(totals),
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

function groupSums() {
  const groups = new Map<string, Sums>();
  return {
    add(name: string, part: Sums): void {
      const sums = groups.get(name) ?? { ...NOTHING };
      addTo(sums, part);
      groups.set(name, sums);
    },
    sorted: <Line>(line: (name: string, sums: UsageSums) => Line): Line[] =>
      [...groups].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([name, sums]) => line(name, shown(sums))),
  };
}

function addTo(sums: Sums, part: Sums, sign: 1 | -1 = 1): void {
  sums.requests += sign * part.requests;
  sums.promptTokens += sign * part.promptTokens;
  sums.completionTokens += sign * part.completionTokens;
  sums.unmetered += sign * part.unmetered;
  sums.gpuMs += sign * part.gpuMs;
  sums.microUsd += sign * part.microUsd;
}

const shown = ({ gpuMs, ...sums }: Sums): UsageSums => ({
  ...sums,
  gpuSeconds: gpuMs / 1000,
  usd: toUsd(sums.microUsd),
});
