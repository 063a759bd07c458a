import { isThere } from "@medhelm/adapters/is-there";
import { refuseSpecialFile } from "@medhelm/adapters/refuse-special-file";
import { readFileSync, statSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { UserError } from "@medhelm/core/user-error";
import { z } from "zod";

/** The place of a plugin: the file to load, and its folder. */
export interface PluginPlace {
  readonly entry: string;
  /** absent: the plugin is a single file */
  readonly folder?: string;
}

const ENTRIES = ["index.ts", "index.mts", "index.js", "index.mjs"];
const Manifest = z.looseObject({ main: z.string().optional(), exports: z.unknown() });

/**
 * Finds a plugin. `reference` is a folder, a file, or a package in node_modules of the working directory or above it.
 * @throws UserError if there is no such folder, file or package
 */
export function findPlugin(reference: string, workingDirectory: string): PluginPlace {
  const path = resolve(workingDirectory, reference);
  const place = isThere(path) ? path : packageFolder(reference, workingDirectory);
  if (place === undefined)
    throw new UserError(`--plugins ${reference}: there is no such folder, file, or package in node_modules`);
  if (!statSync(place).isDirectory()) {
    refuseSpecialFile(place, MAX_BYTES);
    return { entry: place };
  }
  const entry = entryOf(place);
  if (entry === undefined)
    throw new UserError(
      `--plugins ${reference}: there is no index.ts or index.js in ${place}; add one, because medhelm loads it`,
    );
  if (entry.endsWith("ts") && entry.includes("/node_modules/"))
    throw new UserError(
      `--plugins ${reference}: ${entry} is TypeScript in node_modules, which Node does not read; give the path of a folder outside node_modules, or compile the package to JavaScript`,
    );
  refuseSpecialFile(entry, MAX_BYTES);
  return { entry, folder: place };
}

function packageFolder(name: string, from: string): string | undefined {
  if (!/^(?:@[\w.-]+\/)?[\w-][\w.-]*$/.test(name)) return undefined;
  for (let folder = from; ; folder = dirname(folder)) {
    const place = join(folder, "node_modules", name);
    if (isThere(place)) return place;
    if (dirname(folder) === folder) return undefined;
  }
}

/** Code and package.json are smaller. */
const MAX_BYTES = 64 * 1024 * 1024;

/** The file that package.json names, else a file with a usual name. */
function entryOf(folder: string): string | undefined {
  const file = join(folder, "package.json");
  refuseSpecialFile(file, MAX_BYTES);
  const manifest = isThere(file) ? parsed(readFileSync(file, "utf8")) : undefined;
  const named = [exportsOf(manifest?.exports), manifest?.main, ...ENTRIES];
  return named.flatMap((name) => (name === undefined ? [] : [join(folder, name)])).find(isThere);
}

function parsed(text: string): z.infer<typeof Manifest> | undefined {
  try {
    return Manifest.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

/** The common forms of "exports": a path, {".": path}, {import: path}, {default: path}. */
function exportsOf(value: unknown): string | undefined {
  if (typeof value === "string") return value;
  const fields = z.record(z.string(), z.unknown()).safeParse(value).data;
  const inner = fields?.["."] ?? fields?.["import"] ?? fields?.["default"];
  return inner === undefined ? undefined : exportsOf(inner);
}
