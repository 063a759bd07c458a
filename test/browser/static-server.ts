import { readFile } from "node:fs/promises";
import { createServer, type ServerResponse } from "node:http";
import { extname, join } from "node:path";

const TYPES: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".css": "text/css",
  ".js": "text/javascript",
  ".json": "application/json",
  ".csv": "text/csv",
};

/** Serves a folder under a base path on 127.0.0.1, like a plain web server: index.html for folders, 404.html for errors. */
export async function serveFolder(root: string, base: string) {
  const answer = async (path: string) => {
    if (!path.startsWith(base)) return undefined;
    const file = join(root, path.slice(base.length), path.endsWith("/") ? "index.html" : "");
    return { body: await readFile(file), type: TYPES[extname(file)] ?? "application/octet-stream" };
  };
  const respond = async (path: string, response: ServerResponse) => {
    const found = await answer(path).catch(() => undefined);
    response.writeHead(found ? 200 : 404, { "content-type": found?.type ?? "text/html; charset=utf-8" });
    response.end(found?.body ?? (await readFile(join(root, "404.html"))));
  };
  const server = createServer((request, response) => {
    const path = decodeURIComponent(new URL(request.url ?? "/", "http://127.0.0.1").pathname);
    void respond(path, response);
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The server has no port.");
  return {
    url: `http://127.0.0.1:${address.port}${base}`,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
