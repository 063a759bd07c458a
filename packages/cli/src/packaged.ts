import { fileURLToPath } from "node:url";

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
export const packagedLeaseThread: string = place(isPacked ? "./lease-thread.mjs" : "./run/threads/lease-thread.ts");

/** The program of the thread that scores and seals large runs. */
export const packagedAggregateThread: string = place(
  isPacked ? "./aggregate-thread.mjs" : "./run/threads/aggregate-thread.ts",
);

/** The program of the threads that read and verify runs. */
export const packagedRunThread: string = place(isPacked ? "./run-thread.mjs" : "./run/threads/run-thread.ts");

/** The program that builds sites: with Astro, or packed with the compiled pages. */
export const siteProgram: string = place(isPacked ? "./build-packed.mjs" : "../../../web/build.ts");

/** The program that builds the owner's pages of the stack. */
export const liveProgram: string = place(isPacked ? "./build-live-packed.mjs" : "../../../web/build-live.ts");

/** The program that builds the documentation, in a checkout. */
export const docsProgram: string = place("../../../web/build-docs.ts");

/** The built documentation of the packed command line; undefined in a checkout. */
export const packedDocs: string | undefined = isPacked ? place("./docs-site/") : undefined;

/** The folder of the packed command line; undefined in a checkout, which packs it with the program below. */
export const packedApp: string | undefined = isPacked ? place("./") : undefined;
export const packProgram: string = place("../../../scripts/bundle.ts");
