import { existsSync } from "node:fs";
import { readdir, stat } from "node:fs/promises";
import { dirname, join, relative, sep } from "node:path";
import type { TarEntry } from "../archive/tar-stream.ts";

export interface BundleParts {
  /** the folder of the packed command line */
  readonly app: string;
  /** the program node */
  readonly node: string;
  readonly data: readonly TarEntry[];
}

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

/** The files of a bundle: medhelm, node/, app/, data/ and a README. */
export async function bundleEntries({ app, node, data }: BundleParts): Promise<TarEntry[]> {
  const licence = [join(dirname(node), "../LICENSE"), join(dirname(node), "LICENSE")].find((path) => existsSync(path));
  return [
    { path: "medhelm", from: bytes(START), isExecutable: true },
    { path: "README.txt", from: bytes(README) },
    { path: "node/bin/node", from: node, isExecutable: true },
    {
      path: "node/LICENSE",
      from: licence ?? bytes(`Node ${process.version}: MIT licence, https://github.com/nodejs/node\n`),
    },
    ...(await entriesBelow(app, "app")),
    ...data.map((entry) => ({ ...entry, path: `data/${entry.path}` })),
  ];
}

/** Starts the command line on the Node of the bundle. Data come from the bundle unless the user names another mirror. */
const START = `#!/bin/sh
here=$(CDPATH= cd -- "$(dirname -- "$0")" && pwd)
if [ -z "\${MEDHELM_DATA:-}" ] && [ -d "$here/data" ]; then
  MEDHELM_DATA="$here/data"
  export MEDHELM_DATA
fi
exec "$here/node/bin/node" "$here/app/medhelm.js" "$@"
`;

const README = `MedHELM for a machine without internet

sha256sum -c --quiet SHA256SUMS    checks every file
./medhelm doctor                   examines this machine
./medhelm start                    shows the invented demo in the browser
app/docs/air-gapped.md             is the guide

node/ is the Node that runs the command line, app/ the command line with its configuration, site and documents, data/ the data sets that may be passed on.
`;

async function entriesBelow(folder: string, under: string): Promise<TarEntry[]> {
  const found = await readdir(folder, { recursive: true, withFileTypes: true });
  const entries: TarEntry[] = [];
  for (const entry of found) {
    if (!entry.isFile()) continue;
    const from = join(entry.parentPath, entry.name);
    const isExecutable = ((await stat(from)).mode & 0o100) !== 0;
    entries.push({ path: [under, ...relative(folder, from).split(sep)].join("/"), from, isExecutable });
  }
  return entries.toSorted((a, b) => (a.path < b.path ? -1 : 1));
}
