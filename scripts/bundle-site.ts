import { readFileSync } from "node:fs";
import { cp, mkdir, rm, symlink, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { z } from "zod";
import { bundleDocs } from "./bundle-docs.ts";

const Package = z.object({
  dependencies: z.record(z.string(), z.string()).optional(),
  optionalDependencies: z.record(z.string(), z.string()).optional(),
  peerDependencies: z.record(z.string(), z.string()).optional(),
  os: z.array(z.string()).optional(),
  cpu: z.array(z.string()).optional(),
  libc: z.array(z.string()).optional(),
  dev: z.boolean().optional(),
  link: z.boolean().optional(),
  resolved: z.string().optional(),
});
const Lock = z.object({ packages: z.record(z.string(), Package) });
type Packages = z.infer<typeof Lock>["packages"];

/** The machines of the site job (infra/batch.ts: X86_64, Debian). */
const TARGET = { os: "linux", cpu: "x64", libc: "glibc" } as const;

/**
 * Copies web/ with the built documentation, Astro and all its dependencies from node_modules, in the versions of the lock file. It copies, because Vite
 * compiles the pages for each release and cannot be bundled.
 * @throws if a package for the site job's machines is not installed
 */
export async function copySite(root: string, to: string): Promise<void> {
  await rm(to, { recursive: true, force: true });
  await mkdir(to, { recursive: true });
  const { packages } = Lock.parse(JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8")));
  for (const folder of closure(packages, "web")) {
    const from = join(root, folder);
    await cp(from, join(to, folder), {
      recursive: true,
      filter: (path) => path === from || !isNested(from, path),
    }).catch((cause: unknown) => {
      throw new Error(`${folder} is not installed: run npm ci on Linux x64 first`, { cause });
    });
  }
  await cp(join(root, "web"), join(to, "web"), { recursive: true, filter: isSource });
  await bundleDocs(root, join(to, "web/built-docs"));
  // A link, as in the repository, because Node does not strip types below node_modules.
  await cp(join(root, "packages/core"), join(to, "packages/core"), { recursive: true, filter: isSource });
  await mkdir(join(to, "node_modules/@medhelm"), { recursive: true });
  await symlink("../../packages/core", join(to, "node_modules/@medhelm/core"));
  await writeFile(
    join(to, "package.json"),
    `${JSON.stringify({ name: "medhelm-site", private: true, type: "module" })}\n`,
  );
}

/** Nested packages have their own entries in the lock file. */
const isNested = (from: string, path: string): boolean =>
  path.slice(from.length).split(/[\\/]/).includes("node_modules");

const isSource = (path: string): boolean =>
  !path.endsWith(".test.ts") &&
  !["node_modules", "dist", ".astro", ".built-docs"].includes(basename(path)) &&
  !basename(path).startsWith(".build-");

/** Lists the folders of the lock file that `start` needs on the target, without workspaces. */
export function closure(packages: Packages, start: string): string[] {
  const found = new Set<string>();
  const queue = [start];
  for (let folder = queue.pop(); folder !== undefined; folder = queue.pop()) {
    const { dependencies, optionalDependencies, peerDependencies } = packages[folder] ?? {};
    for (const name of Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies })) {
      const at = placeOf(packages, folder, name);
      if (at === undefined || found.has(at) || !fits(packages[at])) continue;
      const entry = packages[at];
      if (entry?.link === true) {
        if (entry.resolved !== undefined) queue.push(entry.resolved);
        continue;
      }
      found.add(at);
      queue.push(at);
    }
  }
  return [...found].toSorted();
}

/** Finds a package as Node does: first in the node_modules of the folder, then in those above. */
function placeOf(packages: Packages, folder: string, name: string): string | undefined {
  for (let at = folder; ; at = dirname(at)) {
    const place = at === "." ? `node_modules/${name}` : `${at}/node_modules/${name}`;
    if (packages[place] !== undefined) return place;
    if (at === ".") return undefined;
  }
}

function fits(entry: Packages[string] | undefined): boolean {
  const { os, cpu, libc } = entry ?? {};
  return (
    (os === undefined || os.includes(TARGET.os)) &&
    (cpu === undefined || cpu.includes(TARGET.cpu)) &&
    (libc === undefined || libc.includes(TARGET.libc))
  );
}
