import { spawn } from "node:child_process";
import { UserError } from "@medhelm/core/user-error";

export interface SiteBuild {
  /** folder with leaderboard.json and pages/ */
  readonly releaseDir: string;
  readonly outDir: string;
  /** e.g. "/r/demo/" */
  readonly base: string;
  /** pages of instances come from a server instead */
  readonly withoutData?: boolean;
}

/** Astro in a child process (web/build.ts): it changes the working directory, and half a second of its start-up is not everybody's. */
export async function buildSite(program: string, site: SiteBuild, signal?: AbortSignal): Promise<void> {
  const { releaseDir, outDir, base, withoutData = false } = site;
  const args = ["--release-dir", releaseDir, "--out", outDir, "--base", base, ...(withoutData ? ["--no-data"] : [])];
  const child = spawn(process.execPath, [program, ...args], {
    stdio: ["ignore", "ignore", "pipe"],
    ...(signal === undefined ? {} : { signal }),
  });
  let errors = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => (errors = (errors + text).slice(-4000)));
  const code = await new Promise<number | null>((resolve, reject) => child.on("error", reject).on("close", resolve));
  if (code === 0) return;
  if (code === 2) throw new UserError(errors.trim().replace(/^.*?: /, "the site cannot be built: "));
  throw new Error(`the site could not be built (exit ${code}):\n${errors}`);
}
