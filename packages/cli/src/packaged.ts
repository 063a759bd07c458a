import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { UserError } from "@medhelm/core/user-error";

/** In the packed command line (scripts/bundle.ts) everything lies in one folder. */
const isPacked = !import.meta.url.endsWith(".ts");
const place = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/** The folder of run entries and schemas that comes with the tool. */
export const packagedConf = place(isPacked ? "./conf/" : "../../../conf/");

/** Custom benchmarks and a plugin that users copy. */
export const packagedExamples = place(isPacked ? "./examples/" : "../../../examples/");

/** A child process of the tool: a program of its own. */
export const packagedProgram = (name: "worker-main" | "aggregate-main" | "site-main"): string =>
  place(isPacked ? `./${name}.mjs` : `./stack/${name}.ts`);

/** What builds sites. @throws UserError in the packed command line: Astro compiles pages when a site is made and cannot be packed */
export function siteProgram(): string {
  const program = place("../../../web/build.ts");
  if (isPacked || !existsSync(program))
    throw new UserError("the packed medhelm builds no sites; build them in a checkout of its repository");
  return program;
}
