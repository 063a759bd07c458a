// Compares all locked packages with the advisories of the npm registry. Exit code 1: a known fault of severity high or critical.
// Exit code 2: the registry cannot be asked, so nothing is known.
import { spawnSync } from "node:child_process";
import { auditOf } from "./audit/audit-of.ts";

/** The repository, and the installs that are not part of `npm ci`. */
const FOLDERS = [".", "infra", "test/mutation", "packages/encoders/runtime"];

let code = 0;
for (const cwd of FOLDERS) {
  const { stdout } = spawnSync("npm", ["audit", "--json", "--package-lock-only"], { cwd, encoding: "utf8" });
  const audit = auditOf(stdout);
  process.stdout.write(`${cwd}: ${audit.sentence}\n`);
  code = Math.max(code, audit.code);
}
process.exitCode = code;
