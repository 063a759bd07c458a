import { makeQuote, type PriceList, type QuotedBenchmark } from "@medhelm/core/money/make-quote";
import { microUsdDown, microUsdUp, toUsd } from "@medhelm/core/money/micro-usd";
import { monthOf } from "@medhelm/core/money/ledger-entry";
import type { Quote } from "@medhelm/core/money/quote";
import type { Quota } from "@medhelm/core/service-conf";
import { bindReservation, releaseReservation, reserveInAccount } from "../../index/account.ts";
import type { ApiPorts, PlannedRun } from "../ports.ts";
import { Refusal } from "../problem.ts";

const NO_PRICES: PriceList = { find: () => undefined, gpuClasses: [] };

/** Reads the facts of the benchmarks of these runs only: to load all of them takes half a second. */
export async function quoteOf({ catalog, prices = NO_PRICES }: ApiPorts, runs: readonly PlannedRun[]): Promise<Quote> {
  const known = new Map<string, QuotedBenchmark>();
  for (const name of new Set(runs.map(({ benchmark }) => benchmark))) {
    const benchmark = await catalog.benchmark(name);
    if (benchmark !== undefined) known.set(name, benchmark);
  }
  return makeQuote(runs, known, prices);
}

export interface Allowance {
  /** what the submission may spend on tokens and machines; absent: no limit */
  readonly limitUsd?: number;
  /** Binds the reservation to the stored submission. */
  bind(id: string): Promise<void>;
  /** Frees the reservation: no submission was stored. */
  release(): Promise<void>;
}

/**
 * Reserves the most that a submission may cost from its owner's monthly quota: its budget, or the quote's upper bound. Without
 * prices or a quota, nothing is reserved.
 * @throws Refusal if the amount exceeds the rest of the quota, if it has no upper bound, or if a budget cannot hold
 */
export async function allowDollars(
  ports: ApiPorts,
  owner: string,
  quota: Quota | undefined,
  submission: {
    readonly quote: Quote;
    readonly budgetUsd: number | undefined;
    readonly reservation: string;
    readonly createdAt: string;
  },
): Promise<Allowance> {
  const { quote, budgetUsd, reservation, createdAt } = submission;
  if (budgetUsd !== undefined && ports.prices !== undefined && quote.withoutPrice.length > 0)
    throw new Refusal(
      "unprocessable",
      `budgetUsd cannot hold, because the price of ${quote.withoutPrice.join(", ")} is unknown: give price in model_deployments.yaml (0 if it costs nothing; "medhelm up" also has --price-per-million), or drop budgetUsd.`,
    );
  if (quota === undefined || ports.prices === undefined)
    return { bind: async () => undefined, release: async () => undefined };
  const limitUsd = budgetUsd ?? quote.usd.high;
  if (limitUsd === undefined)
    throw new Refusal(
      "unprocessable",
      `The cost has no known upper bound (it is at least $${quote.usd.low}): give ${quote.withoutPrice.length === 0 ? "budgetUsd, or maxEvalInstances for a benchmark of unknown size" : `price in model_deployments.yaml for ${quote.withoutPrice.join(", ")}`}.`,
    );
  const name = { owner, month: monthOf(createdAt), name: reservation };
  const limitMicroUsd = microUsdDown(quota.usdPerMonth);
  const day = createdAt.slice(0, 10);
  const reserved = await reserveInAccount(ports, name, { microUsd: microUsdUp(limitUsd), limitMicroUsd, day });
  if (!reserved.fits)
    throw new Refusal(
      "over-quota",
      `This may cost up to $${limitUsd} (${budgetUsd === undefined ? "the quote's high; a lower budgetUsd is a hard limit" : "its budgetUsd"}), and $${toUsd(reserved.leftMicroUsd)} of the month's $${quota.usdPerMonth} are left.`,
      undefined,
      secondsToNextMonth(createdAt),
    );
  return {
    limitUsd,
    bind: (id) => bindReservation(ports.index, name, id),
    release: () => releaseReservation(ports.index, name),
  };
}

function secondsToNextMonth(createdAt: string): number {
  const now = new Date(createdAt);
  return Math.ceil((Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1) - now.getTime()) / 1000);
}
