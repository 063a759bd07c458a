import { cp } from "node:fs/promises";
import { resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { exitCodes } from "@medhelm/core/exit-codes";
import { builtDocs } from "./src/build/built-docs.ts";
import { prepareForAstro } from "./src/build/for-astro.ts";
import { SiteError } from "./src/build/options.ts";

/**
 * Builds the documentation: `node web/build-docs.ts [OUT]`. It copies the pages to OUT, and prints the folder that has them.
 */
const web = fileURLToPath(new URL("./", import.meta.url));
const [out] = process.argv.slice(2);
const target = out === undefined ? undefined : resolve(out);
prepareForAstro(web, process.env);
try {
  const docs = await builtDocs(web);
  if (target !== undefined) await cp(docs, target, { recursive: true });
  process.stdout.write(`${target ?? docs}\n`);
} catch (error) {
  if (!(error instanceof SiteError)) throw error;
  process.stderr.write(`the documentation cannot be built: ${error.message}\n`);
  process.exitCode = exitCodes.userError;
}
