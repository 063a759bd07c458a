import { fileURLToPath } from "node:url";

/** The path of the program that runs SQL of models: child.ts here, or sql-child.mjs next to the bundle (scripts/bundle.ts). */
export const sqlProgram: string = fileURLToPath(
  import.meta.url.endsWith(".ts")
    ? new URL("./child.ts", import.meta.url)
    : new URL("./sql-child.mjs", import.meta.url),
);
