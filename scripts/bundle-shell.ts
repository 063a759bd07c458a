import { execFileSync } from "node:child_process";
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build, type BuildOptions } from "esbuild";

/**
 * Compiles the pages of sites (web/build-shell.ts) and puts them with their libraries into <outdir>/shell, without a path of this machine.
 * @returns the files whose code it contains
 */
export async function bundleShell(root: string, outdir: string, options: BuildOptions): Promise<string[]> {
  const stage = await mkdtemp(join(tmpdir(), "medhelm-shell-"));
  try {
    execFileSync(process.execPath, [join(root, "web/build-shell.ts"), stage], {
      stdio: ["ignore", "ignore", "inherit"],
    });
    const server = join(outdir, "shell/site/server");
    const { metafile } = await build({
      ...options,
      entryPoints: { entry: join(stage, "site/server/entry.mjs") },
      nodePaths: [join(root, "node_modules")],
      outdir: server,
    });
    for (const name of await readdir(server)) {
      const text = await readFile(join(server, name), "utf8");
      await writeFile(
        join(server, name),
        text.replaceAll(`file://${root}`, "file:///medhelm/").replaceAll(root, "/medhelm/"),
      );
    }
    await cp(join(stage, "site/client"), join(outdir, "shell/site/client"), { recursive: true });
    await cp(join(stage, "live"), join(outdir, "shell/live"), { recursive: true });
    return Object.keys(metafile?.inputs ?? {});
  } finally {
    await rm(stage, { recursive: true, force: true });
  }
}
