import { isThere } from "@medhelm/adapters/is-there";
import { counted } from "@medhelm/core/text/counted";
import { copyFile, rm, writeFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { findBenchmark } from "@medhelm/benchmarks/registry";
import { FolderName } from "@medhelm/core/submission";
import { errorCode } from "@medhelm/core/error-code";
import { UserError } from "@medhelm/core/user-error";
import { writingTo } from "@medhelm/core/writing-to";
import { z } from "zod";
import { defineCommand } from "../terminal/define-command.ts";
import { argument, option } from "../terminal/option.ts";
import { printMessage } from "../terminal/print-message.ts";
import { loadPlugins } from "../plugins/load-plugins.ts";
import { diskFiles } from "../places/disk-files.ts";
import { makeFolder } from "../places/make-folder.ts";
import { benchmarkOfTable, type TableBenchmark } from "../scaffold/benchmark-of-table.ts";
import { readSourceRows } from "../scaffold/read-source-rows.ts";
import { findColumns, type GivenColumns } from "../scaffold/table-columns.ts";
import { benchmarkFiles } from "../scaffold/scaffold-benchmark.ts";
import { type PluginKind, pluginFiles, pluginTrial } from "../scaffold/scaffold-plugin.ts";

export const command = defineCommand({
  name: "medhelm new",
  description:
    "Write a template for your own part into the new folder NAME. It runs at once, and its comments say what to change. medhelm new benchmark NAME --from TABLE.csv makes a benchmark of a table, also with images.",
  options: {
    what: argument("what to write", z.enum(["benchmark", "metric", "annotator", "model"])),
    name: argument("its name, which is also the name of the new folder", FolderName),
    fromHf: option(
      "file",
      "benchmark: make it of this table, a Parquet, JSON, JSONL or CSV file as on Hugging Face",
      z.string().optional(),
    ),
    from: option("file", "the same as --from-hf", z.string().optional()),
    image: option(
      "column",
      "the table's column with images, or with their paths relative to the table (default: by its name)",
      z.string().optional(),
    ),
    question: option("column", "the table's column with the questions (default: by its name)", z.string().optional()),
    answer: option("column", "the table's column with the right answers", z.string().optional()),
    options: option(
      "columns",
      "the table's column with lists of options, or one column for each",
      z.array(z.string()).optional(),
    ),
  },
  async run({ what, name, fromHf, from = fromHf, ...columns }) {
    const table = await tableOf(what, from, columns);
    if (isThere(name)) throw new UserError(`${name} exists already; choose another name`);
    makeFolder(name, "<name>");
    const files = what === "benchmark" ? benchmarkFiles(name, table) : pluginFiles(what, name);
    try {
      await writingTo(name, async () => {
        for (const [file, text] of Object.entries(files)) await writeFile(join(name, file), text, { flag: "wx" });
        if (table !== undefined && from !== undefined) await copyImages(table, from, name);
      });
      await readAsRun(what, name);
    } catch (error) {
      if (errorCode(error) !== "EEXIST") await rm(name, { recursive: true }); // else another process writes there
      throw error instanceof UserError ? refused(what, name, error) : error;
    }
    if (table !== undefined) printTable(table);
    for (const file of Object.keys(files)) process.stdout.write(`${join(name, file)}\n`);
    printMessage(`next: cd ${name}, then ${what === "benchmark" ? tryBenchmark(name) : tryPlugin(what, name)}`);
    return 0;
  },
});

/** @throws UserError for options of a table without a table */
async function tableOf(
  what: string,
  path: string | undefined,
  given: GivenColumns,
): Promise<TableBenchmark | undefined> {
  if (path === undefined) {
    const named = (["question", "answer", "options", "image"] as const).find((one) => given[one] !== undefined);
    if (named === undefined) return undefined;
    throw new UserError(`--${named} names a column of a table; name the table with --from FILE`);
  }
  if (what !== "benchmark") throw new UserError("--from makes a benchmark: medhelm new benchmark NAME --from FILE");
  const rows = await readSourceRows(diskFiles(process.cwd()), path);
  return benchmarkOfTable(path, rows, findColumns(path, rows, given));
}

/** Puts the images into the folder of the benchmark, so that it can be moved. @throws UserError for an image that is not there */
async function copyImages({ images }: TableBenchmark, table: string, name: string): Promise<void> {
  if (images.size > 0) makeFolder(join(name, "images"), "<name>");
  for (const [own, path] of images) {
    if (typeof path !== "string") {
      await writeFile(join(name, own), path);
      continue;
    }
    const source = resolve(dirname(table), path);
    if (!isThere(source))
      throw new UserError(
        `${path}: ${table} names this image, and there is no such file in ${dirname(resolve(table))}`,
      );
    await copyFile(source, join(name, own));
  }
}

/** A table may have 100,000 columns. */
const MOST_NAMED = 20;

function printTable({ rows, metric, leftOut, images, columns, unused, onlyLetter }: TableBenchmark): void {
  const pictures = images.size === 0 ? "" : ` about ${counted(images.size, "image")}`;
  printMessage(`${counted(rows, "question")}${pictures}, scored by ${metric}`);
  const { question, answer, options, image } = columns;
  const used = [
    ["question", question],
    ["answer", answer],
    ["options", options.join(", ") || "none"],
    ...(image === undefined ? [] : [["image", image]]),
  ];
  const more = unused.length > MOST_NAMED ? ` and ${unused.length - MOST_NAMED} more` : "";
  const others = unused.length === 0 ? "" : `; not used: ${unused.slice(0, MOST_NAMED).join(", ")}${more}`;
  printMessage(`columns: ${used.map(([part, name]) => `${part}: ${name}`).join("; ")}${others}`);
  if (onlyLetter !== undefined)
    printMessage(
      `the right option is ${onlyLetter} in every row, so a model that always answers ${onlyLetter} is right; bring the options of the table into another order`,
    );
  const [first] = leftOut;
  if (first !== undefined)
    printMessage(`${counted(leftOut.length, "row")} left out; the first is row ${first.row}: ${first.reason}`);
}

/** Reads the template as `medhelm run` does. @throws UserError for a name that `medhelm run` would refuse */
async function readAsRun(what: "benchmark" | PluginKind, name: string): Promise<void> {
  const folder = resolve(name);
  if (what !== "benchmark") return void (await loadPlugins([folder], folder));
  const configurable = await findBenchmark("medhelm_configurable_benchmark");
  await configurable.settle({ config_path: `${name}.yaml` }, diskFiles(folder));
}

const refused = (what: string, name: string, error: UserError): UserError =>
  new UserError(`medhelm new ${what} ${name}: ${error.message.replace(`${resolve(name)}/`, "")}`, { cause: error });

const tryBenchmark = (name: string): string =>
  `medhelm check ${name}.yaml, and medhelm run --conf-paths ${name}.conf --models-to-run MODEL --suite my`;

function tryPlugin(kind: PluginKind, name: string): string {
  const { entry, model } = pluginTrial(kind, name);
  return `medhelm run --plugins . --run-entries ${entry} --models-to-run ${model} --suite my`;
}
