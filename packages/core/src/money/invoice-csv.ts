import type { LedgerEntry } from "./ledger-entry.ts";
import { usdText } from "./micro-usd.ts";

const COLUMNS = [
  "month",
  "submission",
  "suite",
  "run",
  "deployment",
  "model",
  "role",
  "requests",
  "prompt_tokens",
  "completion_tokens",
  "gpu_seconds",
  "input_usd_per_million",
  "output_usd_per_million",
  "machine_usd_per_hour",
  "price_as_of",
  "usd",
] as const;

type Row = Partial<Record<(typeof COLUMNS)[number], string | number>>;

/** One CSV row (RFC 4180) for each line of a ledger entry. */
export const invoiceRows = (entry: LedgerEntry): string[] =>
  rowsOf(entry).map((row) => COLUMNS.map((column) => cell(row[column])).join(","));

/** The invoice of all rows, sorted. It has no total row: the usd column adds up exactly. */
export const invoiceCsv = (rows: readonly string[]): string =>
  [COLUMNS.join(","), ...rows.toSorted((a, b) => (a < b ? -1 : 1)), ""].join("\r\n");

function rowsOf(entry: LedgerEntry): Row[] {
  const { month, submission, suite } = entry;
  if (entry.kind === "run")
    return entry.lines.map(
      ({ deployment, model, role, requests, promptTokens, completionTokens, price, microUsd }) => ({
        month,
        submission,
        suite,
        run: entry.run,
        deployment,
        model,
        role,
        requests,
        prompt_tokens: promptTokens,
        completion_tokens: completionTokens,
        ...(price === undefined
          ? {}
          : {
              input_usd_per_million: price.inputUsdPerMillion,
              output_usd_per_million: price.outputUsdPerMillion,
              ...(price.asOf === undefined ? {} : { price_as_of: price.asOf }),
            }),
        usd: usdText(microUsd),
      }),
    );
  const { deployment, model, seconds, gpus, price, microUsd } = entry;
  return [
    {
      month,
      submission,
      suite,
      deployment,
      model,
      role: `machine ${price.market}`,
      gpu_seconds: Math.round(seconds * gpus * 1000) / 1000,
      machine_usd_per_hour: price.usdPerHour,
      price_as_of: price.asOf,
      usd: usdText(microUsd),
    },
  ];
}

/** Spreadsheets run text that starts like a formula. Names come from submitters, so such text is prefixed with a quote. */
function cell(value: string | number | undefined): string {
  if (value === undefined) return "";
  if (typeof value === "number") return String(value);
  const text = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
