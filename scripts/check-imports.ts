// Refuses imports against the arrows of scripts/imports/rooms.ts, and files that import each other in a circle. oxlint's no-cycle
// does not see dynamic imports, and its no-restricted-imports needs a list for every package.
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { importFaults } from "./imports/import-faults.ts";

const paths = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard"], { encoding: "utf8" })
  .split("\n")
  .filter((path) => /\.(?:[cm]?[jt]s|astro)$/.test(path) && existsSync(path));
const faults = importFaults(new Map(paths.map((path) => [path, readFileSync(path, "utf8")])));
if (faults.length > 0) {
  console.error(faults.join("\n"));
  process.exitCode = 1;
}
