import { readdir, readFile, rm, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { build, type Metafile, type Plugin } from "esbuild";

const CHUNK = /^chunk-\w+\.mjs$/;

/** The imports that esbuild writes at the beginning of a chunk. */
const IMPORT = /import\s*(?:\{([^}]*)\}\s*from\s*)?"\.\/(chunk-\w+\.mjs)";/g;

/** A file with the code of several chunks. */
interface Merged {
  readonly file: string;
  /** the chunks in it; an export `a` of the chunk with number 3 is `a$3` */
  readonly chunks: readonly string[];
}

/**
 * Makes one file of the chunks that the same starts load. Node takes longer to find and link a small file than to load its code. The bundler,
 * esbuild, makes a chunk for each set of dynamic imports: `medhelm run` loaded 212 files. No start loads more code than before.
 * @param isStart whether the start of this entry point counts: a program, or the module that a command imports first
 */
export async function mergeChunks(
  folder: string,
  outputs: Metafile["outputs"],
  isStart: (entryPoint: string) => boolean,
): Promise<void> {
  const imports = new Map(
    Object.entries(outputs).map(([path, output]) => [
      basename(path),
      output.imports.filter(({ kind, external }) => kind === "import-statement" && external !== true),
    ]),
  );
  const closureOf = (start: string): ReadonlySet<string> => {
    const found = new Set([start]);
    for (const file of found) for (const { path } of imports.get(file) ?? []) found.add(basename(path));
    return found;
  };
  const named = Object.entries(outputs).map(([path, output]) => ({ name: basename(path), ...output }));
  const starts = named
    .filter(({ entryPoint }) => entryPoint !== undefined && isStart(entryPoint))
    .map(({ name }) => closureOf(name));
  // With the chunks that dynamic imports name, too: a file between two chunks of a merged one would import it before it is evaluated.
  const byStarts = Map.groupBy(
    named.filter(({ name }) => CHUNK.test(name) && starts.some((start) => start.has(name))),
    ({ name }) => starts.map((start) => Number(start.has(name))).join(""),
  );
  const merged = [...byStarts.values()]
    .filter((chunks) => chunks.length > 1)
    .map((chunks, i): Merged => ({ file: `shared-${i}.mjs`, chunks: chunks.map(({ name }) => name).toSorted() }));
  const placeOf = new Map(
    merged.flatMap(({ file, chunks }) => chunks.map((chunk, number) => [chunk, { file, number }] as const)),
  );
  const exportsOf = new Map(named.map(({ name, exports }) => [name, exports]));
  for (const one of merged)
    await writeFile(join(folder, one.file), withPlaces(await joined(folder, one, exportsOf), placeOf));
  for (const { name, entryPoint, exports } of named) {
    const path = join(folder, name);
    const place = placeOf.get(name);
    if (place === undefined) {
      if (name.endsWith(".mjs")) await writeFile(path, withPlaces(await readFile(path, "utf8"), placeOf));
    } else if (entryPoint === undefined) await rm(path);
    else await writeFile(path, forwarded(exports, place)); // dynamic imports name it
  }
  await requireNone(
    folder,
    new Set(named.filter(({ entryPoint }) => entryPoint === undefined).map(({ name }) => name)),
  );
}

/** The code of a merged file. Its imports of other chunks are as before. */
async function joined(
  folder: string,
  { chunks }: Merged,
  exportsOf: ReadonlyMap<string, readonly string[]>,
): Promise<string> {
  const others: Plugin = {
    name: "other-files",
    setup(setup) {
      setup.onResolve({ filter: /^\.\// }, ({ path }) =>
        chunks.includes(basename(path)) ? undefined : { path, external: true },
      );
    },
  };
  const lines = chunks.map((chunk, number) => {
    const names = (exportsOf.get(chunk) ?? []).map((name) => `${name} as ${name}$${number}`);
    return names.length === 0 ? `import "./${chunk}";` : `export { ${names.join(", ")} } from "./${chunk}";`;
  });
  const { outputFiles } = await build({
    stdin: { contents: lines.join("\n"), resolveDir: folder },
    bundle: true,
    write: false,
    format: "esm",
    platform: "node",
    target: "node22",
    minify: true,
    packages: "external",
    legalComments: "none",
    logLevel: "warning",
    plugins: [others],
  });
  return outputFiles.map(({ text }) => text).join("");
}

/** Where the code of a chunk is. */
interface Place {
  readonly file: string;
  readonly number: number;
}

const forwarded = (exports: readonly string[], { file, number }: Place): string =>
  exports.length === 0
    ? `import"./${file}";\n`
    : `export{${exports.map((name) => `${name}$${number} as ${name}`).join(",")}}from"./${file}";\n`;

/** Imports from merged files what the code imports from their chunks. */
function withPlaces(code: string, placeOf: ReadonlyMap<string, Place>): string {
  const loaded = new Set<string>();
  return code.replaceAll(IMPORT, (statement: string, names: string | undefined, chunk: string) => {
    const place = placeOf.get(chunk);
    if (place === undefined) return statement;
    const { file, number } = place;
    if (names === undefined && loaded.has(file)) return "";
    loaded.add(file);
    if (names === undefined) return `import"./${file}";`;
    const renamed = names.split(",").map((name) => {
      const [exported = "", local = exported] = name.trim().split(/\s+as\s+/);
      return `${exported}$${number} as ${local}`;
    });
    return `import{${renamed.join(",")}}from"./${file}";`;
  });
}

/** @throws Error if a file names a chunk that is gone, because a later esbuild writes imports in another form */
async function requireNone(folder: string, chunks: ReadonlySet<string>): Promise<void> {
  const there = new Set(await readdir(folder));
  for (const file of there) {
    if (!file.endsWith(".mjs")) continue;
    const code = await readFile(join(folder, file), "utf8");
    for (const [chunk] of code.matchAll(/\bchunk-\w+\.mjs/g))
      if (chunks.has(chunk) && !there.has(chunk))
        throw new Error(`${file} imports ${chunk}, which is merged; adapt scripts/merge-chunks.ts`);
  }
}
