import { existsSync } from "node:fs";
import { rm, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { findBenchmark } from "@medhelm/benchmarks/registry";
import { FolderName } from "@medhelm/core/submission";
import { UserError } from "@medhelm/core/user-error";
import { z } from "zod";
import { defineCommand } from "../terminal/define-command.ts";
import { argument } from "../terminal/option.ts";
import { loadPlugins } from "../plugins/load-plugins.ts";
import { diskFiles } from "../run/disk-files.ts";
import { makeFolder } from "../run/make-folder.ts";
import { benchmarkFiles } from "../scaffold/scaffold-benchmark.ts";
import { type PluginKind, pluginFiles, pluginTrial } from "../scaffold/scaffold-plugin.ts";

export const command = defineCommand({
  name: "medhelm new",
  description:
    "Write a template for your own part into the new folder NAME. It runs at once, and its comments say what to change.",
  options: {
    what: argument("what to write", z.enum(["benchmark", "metric", "annotator", "model"])),
    name: argument("its name, which is also the name of the new folder", FolderName),
  },
  async run({ what, name }) {
    if (existsSync(name)) throw new UserError(`${name} exists already; choose another name`);
    makeFolder(name, "<name>");
    const files = what === "benchmark" ? benchmarkFiles(name) : pluginFiles(what, name);
    for (const [file, text] of Object.entries(files)) await writeFile(join(name, file), text, { flag: "wx" });
    try {
      await readAsRun(what, name);
    } catch (error) {
      await rm(name, { recursive: true });
      throw error instanceof UserError ? refused(what, name, error) : error;
    }
    for (const file of Object.keys(files)) process.stdout.write(`${join(name, file)}\n`);
    process.stderr.write(
      `medhelm: next: cd ${name}, then ${what === "benchmark" ? tryBenchmark(name) : tryPlugin(what, name)}\n`,
    );
    return 0;
  },
});

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
