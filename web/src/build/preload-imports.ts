import { readdir, readFile, writeFile } from "node:fs/promises";
import { join, sep } from "node:path";

const IMPORT = /(?:from|import)\s*["']\.\/([\w.@-]+\.js)["']/g;
const POLICY = /<meta http-equiv="content-security-policy"[^>]*>/;
const SCRIPT = /<script type="module" src="([^"]*\/_astro\/)([\w.@-]+\.js)"><\/script>/g;

/**
 * Completes the heads of all pages: puts the policy first, and adds a modulepreload link for each module that a page's script imports. Without it a browser requests these modules only when the
 * script has arrived, which costs a round trip. `hasLinks`: pages that have them already.
 */
export async function preloadImports(site: string, hasLinks: (page: string) => boolean = () => false): Promise<void> {
  const assets = join(site, "_astro");
  const scripts = (await readdir(assets).catch((): string[] => [])).filter((name) => name.endsWith(".js"));
  const imports = new Map<string, readonly string[]>();
  for (const name of scripts) imports.set(name, importsOf(await readFile(join(assets, name), "utf8")));
  const pages = (await readdir(site, { recursive: true })).filter((name) => name.endsWith(".html"));
  for (const name of pages) {
    if (hasLinks(name.split(sep).join("/"))) continue;
    const path = join(site, name);
    const html = await readFile(path, "utf8");
    const linked = withEarlyPolicy(withPreloads(html, imports));
    if (linked !== html) await writeFile(path, linked);
  }
}

/**
 * Moves a page's policy to the front of its head, behind the character set, which must be in the first kilobyte. Astro writes it after the styles,
 * and a policy in a page holds only for what follows it. The script of run/load-ahead.ts comes before the styles, and would run with any content.
 */
export function withEarlyPolicy(html: string): string {
  const [policy] = POLICY.exec(html) ?? [];
  if (policy === undefined) return html;
  return html.replace(policy, "").replace(/<meta charset="utf-8"\s*\/?>/, (charset) => charset + policy);
}

/** The modules of the same folder that a built script imports when it loads. */
export const importsOf = (script: string): string[] => [
  ...new Set([...script.matchAll(IMPORT)].flatMap(([, name]) => name ?? [])),
];

/** Adds the links in front of the first script of a page. */
export function withPreloads(html: string, imports: ReadonlyMap<string, readonly string[]>): string {
  const scripts = [...html.matchAll(SCRIPT)];
  const [first] = scripts;
  const folder = first?.[1];
  if (first === undefined || folder === undefined) return html;
  const wanted = new Set<string>();
  const add = (name: string): void => {
    for (const one of imports.get(name) ?? []) {
      if (wanted.has(one)) continue;
      wanted.add(one);
      add(one);
    }
  };
  for (const [, , name = ""] of scripts) add(name);
  const links = [...wanted].map((name) => `<link rel="modulepreload" href="${folder}${name}">`).join("");
  return html.slice(0, first.index) + links + html.slice(first.index);
}
