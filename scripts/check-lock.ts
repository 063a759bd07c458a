// Refuses a lock file with which `npm ci` would fail on another machine: an address, no integrity, or no entry for a platform package.
// A registry that lacks the binaries of some platforms makes `npm install` write such a file without a warning.
import { readFileSync } from "node:fs";
import { defineCommand } from "medhelm/terminal/define-command";
import { runProgram } from "./program/run-program.ts";

interface LockEntry {
  resolved?: string;
  integrity?: string;
  link?: boolean;
  optionalDependencies?: Record<string, string>;
}

/** The repository, and the two installs that are not part of `npm ci`. */
const LOCK_FILES = [
  "package-lock.json",
  "infra/package-lock.json",
  "test/mutation/package-lock.json",
  "packages/encoders/runtime/package-lock.json",
] as const;

export const command = defineCommand({
  name: "npm run check:lock --",
  description:
    "Refuse a lock file with which npm ci would fail on another machine: an address, no integrity, or no entry for a platform package. It takes a second.",
  options: {},
  async run() {
    const faults = LOCK_FILES.flatMap((file) => faultsIn(file).map((fault) => `${file}: ${fault}`));
    if (faults.length === 0) return 0;
    console.error(faults.join("\n"));
    return 1;
  },
});

function faultsIn(file: string): string[] {
  const lock: { packages: Record<string, LockEntry> } = JSON.parse(readFileSync(file, "utf8"));
  const names = new Set(Object.keys(lock.packages).map((key) => key.split("node_modules/").at(-1)));
  return Object.entries(lock.packages).flatMap(([key, entry]) => [
    ...(/^https?:|git/.test(entry.resolved ?? "") ? [`${key} has an address`] : []),
    ...(key.includes("node_modules/") && !entry.link && !entry.integrity ? [`${key} has no integrity`] : []),
    ...Object.keys(entry.optionalDependencies ?? {})
      .filter((name) => !names.has(name))
      .map((name) => `${key}: the optional package ${name} is missing`),
  ]);
}

if (import.meta.main) await runProgram(command);
