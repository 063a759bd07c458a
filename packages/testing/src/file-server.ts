import { createHash } from "node:crypto";
import type { ServerResponse } from "node:http";
import { serve } from "./fault-server.ts";

/** Replies to a read of bytes in the place of the server, and returns true; or returns false. */
export type FileFault = (path: string, response: ServerResponse, fromByte: number) => boolean;

/** A web server with files by path, which answers HEAD, ranges, and ETags of the content. */
export async function fileServer(
  given: Readonly<Record<string, string | Uint8Array>>,
  {
    fault = () => false,
    ranges = true,
    head = true,
    contentType = "application/octet-stream",
  }: { fault?: FileFault; ranges?: boolean; head?: boolean; contentType?: string } = {},
) {
  const files = new Map(Object.entries(given).map(([path, bytes]) => [path, Buffer.from(bytes)]));
  const reads: { readonly path: string; readonly from: number }[] = [];
  const server = await serve((request, _, response) => {
    const path = decodeURIComponent(new URL(request.url ?? "", "http://127.0.0.1").pathname.slice(1));
    const bytes = files.get(path);
    if (bytes === undefined) return response.writeHead(404).end();
    const etag = `"${createHash("sha256").update(bytes).digest("hex").slice(0, 16)}"`;
    const facts = { etag, "content-type": contentType };
    if (request.method === "HEAD")
      return head
        ? response.writeHead(200, { ...facts, "content-length": bytes.length }).end()
        : response.writeHead(405).end();
    const from = ranges ? Number(/^bytes=(\d+)-$/.exec(request.headers.range ?? "")?.[1] ?? 0) : 0;
    reads.push({ path, from });
    if (!fault(path, response, from)) response.writeHead(from === 0 ? 200 : 206, facts).end(bytes.subarray(from));
    return undefined;
  });
  return {
    url: `http://127.0.0.1:${server.port}`,
    /** the reads of bytes, in their order */
    reads,
    /** Puts a new version of a file. */
    replace: (path: string, text: string): void => void files.set(path, Buffer.from(text)),
    close: () => server.close(),
  };
}
