import { posix } from "node:path";
import { parseSync } from "oxc-parser";

export interface Import {
  /** counted from 1 */
  readonly line: number;
  /** the path of a file of this repository, or the name of a module of Node or of a package */
  readonly target: string;
}

/** Imports of a source file or an Astro page: of values, of types, dynamic, and `export ... from`. */
export const importsOf = (path: string, text: string): Import[] =>
  path.endsWith(".astro") ? scriptsOf(text).flatMap((script) => inSource(path, script)) : inSource(path, text);

function inSource(path: string, text: string): Import[] {
  const { module } = parseSync(path.replace(/\.astro$/, ".ts"), text);
  const requests = [
    ...module.staticImports.map(({ moduleRequest }) => moduleRequest),
    ...module.staticExports.flatMap(({ entries }) => entries.flatMap(({ moduleRequest }) => moduleRequest ?? [])),
    ...module.dynamicImports.map(({ moduleRequest }) => moduleRequest),
  ];
  return requests.flatMap(({ start, end }) => {
    const name = /^["'`]([^$]*)["'`]$/.exec(text.slice(start, end))?.[1];
    if (name === undefined) return [];
    return [{ line: text.slice(0, start).split("\n").length, target: resolve(path, name) }];
  });
}

/** The front matter and the scripts of a page, each at its own lines. */
function scriptsOf(text: string): string[] {
  return [...text.matchAll(/^---\n(.*?)^---$|<script[^>]*>(.*?)<\/script>/gms)].map(
    ({ 0: whole, 1: matter, 2: script, index }) => {
      const code = matter ?? script ?? "";
      return blankLines(text.slice(0, index + whole.indexOf(code))) + code;
    },
  );
}

const blankLines = (before: string): string => before.replaceAll(/[^\n]/g, "");

function resolve(path: string, name: string): string {
  if (name.startsWith(".")) return posix.join(posix.dirname(path), name);
  const [, room, file] = /^@medhelm\/(\w+)\/(.+)$/.exec(name) ?? [];
  if (room === "functions") return `functions/${file}.ts`;
  if (room !== undefined) return `packages/${room}/src/${file}.ts`;
  return name.replace(/^medhelm\/(.+)$/, "packages/cli/src/$1.ts");
}
