import { createHash } from "node:crypto";
import type { ServerResponse } from "node:http";
import { json, serve } from "./fault-server.ts";

/** Replies to a read of bytes in the place of the server, and returns true; or returns false. */
export type StorageFault = (path: string, response: ServerResponse, fromByte: number) => boolean;

/**
 * A server that speaks the JSON API of Google Storage for one bucket, with pages of a given number of files, ranges, generations and checksums.
 * @param given bytes by path below `prefix`
 */
export async function googleStorage(
  given: Readonly<Record<string, string | Uint8Array>>,
  { prefix = "", pageSize = 1000, fault = () => false }: { prefix?: string; pageSize?: number; fault?: StorageFault },
) {
  const files = new Map(
    Object.entries(given).map(([path, bytes]) => [prefix + path, { bytes: Buffer.from(bytes), generation: 1 }]),
  );
  const reads: { readonly path: string; readonly from: number }[] = [];
  const itemOf = (name: string) => {
    const { bytes = Buffer.alloc(0), generation = 0 } = files.get(name) ?? {};
    const md5Hash = createHash("md5").update(bytes).digest("base64");
    return { name, size: String(bytes.length), generation: String(generation), md5Hash };
  };
  const versionOf = (name: string, generation: string | null) => {
    const file = files.get(name);
    return generation === null || generation === String(file?.generation) ? file : undefined;
  };
  const list = (below: string, start: number) => {
    const names = [...files.keys()].filter((name) => name.startsWith(below)).toSorted();
    const items = names.slice(start, start + pageSize).map(itemOf);
    return start + pageSize < names.length ? { items, nextPageToken: String(start + pageSize) } : { items };
  };
  const server = await serve((request, _, response) => {
    const { pathname, searchParams } = new URL(request.url ?? "", "http://127.0.0.1");
    const name = decodeURIComponent(/^\/storage\/v1\/b\/[^/]+\/o\/(.+)$/.exec(pathname)?.[1] ?? "");
    if (name === "")
      return json(response, 200, list(searchParams.get("prefix") ?? "", Number(searchParams.get("pageToken") ?? 0)));
    const file = versionOf(name, searchParams.get("generation"));
    if (file === undefined) return json(response, 404, {});
    if (searchParams.get("alt") !== "media") return json(response, 200, itemOf(name));
    const from = Number(/^bytes=(\d+)-$/.exec(request.headers.range ?? "")?.[1] ?? 0);
    const path = name.slice(prefix.length);
    reads.push({ path, from });
    if (!fault(path, response, from)) response.writeHead(from === 0 ? 200 : 206).end(file.bytes.subarray(from));
    return undefined;
  });
  return {
    url: `http://127.0.0.1:${server.port}`,
    /** the reads of bytes, in their order */
    reads,
    /** Puts a new version of an object. */
    replace(path: string, text: string): void {
      files.set(prefix + path, {
        bytes: Buffer.from(text),
        generation: (files.get(prefix + path)?.generation ?? 0) + 1,
      });
    },
    close: () => server.close(),
  };
}
