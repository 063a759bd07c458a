import { z } from "@hono/zod-openapi";
import { invoiceCsv, invoiceRows } from "@medhelm/core/money/invoice-csv";
import type { LedgerEntry } from "@medhelm/core/money/ledger-entry";
import { microUsdDown, toUsd } from "@medhelm/core/money/micro-usd";
import { Usage, usageSums } from "@medhelm/core/money/usage";
import { FolderName } from "@medhelm/core/submission";
import { accountedMicroUsd } from "../../index/account.ts";
import { usageEntries } from "../../index/usage.ts";
import { chargedSubmissions, usageBySubmission } from "../../index/usage-sums.ts";
import type { Api } from "../app.ts";
import { about } from "../audit/audit.ts";
import { MAX_BYTES } from "../guards/max-bytes.ts";
import type { ApiPorts, Principal } from "../ports.ts";
import { on, Refusal } from "../problem.ts";
import { json, securedRoute } from "../secured-route.ts";

const Month = z.string().regex(/^\d{4}-(0[1-9]|1[0-2])$/, "a month, e.g. 2026-11");

const UsageView = z
  .object({
    owner: z.string(),
    month: Month,
    quota: z
      .object({
        usdPerMonth: z.number(),
        leftUsd: z.number().describe("what a new submission may reserve; running submissions hold their reservations"),
      })
      .optional()
      .describe("absent without a dollar quota, and for another owner's usage"),
  })
  .extend(Usage.shape)
  .meta({ id: "Usage" });

const usageRoute = securedRoute({
  method: "get",
  path: "/v1/usage",
  tags: ["money"],
  summary: "Show the cost of a month's submissions, as sums or as invoice lines",
  description:
    "It covers the tokens of every paid answer at that day's price, and GPU machines by the second. A submission belongs to the month in which it was made (UTC), even if its work was done later. Dollar amounts are whole millionths, so the lines add up to the sums exactly.",
  request: {
    query: z.strictObject({
      month: Month.optional().describe("default: this month"),
      format: z.enum(["json", "csv"]).default("json"),
      submission: z
        .string()
        .regex(/^[0-9a-f-]{1,64}$/, "must be the id of a submission")
        .optional(),
      owner: FolderName.optional().describe("another owner; administrators only"),
    }),
  },
  responses: {
    200: {
      description: "The month.",
      content: { ...json(UsageView), "text/csv": { schema: z.string() } },
    },
    413: { ...on[413], description: "The list exceeds the size of an answer: request it by submission." },
  },
});

export function usage(app: Api, ports: ApiPorts): void {
  app.openapi(usageRoute, async (c) => {
    const { month = monthNow(ports), format, submission, owner: asked } = c.req.valid("query");
    const principal = c.get("principal");
    const owner = asked ?? principal.owner;
    about(c, { owner });
    if (owner !== principal.owner && !principal.scopes.has("admin"))
      throw new Refusal("forbidden", "This API key shows the usage of its own owner only.");
    if (format === "csv") {
      const text = await invoiceOf(usageEntries(ports.index, owner, month, submission));
      c.header("Content-Type", "text/csv; charset=utf-8");
      c.header("Content-Disposition", `attachment; filename="medhelm-${owner}-${month}.csv"`);
      return c.body(text, 200);
    }
    const sums = usageSums();
    const submissions = new Set<string>();
    for await (const one of usageBySubmission(ports.index, owner, month, submission)) {
      if (one.parts.length > 0) submissions.add(one.submission);
      const isTooLong =
        submissions.size > MAX_SUBMISSIONS ||
        (submissions.size === FIRST_SUBMISSIONS &&
          (await chargedSubmissions(ports.index, owner, month)) > MAX_SUBMISSIONS);
      if (isTooLong) throw tooLong();
      sums.add(one.submission, one.suite, one.parts);
    }
    const seen = { owner, month, ...(await quotaLeft(ports, principal, owner, month)), ...sums.usage() };
    return c.json(seen, 200);
  });
}

/** Lines of submissions that fit into an answer. */
const MAX_SUBMISSIONS = 20_000;
/** After this many submissions the route reads the month's number of submissions. They are part of the first page of the index. */
const FIRST_SUBMISSIONS = 2000;

const tooLong = (): Refusal =>
  new Refusal("too-large", "This month has more lines than one answer can hold: request each submission=<id>.");

/** Stops reading when the text no longer fits into an answer. */
async function invoiceOf(entries: AsyncIterable<LedgerEntry>): Promise<string> {
  const rows: string[] = [];
  let length = 0;
  for await (const entry of entries)
    for (const row of invoiceRows(entry)) {
      rows.push(row);
      length += row.length + 2;
      if (length > MAX_BYTES) throw tooLong();
    }
  return invoiceCsv(rows);
}

const monthNow = ({ clock }: ApiPorts): string => new Date(clock.nowMs()).toISOString().slice(0, 7);

async function quotaLeft(ports: ApiPorts, principal: Principal, owner: string, month: string) {
  const quota = principal.quota ?? ports.service?.quota;
  // the quota of another owner is unknown here: it belongs to that owner's keys
  if (quota === undefined || ports.prices === undefined || owner !== principal.owner) return {};
  const left = microUsdDown(quota.usdPerMonth) - (await accountedMicroUsd(ports.index, owner, month));
  return { quota: { usdPerMonth: quota.usdPerMonth, leftUsd: toUsd(Math.max(0, left)) } };
}
