import { isThere } from "@medhelm/adapters/is-there";
import { readdir } from "node:fs/promises";
import { dirname, isAbsolute, join } from "node:path";
import { parseConf, type RunEntry } from "@medhelm/core/helm/conf";
import { UserError } from "@medhelm/core/user-error";
import { readUserText } from "../places/disk-files.ts";
import { packagedConf } from "../packaged.ts";
import { printMessage } from "../terminal/print-message.ts";

/** Reads the run entries of .conf files and then those of the command line, in HELM's order. */
export async function readEntries(confPaths: readonly string[], descriptions: readonly string[]): Promise<RunEntry[]> {
  const entries: RunEntry[] = [];
  for (const path of confPaths) entries.push(...(await readConf(path)));
  // HELM: entries of the command line have priority 1
  for (const description of descriptions) entries.push({ description, priority: 1, label: "--run-entries" });
  return entries;
}

async function readConf(path: string): Promise<RunEntry[]> {
  if (/\.ya?ml$/i.test(path))
    throw new UserError(
      `${path} is YAML, but run entries are in a .conf file; give that file, and name a jury with --judges or with jury_config_path= in an entry`,
    );
  // a reader of the documentation writes conf/NAME, as in the repository
  const packaged = join(packagedConf, path.replace(/^(?:\.\/)?conf\//, ""));
  const found = [path, packaged].find((candidate) => isThere(candidate));
  if (found === undefined)
    throw new UserError(
      `${path}: there is no such file; give the path of a .conf file with run entries, or one of the packaged ${await packagedNames()}`,
    );
  if (found === packaged) printMessage(`there is no ${path} here; the packaged one is used`);
  const base = found === packaged ? packagedConf : "";
  const entries = await parseConf(await readUserText(found), {
    label: found === packaged ? path : found,
    readInclude: async (name, from) => readInclude(base, name, from),
  });
  return entries.map((entry) => ({ ...entry, description: withOwnFiles(entry.description, dirname(found)) }));
}

async function packagedNames(): Promise<string> {
  const names = await readdir(packagedConf);
  return names
    .filter((name) => name.endsWith(".conf"))
    .toSorted()
    .join(", ");
}

/** An argument that names a file, by HELM's own naming. */
const FILE_ARGUMENT = /([:,]\w+_path=)([^,]+)/g;

/** Names the files next to the .conf by their paths. Files that are not there are looked for in the working directory, as in HELM. */
const withOwnFiles = (description: string, folder: string): string =>
  description.replaceAll(FILE_ARGUMENT, (whole, name: string, path: string) => {
    const own = join(folder, path);
    return isAbsolute(path) || !isThere(own) ? whole : `${name}${own}`;
  });

/** HOCON: an included file is next to the file that includes it. Labels are relative to `base`. */
export async function readInclude(base: string, name: string, from: string): Promise<{ label: string; text: string }> {
  const label = join(dirname(from), name);
  const file = join(base, label);
  if (!isThere(file))
    throw new UserError(`${from} includes ${name}, but there is no file ${label}; correct the include`);
  return { label, text: await readUserText(file) };
}
