import { isThere } from "@medhelm/adapters/is-there";
import { counted } from "@medhelm/core/text/counted";
import { statSync } from "node:fs";
import { basename } from "node:path";
import { fsStore } from "@medhelm/adapters/objects/fs-store";
import { parseSchema } from "@medhelm/core/release/schema/release-schema";
import { withPointEstimates } from "@medhelm/core/release/statistics/point-estimates";
import { UNKNOWN_TABLE } from "@medhelm/core/release/runs/run-wording";
import { tableNotices } from "@medhelm/core/release/leaderboard/table-notices";
import { FolderName } from "@medhelm/core/submission";
import { UserError } from "@medhelm/core/user-error";
import { putRunFiles } from "@medhelm/service/import/copy-runs";
import { readLeaderboardTable } from "@medhelm/service/import/read-leaderboard-table";
import { leaderboardOf } from "@medhelm/service/release/build-release";
import { z } from "zod";
import { findSource } from "../import/find-source.ts";
import { importSource } from "../import/import-source.ts";
import { diskFiles, readUserText } from "../places/disk-files.ts";
import { knownModels } from "../models/known-models.ts";
import { makeOutputFolder } from "../places/make-output-folder.ts";
import { findPlace } from "../service-api/open-place.ts";
import { releasePorts } from "../stack/release-ports.ts";
import { commonOptions } from "../terminal/common-options.ts";
import { defineCommand, type ValuesOf } from "../terminal/define-command.ts";
import { argument, option } from "../terminal/option.ts";
import { printMessage } from "../terminal/print-message.ts";

const importOptions = {
  place: argument(
    "an output folder, suite, run or release of HELM's or ours, on disk or s3://BUCKET/PREFIX; or a table of scores (.csv)",
    z.string(),
  ),
  suite: option(
    "name",
    "the suite that gets the runs (default: its name in the source); of a source with several suites, the one to import",
    FolderName.optional(),
  ),
  outputPath: commonOptions.outputPath,
  schemaPath: option(
    "file",
    "schema with the benchmarks that a table's columns name (default: the packaged one)",
    z.string().optional(),
  ),
  prompts: option(
    "wording",
    "whose wording the prompts behind a table had; scores are compared with runs of the same wording",
    z.enum(["helm", "unknown"]).default("unknown"),
  ),
  localPath: commonOptions.localPath,
};
type Options = ValuesOf<typeof importOptions>;

export const command = defineCommand({
  name: "medhelm import",
  description: "Put official releases, other runs and published tables into the folder of your own runs.",
  options: importOptions,
  async run(options) {
    const isTable =
      !options.place.startsWith("s3://") &&
      (isThere(options.place) ? statSync(options.place).isFile() : /\.csv$/i.test(options.place));
    const suites = isTable ? await importTable(options) : await importFolder(options);
    printMessage(`next: medhelm summarize --release NAME --suites ${suites.join(" ")} YOUR_SUITE`);
    return 0;
  },
});

async function importFolder({ place, suite, outputPath }: Options): Promise<string[]> {
  const { path, open } = await findPlace(place, "PLACE");
  const source = await findSource(path, open);
  makeOutputFolder(outputPath);
  const { suites, damaged, leftOut } = await importSource(source, outputPath, suite);
  for (const [name, runs] of suites) printMessage(`${counted(runs, "run")} of suite ${name} in ${outputPath}`);
  for (const message of leftOut) printMessage(message);
  const [first, ...others] = damaged;
  for (const { message } of others) printMessage(message);
  if (first !== undefined) throw first;
  return [...suites.keys()];
}

async function importTable(options: Options): Promise<string[]> {
  const { place, outputPath, prompts, schemaPath } = options;
  const suite = options.suite ?? basename(place).replace(/\.[^.]*$/, "");
  if (!FolderName.safeParse(suite).success)
    throw new UserError(`${place}: no suite can be named ${JSON.stringify(suite)}; name one with --suite`);
  const file = await diskFiles(process.cwd()).read(place);
  const objects = fsStore(outputPath);
  const known = await knownModels(options.localPath);
  const ports = await releasePorts(outputPath, objects, known);
  const schemaText = schemaPath === undefined ? ports.packagedSchema : await readUserText(schemaPath);
  const label = schemaPath ?? "schema_medhelm.yaml";
  const table = readLeaderboardTable(
    { ...file, label: place },
    { schema: parseSchema(schemaText, label), models: ports.models, ...(prompts === "helm" ? { prompts } : {}) },
  );
  makeOutputFolder(outputPath);
  for (const run of table.runs) await putRunFiles({ objects, suite }, run.runSpec.name, run);
  printMessage(
    `${counted(table.models, "model")} x ${counted(table.benchmarks, "benchmark")} of ${place} as suite ${suite} in ${outputPath}`,
  );
  if (table.emptyCells > 0) printMessage(`${table.emptyCells} cells of the table are empty`);
  if (table.aggregates.length > 0)
    printMessage(`computed from the scores instead of read: ${table.aggregates.join(", ")}`);
  if (prompts === "unknown") printMessage(UNKNOWN_TABLE);
  const schema = { kind: "file", label, text: schemaText } as const;
  const leaderboard = await leaderboardOf(ports, { kind: "suite", suite, profile: "helm", schema, validation: "off" });
  for (const notice of tableNotices(withPointEstimates(leaderboard))) printMessage(notice);
  return [suite];
}
