import { UserError } from "@medhelm/core/user-error";
import type { DataFile } from "@medhelm/core/run/benchmark";
import { sha256Hex } from "@medhelm/core/store/canonical";
import type { BucketFile, RemotePlace } from "../results/google-bucket.ts";
import { openReply } from "../results/open-reply.ts";

/** Compressed replies have other sizes and ranges than the file. */
const AS_IT_IS = { "accept-encoding": "identity" };
/** Servers that answer no HEAD. */
const NO_HEAD: ReadonlySet<number> = new Set([400, 403, 405, 501]);

/**
 * One file at an address, which can be read from a byte on. Its version is the server's ETag, or else the time of the last change.
 * @throws UserError if the server cannot be reached or does not have the file
 */
export function httpPlace(file: DataFile, url: string): RemotePlace {
  return {
    label: url,
    async find(path) {
      const reply = await openReply(url, url, { method: "HEAD", headers: AS_IT_IS });
      await reply.body?.cancel();
      if (!reply.ok && !NO_HEAD.has(reply.status)) throw refused(url, reply.status);
      return { path, ...factsOf(file, reply) };
    },
    async read(found, fromByte = 0) {
      const range: Record<string, string> = fromByte === 0 ? {} : { range: `bytes=${fromByte}-` };
      const reply = await openReply(url, url, { headers: { ...AS_IT_IS, ...range } });
      if (!reply.ok) {
        await reply.body?.cancel();
        throw refused(url, reply.status);
      }
      if (isPage(reply) && file.sha256 === undefined) {
        await reply.body?.cancel();
        throw new UserError(`${url} answered with a web page instead of the file`);
      }
      if (found.generation === UNKNOWN || versionOf(reply) === found.generation) return reply;
      await reply.body?.cancel();
      return undefined;
    },
  };
}

/** The version of a file whose server names none. */
const UNKNOWN = "0";

function factsOf({ sha256 }: DataFile, reply: Response): Omit<BucketFile, "path"> {
  const length = reply.ok && !isPage(reply) ? reply.headers.get("content-length") : null;
  const generation = versionOf(reply);
  return {
    generation,
    sizeBytes: Number(length ?? 0),
    // without a version, two halves may belong to two versions
    ...(length === null || (generation === UNKNOWN && sha256 === undefined) ? { isSizeUnknown: true } : {}),
    ...(sha256 === undefined ? {} : { checksum: { algorithm: "sha256", digest: sha256, encoding: "hex" } }),
  };
}

/** It is part of a file's name. */
function versionOf({ ok, headers }: Response): string {
  const text = headers.get("etag") ?? headers.get("last-modified");
  return !ok || text === null ? UNKNOWN : sha256Hex(text).slice(0, 12);
}

/** Without a checksum nothing else would detect the page of a portal. */
const isPage = ({ headers }: Response): boolean => /^text\/html\b/.test(headers.get("content-type") ?? "");

const refused = (url: string, status: number): UserError =>
  new UserError(`${url}: the server answered ${status}${status === 404 ? ", so the file is not there any more" : ""}`);
