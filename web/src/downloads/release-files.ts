import { readFileSync } from "node:fs";
import { join } from "node:path";
import { noteRead } from "../release/page-reads.ts";
import type { Site } from "../release/site.ts";
import { sha256, TABLE_FORMATS, tableFile } from "./table-files.ts";

/** A file of the site that a reader can download. `path` is relative to the front page. */
export interface ReleaseFile {
  readonly path: string;
  readonly bytes: number;
  readonly sha256: string;
}

const described = (path: string, content: string | Uint8Array): ReleaseFile => ({
  path,
  bytes: Buffer.byteLength(content),
  sha256: sha256(content),
});

let listed: ReleaseFile[] | undefined;

/** leaderboard.json and the files of all tables. */
export function releaseFiles({ leaderboard, groupSlug }: Pick<Site, "leaderboard" | "groupSlug">): ReleaseFile[] {
  noteRead("whole");
  listed ??= [
    described("leaderboard.json", readFileSync(join(process.env["MEDHELM_RELEASE_DIR"] ?? "", "leaderboard.json"))),
    ...leaderboard.tables.flatMap((table) =>
      TABLE_FORMATS.map(({ ending }) =>
        described(`tables/${groupSlug(table.group)}.${ending}`, tableFile(table, leaderboard, ending)),
      ),
    ),
  ];
  return listed;
}
