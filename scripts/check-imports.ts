import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { defineCommand } from "medhelm/terminal/define-command";
import { importFaults } from "./imports/import-faults.ts";
import { runProgram } from "./program/run-program.ts";

// oxlint's no-cycle does not see dynamic imports, and its no-restricted-imports needs a list for every package
export const command = defineCommand({
  name: "node scripts/check-imports.ts",
  description:
    "Refuse imports against the arrows of scripts/imports/rooms.ts, and files that import each other in a circle. It takes some seconds.",
  options: {},
  async run() {
    const names = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard"], { encoding: "utf8" });
    const paths = names.split("\n").filter((path) => /\.(?:[cm]?[jt]s|astro)$/.test(path) && existsSync(path));
    const faults = importFaults(new Map(paths.map((path) => [path, readFileSync(path, "utf8")])));
    if (faults.length === 0) return 0;
    console.error(faults.join("\n"));
    return 1;
  },
});

if (import.meta.main) await runProgram(command);
