import type { TokenUsage } from "../ports.ts";
import type { Payer, StoredAnswer } from "../run/answers.ts";
import type { Price } from "../models/deployment.ts";
import type { LedgerLine, RunLedgerEntry } from "./ledger-entry.ts";
import { tokensMicroUsd } from "./micro-usd.ts";

export interface AskedOf {
  readonly role: LedgerLine["role"];
  readonly deployment: string;
  readonly model: string;
}

/**
 * Adds up the distinct stored answers that a run paid for. The caller adds every answer that the run uses, in any order, and may
 * repeat answers. The sum never counts a paid answer twice.
 */
export function paidAnswers(payer: Payer) {
  // 52 bits of each key save memory; a million answers collide once in about ten thousand suites
  const seen = new Set<number>();
  const lines = new Map<string, LedgerLine>();
  return {
    add(of: AskedOf, requestKey: string, { paidBy, usage }: StoredAnswer): void {
      if (paidBy?.submission !== payer.submission || paidBy.suite !== payer.suite || paidBy.run !== payer.run) return;
      const short = Number.parseInt(requestKey.slice(0, 13), 16);
      if (seen.has(short)) return;
      seen.add(short);
      const line = { ...of, ...(paidBy.price === undefined ? {} : { price: paidBy.price }) };
      const id = lineId(line);
      lines.set(id, plus(lines.get(id) ?? { ...line, ...NOTHING }, usage));
    },
    lines: (): LedgerLine[] => sorted(lines),
    microUsd: (): number => [...lines.values()].reduce((sum, { microUsd }) => sum + microUsd, 0),
  };
}

const NOTHING = { requests: 0, unmetered: 0, promptTokens: 0, completionTokens: 0, microUsd: 0 };

function plus(line: LedgerLine, { promptTokens, completionTokens }: TokenUsage): LedgerLine {
  const tokens = {
    promptTokens: line.promptTokens + (promptTokens ?? 0),
    completionTokens: line.completionTokens + (completionTokens ?? 0),
  };
  return {
    ...line,
    ...tokens,
    requests: line.requests + 1,
    unmetered: line.unmetered + (promptTokens === undefined && completionTokens === undefined ? 1 : 0),
    microUsd: tokensMicroUsd(line.price, tokens),
  };
}

/**
 * Merges two sums over the answers of one run. Both cover a part of the same answers, so for each line the one with more requests is
 * more complete. Returns undefined if `added` adds nothing to `stored`.
 */
export function mergeEntries(stored: RunLedgerEntry | undefined, added: RunLedgerEntry): RunLedgerEntry | undefined {
  if (stored === undefined) return added;
  const lines = new Map(stored.lines.map((line) => [lineId(line), line]));
  let hasChanged = false;
  for (const line of added.lines) {
    const before = lines.get(lineId(line));
    if (before !== undefined && before.requests >= line.requests) continue;
    lines.set(lineId(line), line);
    hasChanged = true;
  }
  return hasChanged ? { ...stored, lines: sorted(lines) } : undefined;
}

const lineId = ({ role, deployment, model, price }: AskedOf & { readonly price?: Price }): string =>
  JSON.stringify([role, deployment, model, price?.inputUsdPerMillion, price?.outputUsdPerMillion, price?.asOf]);

function sorted(lines: ReadonlyMap<string, LedgerLine>): LedgerLine[] {
  return [...lines].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, line]) => line);
}
