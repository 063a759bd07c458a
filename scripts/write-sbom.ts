import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { defineCommand } from "medhelm/terminal/define-command";
import { argument } from "medhelm/terminal/option";
import { z } from "zod";
import { runProgram } from "./program/run-program.ts";

const root = fileURLToPath(new URL("..", import.meta.url));
const Manifest = z.looseObject({ devDependencies: z.unknown() });
const Lock = z.looseObject({
  version: z.string(),
  packages: z.record(
    z.string(),
    z.looseObject({
      version: z.string().optional(),
      dev: z.boolean().optional(),
      devDependencies: z.unknown().optional(),
    }),
  ),
});
const readJson = (name: string): unknown => JSON.parse(readFileSync(join(root, name), "utf8"));

export const command = defineCommand({
  name: "npm run sbom --",
  description:
    "Write the software bill of materials (CycloneDX) of what the release contains, made by npm sbom from the lock file. It takes some seconds.",
  options: { file: argument("the file to write, e.g. medhelm.cdx.json", z.string()) },
  async run({ file }) {
    writeFileSync(file, bill());
    return 0;
  },
});

function bill(): string {
  const temporary = mkdtempSync(join(tmpdir(), "medhelm-sbom-"));
  const folder = join(temporary, "medhelm"); // npm takes the name of the software from the folder
  mkdirSync(folder);
  try {
    cpSync(join(root, ".npmrc"), join(folder, ".npmrc"));
    const lock = Lock.parse(readJson("package-lock.json"));
    for (const [path, entry] of Object.entries(lock.packages)) {
      // npm sbom leaves out what a workspace needs if the root needs it for development, such as hono and zod
      if (entry.dev === true) delete lock.packages[path];
      delete entry.devDependencies;
      // it refuses packages without a version, and our own packages have only the root's
      if (!path.includes("node_modules/")) entry.version ??= lock.version;
    }
    writeFileSync(join(folder, "package-lock.json"), JSON.stringify(lock));
    const { devDependencies: _, ...manifest } = Manifest.parse(readJson("package.json"));
    writeFileSync(join(folder, "package.json"), JSON.stringify(manifest));
    const args = ["sbom", "--package-lock-only", "--sbom-format", "cyclonedx", "--omit", "dev"];
    return execFileSync("npm", args, { cwd: folder, encoding: "utf8", maxBuffer: 1 << 28 });
  } finally {
    rmSync(temporary, { recursive: true, force: true });
  }
}

if (import.meta.main) await runProgram(command);
