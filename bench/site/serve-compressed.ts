import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join } from "node:path";
import { gzipSync } from "node:zlib";

const TYPES: Readonly<Record<string, string>> = {
  ".html": "text/html",
  ".css": "text/css",
  ".js": "text/javascript",
  ".json": "application/json",
  ".svg": "image/svg+xml",
  ".woff2": "font/woff2",
};

/** Serves a folder with gzip on 127.0.0.1. `sent`: the compressed bytes of each file that is requested. */
export async function serveCompressed(root: string) {
  const sent = new Map<string, number>();
  const server = createServer((request, response) => {
    const pathname = decodeURIComponent(new URL(request.url ?? "/", "http://localhost").pathname);
    const name = pathname.endsWith("/") ? `${pathname}index.html` : pathname;
    try {
      const content = readFileSync(join(root, name));
      const isPacked = extname(name) === ".woff2";
      const body = isPacked ? content : gzipSync(content, { level: 9 });
      sent.set(name, body.length);
      response.writeHead(200, {
        "content-type": TYPES[extname(name)] ?? "text/plain",
        ...(isPacked ? {} : { "content-encoding": "gzip" }),
      });
      response.end(body);
    } catch {
      response.writeHead(404).end();
    }
  }).listen(0, "127.0.0.1");
  await new Promise((listening) => server.once("listening", listening));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the server has no port");
  return { url: `http://127.0.0.1:${address.port}/`, sent, close: () => server.close() };
}
