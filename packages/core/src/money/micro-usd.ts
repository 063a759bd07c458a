import type { Price } from "../models/deployment.ts";
import type { TokenUsage } from "../ports.ts";

/**
 * The one unit of money inside the code: whole millionths of a US dollar, so that sums are exact in any order. Dollars appear only at
 * the borders: options, configuration, API and files convert them with the functions below.
 */
const MICRO = 1_000_000;

/** The smallest budget in dollars: one millionth. */
export const LEAST_USD = 1e-6;
/** The largest budget in dollars. Whole millionths of more than nine times as much are not exact. */
export const MOST_USD = 1e9;
/** The highest price in dollars for a million tokens: ten dollars a token. */
export const MOST_USD_PER_MILLION = 1e7;

/** The cost of tokens, rounded once to whole millionths; 0 without a price. One dollar per million tokens is one millionth per token. */
export const tokensMicroUsd = (price: Price | undefined, usage: TokenUsage): number =>
  Math.round(exactMicroUsd(price, usage));

/**
 * The same, but rounded up, for what counts against a budget. Otherwise, many sums below half a millionth would count as nothing.
 * It ignores floating-point errors, so that a cost of whole millionths stays as it is.
 */
export const tokensMicroUsdUp = (price: Price | undefined, usage: TokenUsage): number =>
  Math.ceil(exactMicroUsd(price, usage) * (1 - 4 * Number.EPSILON));

function exactMicroUsd(price: Price | undefined, { promptTokens = 0, completionTokens = 0 }: TokenUsage): number {
  if (price === undefined) return 0;
  return promptTokens * price.inputUsdPerMillion + completionTokens * price.outputUsdPerMillion;
}

/** Rounds up, for amounts that are reserved or spent. It ignores floating-point errors below a thousandth of a millionth. */
export const microUsdUp = (usd: number): number => Math.ceil(usd * MICRO - 1e-3);

/** Rounds down, for limits. */
export const microUsdDown = (usd: number): number => Math.floor(usd * MICRO + 1e-3);

export const toUsd = (microUsd: number): number => microUsd / MICRO;

/** "12.345600": all six decimals, for invoices whose lines people add up. */
export function usdText(microUsd: number): string {
  const digits = String(Math.abs(microUsd)).padStart(7, "0");
  return `${microUsd < 0 ? "-" : ""}${digits.slice(0, -6)}.${digits.slice(-6)}`;
}
