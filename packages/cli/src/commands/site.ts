import { isThere } from "@medhelm/adapters/is-there";
import { dirname, join, resolve } from "node:path";
import { keys } from "@medhelm/core/store/object-keys";
import { FolderName } from "@medhelm/core/submission";
import { UserError } from "@medhelm/core/user-error";
import { z } from "zod";
import { commonOptions } from "../terminal/common-options.ts";
import { defineCommand } from "../terminal/define-command.ts";
import { argument, option } from "../terminal/option.ts";
import { printMessage } from "../terminal/print-message.ts";
import { makeFolder } from "../places/make-folder.ts";
import { refuseDanglingLink } from "../places/refuse-dangling-link.ts";
import { openReadStore } from "../places/open-store.ts";
import { refuseChangedRuns } from "../repair/refuse-changed-runs.ts";
import { buildSite } from "../stack/site/build-site.ts";

export const command = defineCommand({
  name: "medhelm site",
  description: "Build the static site of a release, for any web server.",
  options: {
    action: argument("what to do", z.enum(["build"])),
    release: option("name", "the release", FolderName),
    out: option("dir", "folder for the site; it replaces an earlier site there", z.string()),
    base: option(
      "path",
      "the path at which the web server will serve it",
      z
        .string()
        .regex(/^\/(?:.*\/)?$/, "a path that begins and ends with /, e.g. /x/")
        .default("/"),
    ),
    outputPath: commonOptions.outputPath,
  },
  async run({ release, out, base, outputPath }) {
    const releaseDir = resolve(outputPath, keys.release(release));
    if (!isThere(join(releaseDir, "leaderboard.json")))
      throw new UserError(
        `${releaseDir}: there is no leaderboard.json; make the release first: medhelm summarize --release ${release} --suites SUITE --output-path ${outputPath}`,
      );
    makeFolder(dirname(out), "--out");
    refuseDanglingLink(out, `--out ${out}`, "name another folder");
    await refuseChangedRuns(resolve(outputPath), openReadStore(outputPath), release);
    await buildSite({
      releaseDir,
      outDir: resolve(out),
      base,
      withoutData: false,
      compress: true,
      onProgress: printMessage,
    });
    printMessage(`the site of ${release} is in ${out}; serve it under ${base}`);
    return 0;
  },
});
