import { existsSync } from "node:fs";
import { cp, mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { dirname, extname, join, relative, sep } from "node:path";
import { pathToFileURL } from "node:url";
import { codeHash, fileOf } from "./changed-pages.ts";
import type { PageCache } from "./page-cache.ts";

/** The base with which shells are compiled. Each build replaces it with its own. */
export const SHELL_BASE = "/__medhelm_base__/";

/** A compiled page as Astro's renderer takes it. Its other fields are Astro's own. */
interface ShellRoute {
  readonly type: string;
}

/** The exports of a shell's entry.mjs: Astro's application with the compiled pages. */
interface ShellEntry {
  readonly paths: () => Promise<readonly { readonly pathname: string; readonly route: ShellRoute }[]>;
  readonly render: (request: Request, route: ShellRoute) => Promise<Response>;
}

const isEntry = (module: unknown): module is ShellEntry =>
  typeof module === "object" && module !== null && "paths" in module && "render" in module;

interface ShellTarget {
  /** a folder for the shell with this base */
  readonly stage: string;
  readonly site: string;
  readonly base: string;
  readonly pages: PageCache;
}

/**
 * Writes all pages of a site from a compiled shell (build-shell.ts). It needs no Astro.
 * @param shell the folder with client/ and server/
 */
export async function renderShell(shell: string, { stage, site, base, pages }: ShellTarget): Promise<void> {
  await copyWithBase(join(shell, "client"), site, base);
  const server = join(stage, "server");
  await copyWithBase(join(shell, "server"), server, base);
  const entry: unknown = await import(pathToFileURL(join(server, "entry.mjs")).href);
  if (!isEntry(entry)) throw new Error(`${shell} is no shell of this version`);
  pages.start(await codeHash([join(shell, "server"), join(shell, "client")]));
  const paths = await entry.paths();
  let lastMs = performance.now();
  for (const [done, { pathname, route }] of paths.entries()) {
    if (performance.now() - lastMs > LOG_EVERY_MS) {
      lastMs = performance.now();
      process.stderr.write(`building the pages: ${done} of ${paths.length}\n`);
    }
    const path = pathname.replace(/^\/|\/$/g, "");
    const isFile = route.type === "endpoint";
    const file = fileOf(path, isFile);
    const body = await pages.bodyOf(file, async () => {
      const request = new Request(`http://localhost${base}${path}${isFile || path === "" ? "" : "/"}`);
      const response = await entry.render(request, route);
      if (!response.ok && path !== "404") throw new Error(`the page ${path} could not be written (${response.status})`);
      return Buffer.from(await response.arrayBuffer());
    });
    const target = join(site, file);
    await makeBelow(site, dirname(target));
    await writeFile(target, body);
  }
}

const LOG_EVERY_MS = 10_000;

/** Makes the folders between `root`, which exists, and `folder`. */
async function makeBelow(root: string, folder: string): Promise<void> {
  let at = root;
  for (const name of relative(root, folder)
    .split(sep)
    .filter((part) => part !== "")) {
    at = join(at, name);
    if (!existsSync(at)) await mkdir(at);
  }
}

const WITH_BASE: ReadonlySet<string> = new Set([".mjs", ".js", ".css", ".html", ".json"]);

/** Copies a folder of a shell, and replaces the base in its texts. */
export async function copyWithBase(from: string, to: string, base: string): Promise<void> {
  await makeBelow(dirname(to), to);
  for (const entry of await readdir(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (entry.isDirectory()) await copyWithBase(source, target, base);
    else if (!WITH_BASE.has(extname(entry.name))) await cp(source, target);
    else await writeFile(target, withBase(await readFile(source, "utf8"), base));
  }
}

/** Astro writes its base with and without the final slash. */
export const withBase = (text: string, base: string): string =>
  text.replaceAll(SHELL_BASE, base).replaceAll(SHELL_BASE.slice(0, -1), base === "/" ? "/" : base.slice(0, -1));
