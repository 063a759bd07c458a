import { existsSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { FolderName } from "@medhelm/core/submission";
import { UserError } from "@medhelm/core/user-error";
import { z } from "zod";
import { defineCommand } from "../terminal/define-command.ts";
import { argument } from "../terminal/option.ts";
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
    for (const [file, text] of Object.entries(files)) {
      await writeFile(join(name, file), text, { flag: "wx" });
      process.stdout.write(`${join(name, file)}\n`);
    }
    process.stderr.write(
      `medhelm: next: cd ${name}, then ${what === "benchmark" ? tryBenchmark(name) : tryPlugin(what, name)}\n`,
    );
    return 0;
  },
});

const tryBenchmark = (name: string): string =>
  `medhelm check ${name}.yaml, and medhelm run --conf-paths ${name}.conf --models-to-run MODEL --suite my`;

function tryPlugin(kind: PluginKind, name: string): string {
  const { entry, model } = pluginTrial(kind, name);
  return `medhelm run --plugins . --run-entries ${entry} --models-to-run ${model} --suite my`;
}
