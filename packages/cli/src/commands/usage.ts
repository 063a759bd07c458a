import { Usage, type UsageSums } from "@medhelm/core/money/usage";
import { usdText } from "@medhelm/core/money/micro-usd";
import { UserError } from "@medhelm/core/user-error";
import { Command } from "commander";
import { z } from "zod";
import { apiClient } from "../service-api/api-client.ts";
import { parseOptions } from "../terminal/options.ts";
import { textTable } from "../terminal/text-table.ts";

const program = new Command("medhelm usage")
  .description("What a month's submissions cost: tokens at the prices of their day, and machines with GPUs.")
  .requiredOption("--api <url>", "e.g. http://127.0.0.1:8787")
  .option("--month <YYYY-MM>", "the month (UTC) in which submissions were made; this one where absent")
  .option("--submission <id>", "of this submission alone")
  .option("--owner <name>", "another owner's, for an administrator")
  .option("--csv", "the lines of an invoice")
  .option("--json", "for machines: every sum");

const Options = z.object({
  operands: z.array(z.string()).max(0, "medhelm usage takes options only"),
  api: z.string(),
  month: z.string().optional(),
  submission: z.string().optional(),
  owner: z.string().optional(),
  csv: z.boolean().default(false),
  json: z.boolean().default(false),
});

const UsageReply = z
  .object({
    owner: z.string(),
    month: z.string(),
    quota: z.object({ usdPerMonth: z.number(), leftUsd: z.number() }).optional(),
  })
  .extend(Usage.shape);

export async function command(args: readonly string[]): Promise<number> {
  const { api: url, csv, json, month, submission, owner } = parseOptions(program, args, Options);
  if (csv && json) throw new UserError("--csv and --json: give one of them");
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries({ month, submission, owner, format: csv ? "csv" : undefined }))
    if (value !== undefined) query.set(name, value);
  const api = await apiClient(url, process.env);
  const path = `/v1/usage?${query.toString()}`;
  if (csv) {
    const answer = await api.raw(path, {}, new AbortController().signal);
    const type = answer.headers.get("content-type") ?? "";
    // a problem is read again as one, for its own sentence
    if (!answer.ok || !type.startsWith("text/csv")) await api.call("GET", path, UsageReply);
    process.stdout.write(await answer.text());
    return 0;
  }
  const usage = await api.call("GET", path, UsageReply);
  process.stdout.write(json ? `${JSON.stringify(usage)}\n` : table(usage));
  return 0;
}

const row = (name: string, sums: UsageSums): string[] => [
  name,
  String(sums.requests),
  String(sums.promptTokens),
  String(sums.completionTokens),
  String(sums.gpuSeconds),
  usdText(sums.microUsd),
];

function table({ owner, month, quota, totals, deployments }: z.infer<typeof UsageReply>): string {
  const rows = [...deployments.map((sums) => row(sums.deployment, sums)), row("total", totals)];
  const left = quota === undefined ? "" : `$${quota.leftUsd} of $${quota.usdPerMonth} are left to set aside.\n`;
  return `${owner}, ${month}\n${textTable(["deployment", "answers", "tokens read", "written", "GPU seconds", "US dollars"], rows)}${left}`;
}
