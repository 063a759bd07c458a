import { cp, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";

const Package = z.object({ name: z.string(), version: z.string(), license: z.string().optional() });

/** The other names of the command, as packages/cli/package.json has them. */
const PROGRAMS = ["medhelm", "medhelm-run", "helm-run", "helm-summarize", "helm-server"];

/**
 * Completes the packed command line to a package that npm can install and publish: manifest, programs, licences of the contained libraries.
 * @param inputs the files whose code the bundles contain
 * @param repository its address, which npm compares with the provenance. Absent: the package installs, and npm publish refuses it with one sentence.
 */
export async function writePackage(
  root: string,
  outdir: string,
  inputs: readonly string[],
  repository: string | undefined,
): Promise<void> {
  const { version } = Package.omit({ name: true }).parse(await readJson(join(root, "package.json")));
  for (const name of PROGRAMS) {
    const text = name === "medhelm" ? await readFile(join(root, "packages/cli/packed/medhelm.js"), "utf8") : ALIAS;
    await writeFile(join(outdir, `${name}.js`), text, { mode: 0o755 });
  }
  await writeFile(
    join(outdir, "package.json"),
    `${JSON.stringify(
      {
        name: "medhelm",
        version,
        description: "Evaluate medical language models on MedHELM's benchmarks",
        license: "Apache-2.0",
        type: "module",
        bin: Object.fromEntries(PROGRAMS.map((name) => [name, `${name}.js`])),
        engines: { node: ">=22.15" },
        ...(repository === undefined
          ? { scripts: { prepublishOnly: REFUSAL } }
          : { repository: { type: "git", url: `git+${repository.replace(/(?:\.git)?\/?$/, "")}.git` } }),
        publishConfig: { access: "public", provenance: true },
      },
      undefined,
      2,
    )}\n`,
  );
  await writeFile(join(outdir, "THIRD-PARTY.txt"), await licencesOf(root, inputs));
  await cp(join(root, "docs"), join(outdir, "docs"), {
    recursive: true,
    filter: (path) => !path.includes("docs/site/"),
  });
  for (const name of ["LICENSE", "README.md", "CHANGELOG.md"]) await cp(join(root, name), join(outdir, name));
}

/** A package without the address of its repository must not get a provenance. */
const REFUSAL = `node -e "console.error('medhelm: the package names no repository; pack it with npm run bundle -- cli --repository URL'); process.exit(2)"`;

const ALIAS = `#!/usr/bin/env node
// Another name of medhelm. The program chooses the command by the name of this file.
import "./medhelm.js";
`;

/** The licences of the libraries, by name and version. */
async function licencesOf(root: string, inputs: readonly string[]): Promise<string> {
  const folders = new Set(inputs.flatMap((path) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path)?.[0] ?? []));
  const texts = new Map<string, string>();
  for (const folder of folders) {
    const { name, version, license = "see below" } = Package.parse(await readJson(join(root, folder, "package.json")));
    if (name.startsWith("@medhelm/")) continue;
    texts.set(`${name} ${version}`, `${name} ${version}: ${license}\n\n${await licenceText(join(root, folder))}`);
  }
  return [...texts]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([, text]) => text.trim())
    .join(`\n\n${"-".repeat(80)}\n\n`);
}

async function licenceText(folder: string): Promise<string> {
  for (const name of ["LICENSE", "LICENSE.md", "LICENSE.txt", "license", "LICENCE", "license.md"]) {
    const text = await readFile(join(folder, name), "utf8").catch(() => undefined);
    if (text !== undefined) return text;
  }
  return "The package has no licence file.";
}

const readJson = async (path: string): Promise<unknown> => JSON.parse(await readFile(path, "utf8"));
