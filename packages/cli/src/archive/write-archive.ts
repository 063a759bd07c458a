import { createReadStream, createWriteStream } from "node:fs";
import { rename, rm, stat } from "node:fs/promises";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import { sha256Hex, sha256OfChunks } from "@medhelm/core/store/canonical";
import { writingTo } from "@medhelm/core/writing-to";
import { removeAtSignal } from "../terminal/remove-at-signal.ts";
import { type TarEntry, tarStream } from "./tar-stream.ts";

/** The file in an archive that lists the checksums of all others, in the format of sha256sum. */
export const CHECKSUMS = "SHA256SUMS";

/**
 * Writes a .tar.gz with these files and their checksums, all below `folder`.
 * @returns the size of the archive
 */
export async function writeArchive(to: string, folder: string, entries: readonly TarEntry[]): Promise<number> {
  const sums: string[] = [];
  for (const entry of entries) sums.push(`${await sha256Of(entry.from)}  ${entry.path}\n`);
  const all = [...entries, { path: CHECKSUMS, from: new TextEncoder().encode(sums.join("")) }];
  const stage = `${to}.part`;
  const stopRemoving = removeAtSignal(stage);
  try {
    await writingTo(to, async () => {
      await pipeline(
        tarStream(all.map((entry) => ({ ...entry, path: `${folder}/${entry.path}` }))),
        createGzip({ level: 9 }),
        createWriteStream(stage),
      );
      await rename(stage, to);
    });
  } finally {
    stopRemoving();
    await rm(stage, { force: true });
  }
  return (await stat(to)).size;
}

const sha256Of = (from: TarEntry["from"]): Promise<string> | string =>
  typeof from === "string" ? sha256OfChunks(createReadStream(from)) : sha256Hex(from);
