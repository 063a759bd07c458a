import { createHash, randomUUID } from "node:crypto";
import { readFile, rename, rm, writeFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { atMost } from "@medhelm/core/at-most";
import type { DataFile, DataSource, OpenPlace, SourceFile } from "@medhelm/core/run/benchmark";
import { MissingData, pullElsewhere } from "@medhelm/core/run/missing-data";
import { UserError } from "@medhelm/core/user-error";
import { writingTo } from "@medhelm/core/writing-to";
import { makeFolders } from "../make-folders.ts";
import { openPlace, readIfThere } from "./open-place.ts";

export interface LocalDataOptions {
  /** The folder of a mirror (--data-dir, MEDHELM_DATA), with files by DataFile.path. It is never written to. */
  readonly dataDir?: string | undefined;
  /** The folder of downloads, with the layout of the mirror. */
  readonly cacheDir: string;
  /** If it is absent, nothing is downloaded, as with `offline`. */
  readonly fetch?: ((url: string) => Promise<Response>) | undefined;
  readonly offline?: boolean | undefined;
  /** Called before each download, to name the file and its licence. */
  readonly beforeDownload?: (file: DataFile) => Promise<void>;
  /** A longer download is refused. Default: 1 GiB, which is more than any data set here has. */
  readonly maxFileBytes?: number;
}

/**
 * Reads data sets from the mirror, else from the cache, else from the pinned URL. It returns only bytes with the pinned sha256 (except
 * DataFile.isReported). Only complete files enter the cache, so a broken download leaves no file.
 * @throws UserError for a mirror file with another checksum, a failed or changed download, and a missing file in offline mode
 */
export function localDataSource(options: LocalDataOptions): DataSource {
  return {
    read: async (file) =>
      (await fromMirror(options.dataDir, file)) ??
      (await fromCache(options.cacheDir, file)) ??
      (await fromNetwork(options, file)),
    open: ({ path, at }) => openFirst(at === undefined ? placesOf(options, path) : [resolve(at)]),
  };
}

const isPinned = ({ sha256 }: Pick<SourceFile, "sha256">, file: DataFile): boolean =>
  file.sha256 === undefined || sha256 === file.sha256;

const placesOf = ({ dataDir, cacheDir }: LocalDataOptions, path: string): string[] =>
  [dataDir, cacheDir].flatMap((folder) => (folder === undefined ? [] : [join(folder, path)]));

async function openFirst(places: readonly string[]): Promise<OpenPlace | undefined> {
  for (const place of places) {
    const opened = await openPlace(place);
    if (opened !== undefined) return opened;
  }
  return undefined;
}

async function fromMirror(dataDir: string | undefined, file: DataFile): Promise<SourceFile | undefined> {
  if (dataDir === undefined) return undefined;
  const path = join(dataDir, file.path);
  const found = await readIfThere(path);
  if (found === undefined || file.isReported === true || isPinned(found, file)) return found;
  throw new UserError(
    `${path} has sha256 ${found.sha256}, but this version expects ${file.sha256}: replace it with ${file.url}, or remove it to download that file`,
  );
}

/** A cached file with another checksum belongs to an older pin or is damaged, so it is downloaded again. */
async function fromCache(cacheDir: string, file: DataFile): Promise<SourceFile | undefined> {
  const found = await readIfThere(join(cacheDir, file.path));
  return found !== undefined && isPinned(found, file) ? found : undefined;
}

async function fromNetwork(
  { dataDir, cacheDir, fetch, offline, beforeDownload, maxFileBytes = 2 ** 30 }: LocalDataOptions,
  file: DataFile,
): Promise<SourceFile> {
  const path = join(cacheDir, file.path);
  if (offline === true || fetch === undefined) {
    const places = dataDir === undefined ? path : `${join(dataDir, file.path)} or ${path}`;
    const why = "offline mode downloads nothing";
    throw missing(file, `no file at ${places}, and ${why}: ${elsewhere(file)}`, why);
  }
  await beforeDownload?.(file);
  const stage = `${path}.${randomUUID()}.part`;
  makeFolders(dirname(path));
  try {
    const hash = createHash("sha256");
    const hashed = async function* () {
      for await (const chunk of download(fetch, file, maxFileBytes)) {
        hash.update(chunk);
        yield chunk;
      }
    };
    await writingTo(path, () => writeFile(stage, hashed()));
    const sha256 = hash.digest("hex");
    if (!isPinned({ sha256 }, file))
      throw new UserError(
        `${file.url} has sha256 ${sha256}, but this version expects ${file.sha256}: the file changed at its source or in transit, so it was not stored`,
      );
    const bytes = await readFile(stage);
    await rename(stage, path);
    return { label: path, bytes, sha256 };
  } catch (error) {
    await rm(stage, { force: true });
    throw error;
  }
}

/** How to get a file that this machine cannot download. */
const elsewhere = ({ benchmark, url, path }: DataFile): string =>
  benchmark === undefined
    ? `fetch ${url} on another machine and put it at ${path} in the folder of --data-dir`
    : pullElsewhere([benchmark]);

const missing = ({ benchmark }: DataFile, message: string, why: string, options?: ErrorOptions): UserError =>
  benchmark === undefined ? new UserError(message, options) : new MissingData(message, benchmark, why, options);

/** Yields the bytes at the file's address. */
async function* download(
  fetch: (url: string) => Promise<Response>,
  file: DataFile,
  maxBytes: number,
): AsyncGenerator<Uint8Array> {
  const help = elsewhere(file);
  const long = () => new UserError(`${file.url} sent more than ${maxBytes} bytes, so it was not stored: ${help}`);
  try {
    const response = await fetch(file.url);
    // Without a checksum nothing else would detect the page of a portal or proxy.
    if (response.ok && file.sha256 === undefined && /^text\/html\b/.test(response.headers.get("content-type") ?? ""))
      throw new UserError(`${file.url} answered with a web page instead of the file: ${help}`);
    if (!response.ok)
      throw missing(
        file,
        `${file.url} answered ${response.status}: try again later, or ${help}`,
        `the download failed (HTTP ${response.status})`,
      );
    if (response.body !== null) yield* atMost(response.body, maxBytes, long);
  } catch (cause) {
    if (cause instanceof UserError) throw cause;
    const why = cause instanceof Error ? cause.message : String(cause);
    const message = `${file.url} could not be downloaded (${why}): try again later, or ${help}`;
    throw missing(file, message, `the download failed (${why})`, { cause });
  }
}
