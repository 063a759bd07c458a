import { mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** Writes the files of a folder of docs/ that is made from the code, and deletes its other files. */
export function writeDocs(folder: string, docs: ReadonlyMap<string, string>): void {
  const path = join(import.meta.dirname, "../docs", folder);
  mkdirSync(path, { recursive: true });
  for (const name of readdirSync(path)) if (!docs.has(name)) rmSync(join(path, name));
  for (const [name, text] of docs) writeFileSync(join(path, name), text);
}
