import { isThere } from "@medhelm/adapters/is-there";
import { statSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import { hasRunFile } from "@medhelm/service/prompts/run-folder-file";
import { readUserText } from "../places/disk-files.ts";
import { loadPlugins } from "../plugins/load-plugins.ts";
import { checkConf } from "./check-conf.ts";
import { checkJsonLines, checkTable } from "./check-data.ts";
import { checkPrompt } from "./check-prompt.ts";
import { checkJson, checkStates } from "./check-run-file.ts";
import { checkYaml } from "./check-yaml.ts";
import type { Checked } from "./checked.ts";

/**
 * Reads a file and the files that it names, as the commands would. It asks no model and downloads nothing.
 * @throws UserErrors with every problem
 */
export async function checkFile(path: string, workingDirectory: string): Promise<Checked> {
  if (isFolder(path))
    return isThere(join(path, "run_spec.json")) ? checkRun(path) : checkPlugin(path, workingDirectory);
  const extension = /\.[^./\\]+$/.exec(path)?.[0].toLowerCase() ?? "";
  if (/^\.(?:[cm]?[jt]s)$/.test(extension)) return checkPlugin(path, workingDirectory);
  if (extension === ".csv" || extension === ".tsv") return checkTable(path, workingDirectory);
  if (extension === ".jsonl") return checkJsonLines(path, workingDirectory);
  if (basename(path) === "scenario_state.json") return checkStates(path);
  const text = await readUserText(path);
  if (extension === ".conf") return checkConf(path, text, workingDirectory);
  if (extension === ".json") return checkJson(path, text);
  if (extension === ".txt" || extension === ".md") return checkPrompt(path, text);
  return checkYaml(path, text, workingDirectory);
}

const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;

async function checkPlugin(path: string, workingDirectory: string): Promise<Checked> {
  const { models } = await loadPlugins([resolve(workingDirectory, path)], workingDirectory);
  return { kind: "plugin", found: ["it loads", ...models.map(({ name }) => `model ${name}`)] };
}

async function checkRun(folder: string): Promise<Checked> {
  const names = ["run_spec.json", "scenario_state.json", "manifest.json"].filter((name) =>
    hasRunFile(join(folder, name)),
  );
  const found: string[] = [];
  for (const name of names) {
    const checked = await checkFile(join(folder, name), folder);
    found.push([`${name}: ${checked.kind}`, ...checked.found].join(", "));
  }
  return { kind: "run", found };
}
