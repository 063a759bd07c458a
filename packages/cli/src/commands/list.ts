import { z } from "zod";
import { defineCommand } from "../terminal/define-command.ts";
import { argument, flag } from "../terminal/option.ts";
import { textTable } from "../terminal/text-table.ts";
import { jsonLine } from "../terminal/json-line.ts";

export const command = defineCommand({
  name: "medhelm list",
  description:
    "List the benchmarks, the built-in models, the deployments of providers, the metrics, or the groups of the leaderboard.",
  options: {
    what: argument(
      "what to list",
      z.enum(["benchmarks", "models", "deployments", "metrics", "groups"]).default("benchmarks"),
    ),
    json: flag("print all facts of each as JSON"),
  },
  async run({ what, json }) {
    const { catalogTables } = await import("../terminal/catalog-tables.ts");
    const { header, rows, items } = await catalogTables[what]();
    process.stdout.write(json ? jsonLine(items) : textTable(header, rows));
    return 0;
  },
});
