import { execFileSync } from "node:child_process";
import { join, resolve } from "node:path";
import { option } from "medhelm/terminal/option";
import { existing } from "./options.ts";

const root = join(import.meta.dirname, "..");

export const programOption = option(
  "file",
  "measure this build of the command line (default: one that is bundled now)",
  existing.transform((file) => resolve(file)).optional(), // the measured process has another working folder
);

/** Bundles the command line. A process of its own does it, so that the bundler is not in the memory of the one that measures. */
export function bundledCli(): string {
  execFileSync(process.execPath, [join(root, "scripts/bundle.ts"), "cli"], { stdio: ["ignore", 2, 2] });
  return join(root, "dist/cli/medhelm.js");
}
