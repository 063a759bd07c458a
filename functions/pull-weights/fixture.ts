import { createHash } from "node:crypto";
import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import { z } from "zod";

export interface TestHub {
  readonly endpoint: string;
  /** "GET <path>", with the range and the token where there were any */
  readonly requests: string[];
  close(): Promise<void>;
}

export const REPO = "someone/small-model";
export const REVISION = "c".repeat(40);
const RESOLVE = `/${REPO}/resolve/${REVISION}/`;

export interface HubFault {
  /** ends the connection after so many bytes, the first time that the file is asked for */
  readonly cutAfter?: number;
  /** hands out other bytes than its tree tells of */
  readonly damaged?: boolean;
}

/** The hub's two addresses that a pull uses, on this machine; two files a page. */
export async function testHub(
  files: Readonly<Record<string, string>>,
  options: { readonly token?: string; readonly faults?: Readonly<Record<string, HubFault>> } = {},
): Promise<TestHub> {
  const requests: string[] = [];
  const cut = new Set<string>();
  const names = Object.keys(files);
  const tree = (url: URL, response: ServerResponse): void => {
    const from = Number(url.searchParams.get("cursor") ?? 0);
    const more = from + 2 < names.length;
    if (more) response.setHeader("link", `<${url.pathname}?recursive=true&cursor=${from + 2}>; rel="next"`);
    response.end(JSON.stringify(names.slice(from, from + 2).map((name) => entryOf(name, files[name] ?? ""))));
  };
  const file = (path: string, range: string | undefined, response: ServerResponse): void => {
    const content = files[path];
    if (content === undefined) return void response.writeHead(404).end();
    const { damaged, cutAfter } = options.faults?.[path] ?? {};
    const bytes = Buffer.from(damaged === true ? content.toUpperCase() : content);
    const start = Number(/^bytes=(\d+)-$/.exec(range ?? "")?.[1] ?? 0);
    response.writeHead(range === undefined ? 200 : 206, { "content-length": bytes.length - start });
    if (cutAfter === undefined || cut.has(path)) return void response.end(bytes.subarray(start));
    cut.add(path);
    response.write(bytes.subarray(start, start + cutAfter), () => setTimeout(() => response.destroy(), 50));
  };
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? "/", "http://hub");
    const { range, authorization } = request.headers;
    requests.push([`GET ${url.pathname}`, range, authorization].filter((part) => part !== undefined).join(" "));
    const isRefused = options.token !== undefined && authorization !== `Bearer ${options.token}`;
    if (isRefused) response.writeHead(401).end();
    else if (url.pathname === `/api/models/${REPO}/tree/${REVISION}`) tree(url, response);
    else if (url.pathname.startsWith(RESOLVE))
      file(decodeURIComponent(url.pathname.slice(RESOLVE.length)), range, response);
    else response.writeHead(404).end();
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const { port } = z.object({ port: z.int() }).parse(server.address());
  return {
    endpoint: `http://127.0.0.1:${port}`,
    requests,
    async close() {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}

const sha = (name: string, text: string): string => createHash(name).update(text).digest("hex");

/** Weights are git-lfs's, the rest is git's. */
function entryOf(path: string, content: string) {
  const size = Buffer.byteLength(content);
  if (!path.endsWith(".safetensors")) return { type: "file", path, size, oid: sha("sha1", `blob ${size}\0${content}`) };
  return { type: "file", path, size, oid: "pointer", lfs: { oid: sha("sha256", content), size, pointerSize: 133 } };
}
