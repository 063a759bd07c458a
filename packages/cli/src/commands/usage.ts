import { Usage, type UsageSums } from "@medhelm/core/money/usage";
import { usdText } from "@medhelm/core/money/micro-usd";
import { UserError } from "@medhelm/core/user-error";
import { z } from "zod";
import { apiOption } from "../service-api/api-option.ts";
import { apiClient } from "../service-api/api-client.ts";
import { defineCommand } from "../terminal/define-command.ts";
import { flag, option } from "../terminal/option.ts";
import { textTable } from "../terminal/text-table.ts";
import { jsonLine } from "../terminal/json-line.ts";

const UsageReply = z
  .object({
    owner: z.string(),
    month: z.string(),
    quota: z.object({ usdPerMonth: z.number(), leftUsd: z.number() }).optional(),
  })
  .extend(Usage.shape);

export const command = defineCommand({
  name: "medhelm usage",
  description: "Print what the submissions of a month cost: tokens at the prices of their day, and machines with GPUs.",
  options: {
    api: apiOption,
    month: option("YYYY-MM", "the month (UTC) of the submissions (default: this month)", z.string().optional()),
    submission: option("id", "only this submission", z.string().optional()),
    owner: option("name", "another owner's usage; the API key needs the scope admin", z.string().optional()),
    csv: flag("print the lines of an invoice as CSV"),
    json: flag("print every sum as JSON"),
  },
  async run({ api: url, csv, json, month, submission, owner }) {
    if (csv && json) throw new UserError("give either --csv or --json, not both");
    const query = new URLSearchParams();
    for (const [name, value] of Object.entries({ month, submission, owner, format: csv ? "csv" : undefined }))
      if (value !== undefined) query.set(name, value);
    const api = await apiClient(url, process.env);
    const path = `/v1/usage?${query.toString()}`;
    if (csv) {
      const answer = await api.raw(path, {}, new AbortController().signal);
      const type = answer.headers.get("content-type") ?? "";
      // asks again for JSON, so that call() throws the API's own sentence
      if (!answer.ok || !type.startsWith("text/csv")) await api.call("GET", path, UsageReply);
      const text = answer.body?.pipeThrough(new TextDecoderStream());
      for await (const part of text ?? []) process.stdout.write(part);
      return 0;
    }
    const usage = await api.call("GET", path, UsageReply);
    process.stdout.write(json ? jsonLine(usage) : table(usage));
    return 0;
  },
});

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
  const left =
    quota === undefined
      ? ""
      : `$${quota.leftUsd} of $${quota.usdPerMonth} of the month's quota are left for new submissions.\n`;
  return `${owner}, ${month}\n${textTable(["deployment", "answers", "tokens read", "written", "GPU seconds", "US dollars"], rows)}${left}`;
}
