import { createHash, type Hash } from "node:crypto";
import { createReadStream } from "node:fs";
import { open, rename, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { makeFolders } from "@medhelm/adapters/make-folders";
import { UserError } from "@medhelm/core/user-error";
import type { BucketFile, RemotePlace } from "./google-bucket.ts";

/** How often a cut connection is opened again without a byte in between. */
const MAX_EMPTY_TRIES = 5;
/** The first pause after a failed request. It doubles. */
const RETRY_MS = 250;
/** A connection that is silent for this time is opened again. */
const SILENT_MS = 60_000;
/** How often an object may be replaced while it is read. */
const MAX_VERSIONS = 3;

/**
 * Copies an object into a folder. A cut connection, and a pull that was stopped, continue at the byte where they ended. The checksum is compared
 * before the file gets its name. An object that is replaced meanwhile is read again in its new version.
 * @param report gets the number of bytes that arrived
 * @returns the version that the folder has now
 * @throws UserError if the bytes are wrong, or the connection ends again and again
 */
export async function pullFile(
  bucket: RemotePlace,
  file: BucketFile,
  folder: string,
  report: (bytes: number) => void,
): Promise<BucketFile> {
  let present: BucketFile | undefined = file;
  for (let version = 0; version < MAX_VERSIONS; version++) {
    if (await pullVersion(bucket, present, folder, report)) return present;
    present = await bucket.find(file.path);
    if (present === undefined)
      throw new UserError(`${bucket.label}: ${file.path} was deleted during the pull; run the same command again`);
  }
  throw new UserError(`${bucket.label}: ${file.path} changes again and again; run the same command again later`);
}

/** @returns false if the version does not exist any more */
async function pullVersion(
  bucket: RemotePlace,
  file: BucketFile,
  folder: string,
  report: (bytes: number) => void,
): Promise<boolean> {
  const target = join(folder, file.path);
  const part = `${target}.${file.generation}.part`;
  makeFolders(dirname(target));
  const isKnownSize = file.isSizeUnknown !== true;
  if (!isKnownSize) await rm(part, { force: true });
  const arrived = await openPart(part, file, report);
  const isComplete = (): boolean => isKnownSize && arrived.bytes >= file.sizeBytes;
  for (let tries = 0; !isComplete(); ) {
    const before = arrived.bytes;
    const reply = await bucket.read(file, isKnownSize ? before : 0).catch((error: unknown) => {
      if (!(error instanceof UserError) || tries + 1 === MAX_EMPTY_TRIES) throw error;
      return error;
    });
    if (reply instanceof UserError) {
      await setTimeout(RETRY_MS * 2 ** tries++);
      continue;
    }
    if (reply === undefined) {
      await rm(part, { force: true });
      return false;
    }
    const isWhole = await arrived.append(reply);
    if (isWhole && !isKnownSize) break;
    tries = isKnownSize && arrived.bytes > before ? 0 : tries + 1;
    if (tries === MAX_EMPTY_TRIES)
      throw new UserError(`${bucket.label}: ${file.path} was cut off; run the same command again, and it continues`);
  }
  if (!arrived.isRight()) {
    await rm(part, { force: true });
    throw new UserError(
      `${bucket.label}: ${file.path} has other bytes than its checksum says; run the same command again`,
    );
  }
  await rename(part, target);
  return true;
}

/** The incomplete file on this disk, with the hash of what has arrived. */
async function openPart(path: string, { checksum }: BucketFile, report: (bytes: number) => void) {
  const newHash = (): Hash => createHash(checksum?.algorithm ?? "sha256");
  let hash = newHash();
  let bytes = await hashed(path, hash);
  report(bytes);
  return {
    get bytes(): number {
      return bytes;
    },
    /** @returns false if the connection was cut */
    append(reply: Response): Promise<boolean> {
      // a server that does not continue files sends the whole file again
      if (reply.status !== 206) {
        report(-bytes);
        [bytes, hash] = [0, newHash()];
      }
      return appended(reply, path, bytes, (chunk) => {
        hash.update(chunk);
        bytes += chunk.length;
        report(chunk.length);
      });
    },
    isRight: (): boolean => checksum === undefined || hash.digest(checksum.encoding) === checksum.digest,
  };
}

/** The number of bytes of an earlier attempt, which the hash then contains. */
async function hashed(part: string, hash: { update(data: Uint8Array): unknown }): Promise<number> {
  const earlier = await stat(part).catch(() => undefined);
  if (earlier === undefined) return 0;
  for await (const chunk of createReadStream(part)) if (chunk instanceof Uint8Array) hash.update(chunk);
  return earlier.size;
}

/** Writes the reply at the end of the file. @returns false if the connection was cut */
async function appended(
  reply: Response,
  part: string,
  fromByte: number,
  onChunk: (chunk: Uint8Array) => void,
): Promise<boolean> {
  const output = await open(part, fromByte > 0 ? "a" : "w");
  try {
    for await (const chunk of untilSilent(reply.body)) {
      await output.write(chunk);
      onChunk(chunk);
    }
    return true;
  } catch (error) {
    // fetch ends a cut body with a TypeError
    if (error instanceof TypeError || error instanceof Silent) return false;
    throw error;
  } finally {
    await output.close();
  }
}

class Silent extends Error {}

/** @throws Silent if no byte arrives for a minute */
async function* untilSilent(body: Response["body"]): AsyncGenerator<Uint8Array> {
  const reader = body?.getReader();
  if (reader === undefined) return;
  try {
    for (;;) {
      let timer: NodeJS.Timeout | undefined;
      const silence = new Promise<never>((_, reject) => {
        timer = globalThis.setTimeout(() => reject(new Silent()), SILENT_MS);
      });
      const { done, value } = await Promise.race([reader.read(), silence]).finally(() => clearTimeout(timer));
      if (done) return;
      yield value;
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}
