// npm run sbom -- FILE: writes the software bill of materials (CycloneDX) of what the release contains, made by npm sbom from the lock file.
import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { z } from "zod";

const root = fileURLToPath(new URL("..", import.meta.url));
const Lock = z.looseObject({
  version: z.string(),
  packages: z.record(z.string(), z.looseObject({ version: z.string().optional() })),
});

const [file] = process.argv.slice(2);
if (file === undefined) {
  console.error("give the file to write: npm run sbom -- medhelm.cdx.json");
  process.exitCode = 2;
} else writeFileSync(file, bill());

function bill(): string {
  const temporary = mkdtempSync(join(tmpdir(), "medhelm-sbom-"));
  const folder = join(temporary, "medhelm"); // npm takes the name of the software from the folder
  mkdirSync(folder);
  try {
    for (const name of ["package.json", ".npmrc"]) cpSync(join(root, name), join(folder, name));
    const lock = Lock.parse(JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8")));
    // npm sbom refuses packages without a version, and our own packages have only the root's
    for (const [path, entry] of Object.entries(lock.packages))
      if (!path.includes("node_modules/")) entry.version ??= lock.version;
    writeFileSync(join(folder, "package-lock.json"), JSON.stringify(lock));
    const args = ["sbom", "--package-lock-only", "--sbom-format", "cyclonedx", "--omit", "dev"];
    return execFileSync("npm", args, { cwd: folder, encoding: "utf8", maxBuffer: 1 << 28 });
  } finally {
    rmSync(temporary, { recursive: true, force: true });
  }
}
