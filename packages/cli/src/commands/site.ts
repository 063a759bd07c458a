import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { keys } from "@medhelm/core/store/object-keys";
import { FolderName } from "@medhelm/core/submission";
import { UserError } from "@medhelm/core/user-error";
import { Command } from "commander";
import { z } from "zod";
import { parseOptions } from "../terminal/options.ts";
import { buildSite } from "../stack/site-builder.ts";

const program = new Command("medhelm site build")
  .description("Build the static site of a release, to be put on any web server.")
  .argument("<build>", "build")
  .requiredOption("--release <name>", "the release")
  .requiredOption("--out <dir>", "where the site goes; an earlier site there is replaced")
  .option("--base <path>", "the path under which it will be served", "/")
  .option("-o, --output-path <dir>", "where releases lie", "benchmark_output");

const Options = z.object({
  operands: z.tuple([z.literal("build", 'the command is "medhelm site build"')]),
  release: FolderName,
  out: z.string(),
  base: z.string().regex(/^\/(?:.*\/)?$/, "a path that begins and ends with /, e.g. /x/"),
  outputPath: z.string(),
});

export async function command(args: readonly string[]): Promise<number> {
  const { release, out, base, outputPath } = parseOptions(program, args, Options);
  const releaseDir = resolve(outputPath, keys.release(release));
  if (!existsSync(join(releaseDir, "leaderboard.json")))
    throw new UserError(
      `${releaseDir}: there is no leaderboard.json; make the release first: medhelm summarize --release ${release} --suites SUITE --output-path ${outputPath}`,
    );
  await buildSite({ releaseDir, outDir: resolve(out), base, withoutData: false });
  process.stderr.write(`medhelm: the site of ${release} is in ${out}, to be served under ${base}\n`);
  return 0;
}
