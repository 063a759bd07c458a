import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build } from "esbuild";
import { expect, onTestFinished, test } from "vitest";
import { mergeChunks } from "./merge-chunks.ts";

/** Both programs load x, y and z; the lazy module loads x alone, and a dynamic import names z. */
const SOURCES = {
  "start-a.js":
    'import { x } from "./x.js"; import { y } from "./y.js"; import { z } from "./z.js"; export const sum = x + y + z; export const lazy = () => import("./lazy.js"); export const later = () => import("./z.js");',
  "start-b.js":
    'import { x } from "./x.js"; import { y } from "./y.js"; import { z } from "./z.js"; export const product = x * y * z;',
  "lazy.js": 'import { x } from "./x.js"; export const twice = 2 * x;',
  "x.js": "export const x = 2;",
  "y.js": 'import { z } from "./z.js"; export const y = z + 1;',
  "z.js": 'import { x } from "./x.js"; export const z = x + 3;',
};

async function merged(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), "medhelm-merge-chunks-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const [name, code] of Object.entries(SOURCES)) writeFileSync(join(folder, name), code);
  const outdir = join(folder, "out");
  const { metafile } = await build({
    absWorkingDir: folder,
    entryPoints: ["start-a.js", "start-b.js"],
    outdir,
    bundle: true,
    minify: true,
    splitting: true,
    metafile: true,
    format: "esm",
    platform: "node",
    outExtension: { ".js": ".mjs" },
    chunkNames: "chunk-[hash]",
  });
  await mergeChunks(outdir, metafile.outputs, (entryPoint) => entryPoint.startsWith("start-"));
  return outdir;
}

const PROGRAM = `const [a, b] = [await import("./start-a.mjs"), await import("./start-b.mjs")];
console.log(a.sum, b.product, (await a.lazy()).twice, (await a.later()).z);`;

test("the chunks that the same programs load are one file, and every module has its exports as before", async () => {
  const folder = await merged();
  const { stdout } = spawnSync(process.execPath, ["--input-type=module", "--eval", PROGRAM], {
    cwd: folder,
    encoding: "utf8",
  });
  expect(stdout).toBe("13 60 4 5\n");
  expect(readdirSync(folder).filter((name) => !name.startsWith("chunk-"))).toEqual([
    "shared-0.mjs",
    "start-a.mjs",
    "start-b.mjs",
  ]);
});
