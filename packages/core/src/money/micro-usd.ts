import type { TokenUsage } from "../ports.ts";
import type { Price } from "../models/deployment.ts";

/** Dollars are kept as whole millionths, so that sums are exact in whatever order. */
export const MICRO = 1_000_000;

/** Whole: what one line of the ledger costs, rounded once. A million tokens at $1 are a million millionths, so tokens x price is it. */
export function tokensMicroUsd(
  price: Price | undefined,
  { promptTokens = 0, completionTokens = 0 }: TokenUsage,
): number {
  if (price === undefined) return 0;
  return Math.round(promptTokens * price.inputUsdPerMillion + completionTokens * price.outputUsdPerMillion);
}

/** Up: what is set aside or was spent. Less than a thousandth of a millionth is the dust of floating-point sums. */
export const microUsdUp = (usd: number): number => Math.ceil(usd * MICRO - 1e-3);

/** Down: what may be spent. */
export const microUsdDown = (usd: number): number => Math.floor(usd * MICRO + 1e-3);

export const toUsd = (microUsd: number): number => microUsd / MICRO;

/** "12.345600": every digit of it, for a list that people add up. */
export function usdText(microUsd: number): string {
  const digits = String(Math.abs(microUsd)).padStart(7, "0");
  return `${microUsd < 0 ? "-" : ""}${digits.slice(0, -6)}.${digits.slice(-6)}`;
}
