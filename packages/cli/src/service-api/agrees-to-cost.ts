import { counted } from "@medhelm/core/text/counted";
import { Quote } from "@medhelm/core/money/quote";
import { UserError } from "@medhelm/core/user-error";
import { z } from "zod";
import { ask, canAsk } from "../terminal/ask.ts";
import { printMessage } from "../terminal/print-message.ts";
import { type ApiClient, ServiceRefusal } from "./api-client.ts";
import { quoteText } from "./submission-report.ts";

const Quoted = z.object({
  runCount: z.int(),
  quote: z.looseObject(Quote.pick({ usd: true, withoutPrice: true }).shape),
});

/**
 * Whether the user agrees to what a submission may cost. It asks on a terminal if the cost is not known to be 0. A script gets no question: what is known
 * to cost something needs --yes or --budget-usd.
 * @throws UserError for a script without them
 */
export async function agreesToCost(
  api: Pick<ApiClient, "call" | "url">,
  body: { readonly budgetUsd?: number | undefined },
): Promise<boolean> {
  if (body.budgetUsd !== undefined && !canAsk()) return true;
  const quoted = await quoteOf(api, body);
  if (quoted === undefined || quoted.quote.usd.high === 0) return true;
  const { runCount, quote } = quoted;
  const text = `${counted(runCount, "run")}${quoteText(quote)}`;
  if (canAsk()) return ask(`medhelm: ${text}. ${limitText(body.budgetUsd)}Submit?`);
  if (quote.usd.low === 0 && quote.usd.high === undefined) return true; // no model has a price, as with a server of one's own
  throw new UserError(`${text}: give --yes to submit it, or --budget-usd to limit what it may cost`);
}

const limitText = (budgetUsd: number | undefined): string =>
  budgetUsd === undefined ? "" : `At most $${budgetUsd} will be spent. `;

/** Undefined for a service that has no quotes. */
async function quoteOf(api: Pick<ApiClient, "call" | "url">, body: unknown) {
  try {
    return await api.call("POST", "/v1/quotes", Quoted, body);
  } catch (error) {
    if (!(error instanceof ServiceRefusal) || (error.status !== 404 && error.status !== 405)) throw error;
    printMessage(`${api.url} is of an earlier version and quotes no cost before the submission`);
    return undefined;
  }
}
