import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, readdir, readFile, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { buildDocs } from "./build-docs.ts";
import { takesNoFiles } from "./make-stage.ts";

/** The sources of the documentation, relative to the repository. */
const SOURCES = [
  "docs",
  "CHANGELOG.md",
  "CONTRIBUTING.md",
  "SECURITY.md",
  "web/docs",
  "web/src/docs",
  "web/src/build/build-docs.ts",
  "web/src/build/for-astro.ts",
  "web/src/components/Brand.astro",
  "web/src/styles",
  "web/package.json",
];

/**
 * The folder of the built documentation. In an image it is there already; in a checkout it is built once for each state of its sources.
 * @throws SiteError if the checkout is read-only
 */
export async function builtDocs(web: string): Promise<string> {
  const ready = join(web, "built-docs");
  if (existsSync(ready)) return ready;
  const folder = join(web, ".built-docs");
  const docs = join(folder, await hashOf(join(web, "..")));
  if (existsSync(docs)) return docs;
  await mkdir(folder).catch((cause: unknown) => {
    if (!existsSync(folder)) throw takesNoFiles(web, cause);
  });
  const aside = `${docs}.${process.pid}`;
  await buildDocs(web, aside);
  // Another build of the same state may have been faster.
  await rename(aside, docs).catch(() => rm(aside, { recursive: true, force: true }));
  for (const name of await readdir(folder))
    if (!join(folder, name).startsWith(docs)) await rm(join(folder, name), { recursive: true, force: true });
  return docs;
}

async function hashOf(root: string): Promise<string> {
  const hash = createHash("sha256");
  for (const source of SOURCES) {
    const names = await readdir(join(root, source), { recursive: true }).catch(() => [""]);
    for (const name of names.toSorted()) {
      const bytes = await readFile(join(root, source, name)).catch(() => undefined);
      if (bytes !== undefined && !/\.(?:jpg|png)$/.test(name)) hash.update(`${source}/${name}\n`).update(bytes);
    }
  }
  return hash.digest("hex").slice(0, 16);
}
