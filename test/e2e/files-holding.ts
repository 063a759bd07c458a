import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from "node:zlib";

/** The bytes of a file; none if a process has deleted it since its folder was listed, as SQLite deletes its journals. */
function bytesOf(path: string): Buffer | undefined {
  try {
    return readFileSync(path);
  } catch (error) {
    if (existsSync(path)) throw error;
    return undefined;
  }
}

/** The content of a file, decompressed if its name ends in .gz, .zst or .br. */
export function contentOf(path: string): string {
  const bytes = bytesOf(path);
  if (bytes === undefined) return "";
  if (path.endsWith(".gz")) return gunzipSync(bytes).toString("utf8");
  if (path.endsWith(".zst")) return zstdDecompressSync(bytes).toString("utf8");
  return path.endsWith(".br") ? brotliDecompressSync(bytes).toString("utf8") : bytes.toString("latin1");
}

/** Returns the paths below a folder of the files whose path or content matches, compressed ones included. */
export function filesHolding(folder: string, pattern: RegExp): string[] {
  if (!existsSync(folder)) throw new Error(`${folder} is missing`);
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((file) => file.isFile())
    .map((file) => join(file.parentPath, file.name).slice(folder.length))
    .filter((path) => pattern.test(path) || pattern.test(contentOf(join(folder, path))));
}
