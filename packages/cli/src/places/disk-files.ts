import { isThere } from "@medhelm/adapters/is-there";
import { createReadStream, readFileSync, type Stats, statSync } from "node:fs";
import { open, readFile, stat } from "node:fs/promises";
import { dirname, isAbsolute, join, resolve } from "node:path";
import { errorCode } from "@medhelm/core/error-code";
import { sha256Hex } from "@medhelm/core/store/canonical";
import type { OpenFile, SourceFile, UserFiles } from "@medhelm/core/run/benchmark";
import { UserError } from "@medhelm/core/user-error";
import { PATH_FAULTS } from "@medhelm/adapters/path-faults";

/** The user's files on this machine. A path is relative to the file that names it, else to the working directory. */
export function diskFiles(workingDirectory: string): UserFiles {
  const pathOf = (reference: string, relativeTo: string | undefined): string => {
    const folder = relativeTo === undefined ? undefined : dirname(resolve(workingDirectory, relativeTo));
    const path = locate(reference, folder, workingDirectory);
    refuseSpecial(statSync(path), reference);
    return path;
  };
  return {
    async read(reference, relativeTo): Promise<SourceFile> {
      const path = pathOf(reference, relativeTo);
      const bytes = await readBytes(path, reference);
      return { label: path, bytes, sha256: sha256Hex(bytes) };
    },
    async open(reference, relativeTo): Promise<OpenFile> {
      const path = pathOf(reference, relativeTo);
      const head = await readHead(path, 0).catch((cause: unknown) => refuse(reference, cause));
      return {
        label: path,
        sizeBytes: head.sizeBytes,
        head: async (bytes) => (await readHead(path, bytes).catch((cause: unknown) => refuse(reference, cause))).bytes,
        stream: () => chunksOf(path, reference),
      };
    },
  };
}

const CHUNK_BYTES = 1024 * 1024;

/** A fault in the middle of a file names the file, as one at its beginning does. */
async function* chunksOf(path: string, name: string): AsyncGenerator<Uint8Array> {
  try {
    for await (const chunk of createReadStream(path, { highWaterMark: CHUNK_BYTES })) yield chunk;
  } catch (cause) {
    refuse(name, cause);
  }
}

/** Reads the first bytes of a file. */
async function readHead(
  path: string,
  bytes: number,
): Promise<{ readonly bytes: Uint8Array; readonly sizeBytes: number }> {
  const file = await open(path, "r");
  try {
    const buffer = Buffer.alloc(bytes);
    const { bytesRead } = await file.read(buffer, 0, bytes, 0);
    return { bytes: buffer.subarray(0, bytesRead), sizeBytes: (await file.stat()).size };
  } finally {
    await file.close();
  }
}

/**
 * Reads a text file that the user names, or a pipe that a shell has opened, as in `-c <(command)`.
 * @throws UserError if it is a folder, another pipe or a device, is too large, cannot be read or is not UTF-8
 */
export async function readUserText(path: string): Promise<string> {
  const stats = await stat(path).catch((cause: unknown) => refuse(path, cause));
  const isPipe = stats.isFIFO() && OF_SHELL.test(path);
  if (!isPipe) {
    refuseSpecial(stats, path);
    if (stats.size > MAX_TEXT_BYTES)
      throw new UserError(
        `${path}: it has ${stats.size} bytes, and at most ${MAX_TEXT_BYTES} are read; name a smaller file`,
      );
  }
  const bytes = await (isPipe ? readPipe(path) : readBytes(path, path));
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch (cause) {
    throw new UserError(`${path}: not UTF-8 text; save it as UTF-8`, { cause });
  }
}

/** A pipe of any other name would wait for its writer. */
const OF_SHELL = /^\/(?:dev\/stdin|(?:dev|proc\/self)\/fd\/\d+)$/;
const MAX_TEXT_BYTES = 64 * CHUNK_BYTES;

async function readPipe(path: string): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of createReadStream(path)) {
    chunks.push(Buffer.from(chunk));
    bytes += chunk.length;
    if (bytes > MAX_TEXT_BYTES)
      throw new UserError(`${path}: this pipe has more than ${MAX_TEXT_BYTES} bytes; write them to a file and name it`);
  }
  return Buffer.concat(chunks);
}

function readBytes(path: string, name: string): Promise<Buffer> {
  return readFile(path).catch((cause: unknown) => refuse(name, cause));
}

function refuse(name: string, cause: unknown): never {
  const code = errorCode(cause) ?? "";
  throw new UserError(`${name}: ${WHY[code] ?? `it cannot be read (${code})`}; name a file`, { cause });
}

const WHY: Readonly<Record<string, string>> = {
  ENOENT: "there is no such file",
  ENOTDIR: "there is no such file",
  EISDIR: "it is a folder",
  EACCES: "you have no permission to read it",
  ...PATH_FAULTS,
};

/** @throws UserError if no place has the file, or both have it with different content */
function locate(reference: string, folder: string | undefined, workingDirectory: string): string {
  if (isAbsolute(reference)) {
    if (isThere(reference)) return reference;
    throw new UserError(`${reference}: there is no such file; correct the path`);
  }
  const places = [
    ...new Set([...(folder === undefined ? [] : [join(folder, reference)]), join(workingDirectory, reference)]),
  ];
  const found = places.filter((place) => isThere(place));
  const [first, second] = found;
  if (first === undefined)
    throw new UserError(
      `${reference}: there is no such file in ${places.map((place) => dirname(place)).join(" or ")}; correct the path`,
    );
  if (second !== undefined && !sameContent(first, second))
    throw new UserError(`${reference}: ${first} and ${second} differ; give the full path of one of them`);
  return first;
}

/** Reading the first bytes of a folder does not say its name. A pipe would wait for its writer, and a device may have no end. */
function refuseSpecial(stats: Stats, name: string): void {
  if (stats.isDirectory()) throw new UserError(`${name}: ${WHY["EISDIR"]}; name a file`);
  if (!stats.isFile())
    throw new UserError(`${name}: it is a pipe, a socket or a device, which cannot be read twice; name a file`);
}

const isFile = (path: string): boolean => statSync(path).isFile();

function sameContent(first: string, second: string): boolean {
  return isFile(first) && isFile(second) && readFileSync(first).equals(readFileSync(second));
}
