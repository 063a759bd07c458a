import { Argument, Command } from "commander";
import { z } from "zod";
import { parseOptions } from "../terminal/options.ts";
import { textTable } from "../terminal/text-table.ts";

const WHAT = ["benchmarks", "models", "metrics", "groups"] as const;

const program = new Command("medhelm list")
  .description("List the benchmarks, the models that are built in, the metrics, or the groups of the leaderboard.")
  .addArgument(new Argument("[what]", "what to list").choices(WHAT))
  .option("--json", "for machines: everything that is known of each");
const Options = z.object({
  operands: z.array(z.enum(WHAT)),
  json: z.boolean().default(false),
});

export async function command(args: readonly string[]): Promise<number> {
  const { operands, json } = parseOptions(program, args, Options);
  const { listings } = await import("../terminal/listings.ts");
  const { header, rows, items } = await listings[operands[0] ?? "benchmarks"]();
  process.stdout.write(json ? `${JSON.stringify(items)}\n` : textTable(header, rows));
  return 0;
}
