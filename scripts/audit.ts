import { spawnSync } from "node:child_process";
import { defineCommand } from "medhelm/terminal/define-command";
import { auditOf } from "./audit/audit-of.ts";
import { runProgram } from "./program/run-program.ts";

/** The repository, and the installs that are not part of `npm ci`. */
const FOLDERS = [".", "infra", "test/mutation", "packages/encoders/runtime"];

export const command = defineCommand({
  name: "npm run audit --",
  description:
    "Compare all locked packages with the advisories of the npm registry. It exits with 1 for a known fault of severity high or critical, and with 2 if the registry cannot be asked, so that nothing is known. It takes some seconds.",
  options: {},
  async run() {
    const codes = FOLDERS.map((cwd) => {
      const { stdout } = spawnSync("npm", ["audit", "--json", "--package-lock-only"], { cwd, encoding: "utf8" });
      const { sentence, code } = auditOf(stdout);
      process.stdout.write(`${cwd}: ${sentence}\n`);
      return code;
    });
    return Math.max(...codes);
  },
});

if (import.meta.main) await runProgram(command);
