import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { UserError } from "@medhelm/core/user-error";

/** In the packed command line (scripts/bundle.ts) all files are in one folder. */
const isPacked = !import.meta.url.endsWith(".ts");
const place = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/** The folder of run entries and schemas that comes with medhelm. */
export const packagedConf = place(isPacked ? "./conf/" : "../../../conf/");

/** Custom benchmarks and a plugin, which users copy. */
export const packagedExamples = place(isPacked ? "./examples/" : "../../../examples/");

/** The program of a child process of the stack. */
export const packagedProgram = (name: "worker-main" | "aggregate-main" | "site-main"): string =>
  place(isPacked ? `./${name}.mjs` : `./stack/${name}.ts`);

/** The program of the thread that renews leases. */
export const packagedLeaseThread: string = place(isPacked ? "./lease-thread.mjs" : "./run/lease-thread.ts");

/** The program that builds sites. @throws UserError in the packed command line, because Astro cannot be packed: it compiles the pages of each site */
export const siteProgram = (): string => webProgram("build.ts");

/** The program that builds the owner's pages of the stack. @throws UserError as siteProgram does */
export const liveProgram = (): string => webProgram("build-live.ts");

/** The program that builds the documentation, in a checkout. */
export const docsProgram: string = place("../../../web/build-docs.ts");

/** The built documentation of the packed command line; undefined in a checkout. */
export const packedDocs: string | undefined = isPacked ? place("./docs-site/") : undefined;

function webProgram(name: string): string {
  const program = place(`../../../web/${name}`);
  if (isPacked || !existsSync(program))
    throw new UserError("the packed medhelm cannot build sites; run the same command in a checkout of its repository");
  return program;
}
