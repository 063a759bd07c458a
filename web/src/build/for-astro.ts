import { join } from "node:path";
import { stagedSite } from "./place-site.ts";

/** Prepares this process for a build by Astro. `env`: its environment. */
export function prepareForAstro(web: string, env: NodeJS.ProcessEnv): void {
  // Astro writes its server chunks to <cwd>/.astro unless outDir is under the cwd. Two builds would then overwrite each other.
  process.chdir(web);
  env["ASTRO_TELEMETRY_DISABLED"] = "1";
  // Test runners and hosts set these variables, and Vite would let them override the base and the mode.
  for (const name of ["BASE_URL", "MODE", "DEV", "PROD", "SSR"]) delete env[name];
  env["NODE_ENV"] = "production";
}

/** Astro's options of a build whose files are all in a stage of its own. */
export const stagedBuild = (web: string, stage: string, base: string) =>
  ({
    root: web,
    outDir: stagedSite(stage),
    cacheDir: join(stage, "cache"),
    base,
    logLevel: "error",
    vite: { cacheDir: join(stage, "vite"), logLevel: "warn" },
  }) as const;
