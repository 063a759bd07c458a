import { existsSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { FolderName } from "@medhelm/core/submission";
import { UserError } from "@medhelm/core/user-error";
import { Argument, Command } from "commander";
import { z } from "zod";
import { parseOptions } from "../terminal/options.ts";
import { makeFolder } from "../run/output-store.ts";
import { benchmarkFiles } from "../scaffold/scaffold-benchmark.ts";
import { type PluginKind, pluginFiles, pluginTrial } from "../scaffold/scaffold-plugin.ts";

const WHAT = ["benchmark", "metric", "annotator", "model"] as const;

const program = new Command("medhelm new")
  .description("Start something of your own in a folder NAME: it runs as it is, and says where to change it.")
  .addArgument(new Argument("<what>", "what to start").choices(WHAT))
  .argument("<name>", "its name, and that of the new folder");
const Options = z.object({ operands: z.tuple([z.enum(WHAT), FolderName]) });

export async function command(args: readonly string[]): Promise<number> {
  const [what, name] = parseOptions(program, args, Options).operands;
  if (existsSync(name)) throw new UserError(`${name} is there already; choose another name`);
  makeFolder(name, "<name>");
  const files = what === "benchmark" ? benchmarkFiles(name) : pluginFiles(what, name);
  for (const [file, text] of Object.entries(files)) {
    await writeFile(join(name, file), text, { flag: "wx" });
    process.stdout.write(`${join(name, file)}\n`);
  }
  process.stderr.write(
    `medhelm: next: cd ${name}, then ${what === "benchmark" ? tryBenchmark(name) : tryPlugin(what, name)}\n`,
  );
  return 0;
}

const tryBenchmark = (name: string): string =>
  `medhelm check ${name}.yaml, and medhelm run --conf-paths ${name}.conf --models-to-run MODEL --suite my`;

function tryPlugin(kind: PluginKind, name: string): string {
  const { entry, model } = pluginTrial(kind, name);
  return `medhelm run --plugins . --run-entries ${entry} --models-to-run ${model} --suite my`;
}
