import type { TokenUsage } from "../ports.ts";
import type { Payer, StoredAnswer } from "../run/asking/answers.ts";
import type { Price } from "../models/deployment.ts";
import type { LedgerLine, RunLedgerEntry } from "./ledger-entry.ts";
import { tokensMicroUsd, tokensMicroUsdUp } from "./micro-usd.ts";

export interface AskedOf {
  readonly role: LedgerLine["role"];
  readonly deployment: string;
  readonly model: string;
  /** The mark of the deployment's settings (settingsMark). Absent: it is not known. */
  readonly settings?: string;
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
  };
}

/** The sum of the lines as a budget counts it: each is rounded up, as a worker rounds its own answers. */
export const budgetedMicroUsd = (lines: readonly LedgerLine[]): number =>
  lines.reduce((sum, line) => sum + tokensMicroUsdUp(line.price, line), 0);

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
 * Merges two sums over the answers of one run. With equal settings both cover a part of the same answers, so the line with more requests is more
 * complete. Settings that changed give other request keys, so their lines add up. A line without settings covers all of them.
 * Returns undefined if `added` adds nothing to `stored`.
 */
export function mergeEntries(stored: RunLedgerEntry | undefined, added: RunLedgerEntry): RunLedgerEntry | undefined {
  if (stored === undefined) return added;
  const merged = Map.groupBy(stored.lines, baseOf);
  let hasChanged = false;
  for (const [base, lines] of Map.groupBy(added.lines, baseOf)) {
    const there = merged.get(base) ?? [];
    const more = withMore(there, lines);
    if (more === there) continue;
    merged.set(base, more);
    hasChanged = true;
  }
  const lines = new Map([...merged.values()].flat().map((line) => [lineId(line), line]));
  return hasChanged ? { ...stored, lines: sorted(lines) } : undefined;
}

/** The more complete lines of one deployment and price. Returns `stored` itself if it covers `added`. */
function withMore(stored: LedgerLine[], added: LedgerLine[]): LedgerLine[] {
  const isOfAll = [...stored, ...added].some(({ settings }) => settings === undefined);
  if (isOfAll) return requestsOf(added) > requestsOf(stored) ? added : stored;
  const lines = new Map(stored.map((line) => [line.settings, line]));
  const larger = added.filter(({ settings, requests }) => requests > (lines.get(settings)?.requests ?? 0));
  for (const line of larger) lines.set(line.settings, line);
  return larger.length === 0 ? stored : [...lines.values()];
}

const requestsOf = (lines: readonly LedgerLine[]): number => lines.reduce((sum, { requests }) => sum + requests, 0);

type Priced = AskedOf & { readonly price?: Price };

const baseOf = ({ role, deployment, model, price }: Priced): string =>
  JSON.stringify([role, deployment, model, price?.inputUsdPerMillion, price?.outputUsdPerMillion, price?.asOf]);

const lineId = (line: Priced): string => `${baseOf(line)} ${line.settings ?? ""}`;

function sorted(lines: ReadonlyMap<string, LedgerLine>): LedgerLine[] {
  return [...lines].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, line]) => line);
}
