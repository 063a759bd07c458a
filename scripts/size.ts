import { execFileSync } from "node:child_process";
import { cpSync, globSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { defineCommand } from "medhelm/terminal/define-command";
import { flag } from "medhelm/terminal/option";
import { runProgram } from "./program/run-program.ts";
import { type PackageSize, packageSizes } from "./size/package-sizes.ts";

interface Install {
  readonly name: string;
  /** arguments of npm */
  readonly args: readonly string[];
  /** files of the repository that the user has: patterns of `git ls-files` */
  readonly files: readonly string[];
  readonly limitMb: number;
}

const PACKAGE_FILES = ["package.json", "package-lock.json", ".npmrc", ":(glob)**/package.json", "scripts/*.js"];
const INSTALLS: readonly Install[] = [
  { name: "npm ci", args: ["ci"], files: PACKAGE_FILES, limitMb: 500 },
  {
    name: "command line",
    args: ["ci", "--omit=dev", "--omit=peer", "--workspace", "medhelm"],
    files: [
      ...PACKAGE_FILES,
      ...["cli", "service", "adapters", "benchmarks", "core"].map((name) => `packages/${name}`),
      "conf",
      "examples",
      ":(exclude)*.test.ts",
    ],
    limitMb: 60,
  },
];
const SHOWN = 12; // packages per install

const root = fileURLToPath(new URL("..", import.meta.url));
// a size is the sum of the sizes of all files in MB (10^6 bytes), as npm shows it for a package; on a disk they need more
export const command = defineCommand({
  name: "npm run size --",
  description:
    "Install what a user installs into a temporary folder, print the sizes, and exit with 1 beyond the limits. It takes about a minute.",
  options: {
    installed: flag("take the packages of this checkout for the install of npm ci, as .ci/run does after it"),
  },
  async run({ installed }) {
    const isWithin: boolean[] = [];
    for (const install of INSTALLS) {
      const isHere = installed && install.name === "npm ci";
      isWithin.push(report(install, isHere ? await packageSizes(root, filesHere(install)) : await measure(install)));
    }
    return isWithin.every(Boolean) ? 0 : 1;
  },
});

/** The files of the install in this checkout, without the installs that are not part of it. */
function filesHere({ files }: Install): readonly string[] {
  return [
    ...listed(files),
    ...globSync(["node_modules", "*/node_modules", "packages/*/node_modules"], { cwd: root }),
  ].filter((path) => path !== "infra/node_modules");
}

function listed(files: readonly string[]): readonly string[] {
  const names = execFileSync("git", ["ls-files", "-z", "--", ...files], { cwd: root, encoding: "utf8" });
  return names.split("\0").filter((name) => name !== "");
}

async function measure({ args, files }: Install): Promise<readonly PackageSize[]> {
  const folder = mkdtempSync(join(tmpdir(), "medhelm-size-"));
  try {
    for (const file of listed(files)) cpSync(join(root, file), join(folder, file));
    execFileSync("npm", [...args, "--prefer-offline", "--loglevel=error"], { cwd: folder, stdio: ["ignore", 2, 2] });
    return await packageSizes(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** @returns whether the size is within the limit */
function report({ name, args, limitMb }: Install, sizes: readonly PackageSize[]): boolean {
  const [largest, rest] = [sizes.slice(0, SHOWN), sizes.slice(SHOWN)];
  const total = sum(sizes);
  console.log(`${name} (npm ${args.join(" ")})`);
  for (const size of largest) console.log(row(size.bytes, size.name));
  console.log(row(sum(rest), `${rest.length} more`));
  console.log(row(total, `in all; the limit is ${limitMb} MB\n`));
  if (total <= limitMb * 1e6) return true;
  console.error(`${name} is larger than its limit of ${limitMb} MB: npm explain PACKAGE shows who needs a package`);
  return false;
}

function sum(sizes: readonly PackageSize[]): number {
  return sizes.reduce((all, { bytes }) => all + bytes, 0);
}

function row(bytes: number, text: string): string {
  return `${(bytes / 1e6).toFixed(1).padStart(8)} MB  ${text}`;
}

if (import.meta.main) await runProgram(command);
