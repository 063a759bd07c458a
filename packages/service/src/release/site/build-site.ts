import { PRIVATE_REPORT_FLAGS } from "@medhelm/core/private-report-flags";
import { spawn } from "node:child_process";
import { exitCodes } from "@medhelm/core/exit-codes";
import { UserError } from "@medhelm/core/user-error";

export interface SiteBuild {
  /** the folder with leaderboard.json and pages/ */
  readonly releaseDir: string;
  readonly outDir: string;
  /** e.g. "/r/demo/" */
  readonly base: string;
  /** whether to leave out the pages of instances, because a server provides them */
  readonly withoutData?: boolean;
  /** whether the service provides the pages of sealed generations under /runs/ */
  readonly served?: boolean;
  /** whether to write compressed files next to the others, for servers that do not compress */
  readonly compress?: boolean;
  /** a file like releases.json with the releases that the service shows */
  readonly releases?: string;
  /** the leaderboard.json of the release before this one */
  readonly previous?: string;
  /** Absent: the environment of this process. */
  readonly environment?: Readonly<Record<string, string>>;
  /** gets each line about the progress, e.g. "building release r: 11 tables, 50 runs" */
  readonly onProgress?: (line: string) => void;
}

/**
 * Builds a site with web/build.ts in a child process, because Astro changes the working directory and takes half a second to
 * start.
 * @throws UserError with the message of web/build.ts if the user can correct the error
 */
export async function buildSite(program: string, site: SiteBuild, signal?: AbortSignal): Promise<void> {
  const { releaseDir, outDir, base, withoutData = false, served = false, compress = false, releases, previous } = site;
  const flags = [
    ...(withoutData ? ["--no-data"] : []),
    ...(served ? ["--served"] : []),
    ...(compress ? ["--compress"] : []),
    ...(releases === undefined ? [] : ["--releases", releases]),
    ...(previous === undefined ? [] : ["--previous", previous]),
  ];
  const args = ["--release-dir", releaseDir, "--out", outDir, "--base", base, ...flags];
  const child = spawn(process.execPath, [...PRIVATE_REPORT_FLAGS, program, ...args], {
    stdio: ["ignore", "ignore", "pipe"],
    ...(site.environment === undefined ? {} : { env: site.environment }),
    ...(signal === undefined ? {} : { signal }),
  });
  let errors = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    errors = (errors + text).slice(-4000);
    for (const line of text.split("\n")) if (line.startsWith("building ")) site.onProgress?.(line);
  });
  const code = await new Promise<number | null>((resolve, reject) => child.on("error", reject).on("close", resolve));
  if (code === exitCodes.success) return;
  if (code === exitCodes.userError)
    throw new UserError(/^the site cannot be built: .*$/ms.exec(errors)?.[0].trim() ?? errors.trim());
  throw new Error(`The site could not be built (exit code ${code}):\n${errors}`);
}
