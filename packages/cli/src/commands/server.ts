import { isThere } from "@medhelm/adapters/is-there";
import { readdir, stat } from "node:fs/promises";
import { join, resolve } from "node:path";
import { FolderName } from "@medhelm/core/submission";
import { UserError } from "@medhelm/core/user-error";
import { z } from "zod";
import { buildSite } from "../stack/site/build-site.ts";
import { makeFolder } from "../places/make-folder.ts";
import { requireOutputFolder } from "../places/require-output-folder.ts";
import { knownModels } from "../models/known-models.ts";
import { commonOptions } from "../terminal/common-options.ts";
import { defineCommand, type ValuesOf } from "../terminal/define-command.ts";
import { option } from "../terminal/option.ts";
import { portNumber } from "../terminal/option-values.ts";
import { openReadStore } from "../places/open-store.ts";
import { releasePorts } from "../stack/release-ports.ts";
import type { Shown } from "../stack/site/read-leaderboard.ts";
import { serveLeaderboard } from "../stack/site/serve-leaderboard.ts";
import { untilStopped } from "../stack/until-stopped.ts";
import { printMessage } from "../terminal/print-message.ts";

const serverOptions = {
  outputPath: commonOptions.outputPath,
  suite: option("name", "show this suite", FolderName.optional()),
  release: option(
    "name",
    "show this release (default: the suite or release that was summarised last)",
    FolderName.optional(),
  ),
  port: option("n", "port on 127.0.0.1; the server takes the next free one", portNumber.default(8000), { short: "p" }),
  localPath: commonOptions.localPath,
  exportPath: option("dir", "write a static site with public text into this folder instead", z.string().optional()),
};
type Options = ValuesOf<typeof serverOptions>;

/** HELM's helm-server. */
export const command = defineCommand({
  name: "medhelm server",
  description:
    "Show a suite or a release in the browser, on this machine only. It includes text that may not be published.",
  options: serverOptions,
  ignored: {
    "--cache-output-path": "nothing is cached",
    "--project": "there is one project",
  },
  async run(options) {
    requireOutputFolder(options.outputPath);
    const shown = await chooseShown(options);
    const objects = openReadStore(options.outputPath);
    const models = await knownModels(options.localPath);
    const ports = await releasePorts(options.outputPath, objects, models);
    if (options.exportPath !== undefined) {
      await exportSite(shown, options, options.exportPath);
      return 0;
    }
    const server = await serveLeaderboard({ ports, shown, port: options.port, notice: printMessage });
    const stopped = untilStopped(server); // before it prints the address, because a supervisor may stop it as soon as it sees that
    // HELM's users look for the address in the last line
    process.stdout.write(`${shown.kind} ${shown.name} is at ${server.url}\n`);
    return stopped;
  },
});

/** HELM: --suite, --release, or the suite or release with the newest summary. */
async function chooseShown({ suite, release, outputPath }: Options): Promise<Shown> {
  if (suite !== undefined && release !== undefined) throw new UserError("give either --suite or --release, not both");
  const folder = (kind: Shown["kind"], name: string): string =>
    join(outputPath, kind === "suite" ? "runs" : "releases", name);
  const name = suite ?? release;
  if (name !== undefined) {
    const kind = suite === undefined ? "release" : "suite";
    if (isThere(folder(kind, name))) return { kind, name };
    throw new UserError(`${folder(kind, name)}: there is no such ${kind}${await existingNames(outputPath, kind)}`);
  }
  const found: { readonly shown: Shown; readonly summarisedMs: number }[] = [];
  for (const kind of ["suite", "release"] as const)
    for (const candidate of await names(outputPath, kind)) {
      const summary = await stat(join(folder(kind, candidate), "summary.json")).catch(() => undefined);
      if (summary !== undefined) found.push({ shown: { kind, name: candidate }, summarisedMs: summary.mtimeMs });
    }
  const newest = found.toSorted((a, b) => b.summarisedMs - a.summarisedMs)[0];
  if (newest === undefined)
    throw new UserError(`${outputPath}: nothing in it has been summarised; run medhelm summarize first`);
  return newest.shown;
}

async function names(outputPath: string, kind: Shown["kind"]): Promise<string[]> {
  const entries = await readdir(join(outputPath, kind === "suite" ? "runs" : "releases")).catch((): string[] => []);
  return entries.filter((name) => !name.startsWith("."));
}

async function existingNames(outputPath: string, kind: Shown["kind"]): Promise<string> {
  const existing = await names(outputPath, kind);
  return existing.length === 0 ? "" : `; there are ${existing.join(", ")}`;
}

async function exportSite({ kind, name }: Shown, { outputPath }: Options, exportPath: string): Promise<void> {
  const releaseDir = resolve(outputPath, kind === "suite" ? "runs" : "releases", name);
  if (!isThere(join(releaseDir, "leaderboard.json")))
    throw new UserError(`${releaseDir}: it has no leaderboard.json; run medhelm summarize first`);
  makeFolder(exportPath, "--export-path");
  if ((await readdir(exportPath)).length > 0)
    throw new UserError(`--export-path ${exportPath} is not empty; name a new folder`);
  await buildSite({ releaseDir, outDir: resolve(exportPath), base: "/", withoutData: false, compress: true });
  printMessage(`the site is in ${exportPath}`);
}
