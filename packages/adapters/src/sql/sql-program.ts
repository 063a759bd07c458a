import { fileURLToPath } from "node:url";

/** The program in which model-written SQL runs: the adapter's own file, or the one beside the bundle (scripts/bundle.ts). */
export const sqlProgram: string = fileURLToPath(
  import.meta.url.endsWith(".ts")
    ? new URL("./child.ts", import.meta.url)
    : new URL("./sql-child.mjs", import.meta.url),
);
