import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { join, resolve, sep } from "node:path";
import { Readable } from "node:stream";
import { contentType } from "@medhelm/service/release/site/content-types";

/** What the pages' own meta tag cannot say: who may frame them. */
export const SECURITY_HEADERS = {
  "X-Content-Type-Options": "nosniff",
  "Referrer-Policy": "no-referrer",
  "Content-Security-Policy": "frame-ancestors 'none'",
} as const;

/** A file below `root`, or undefined. "x/" gives x/index.html; a folder without the slash is redirected to it by the caller. */
export async function staticFile(root: string, path: string): Promise<Response | undefined> {
  const base = resolve(root);
  const decoded = safeDecode(path);
  if (decoded === undefined) return undefined;
  const file = join(base, decoded.endsWith("/") || decoded === "" ? `${decoded}index.html` : decoded);
  if (!file.startsWith(base + sep)) return undefined;
  const found = await stat(file).catch(() => undefined);
  if (found === undefined || !found.isFile()) return undefined;
  const headers = {
    "Content-Type": contentType(file),
    "Content-Length": String(found.size),
    "Cache-Control": "no-cache",
    ...SECURITY_HEADERS,
  };
  return new Response(Readable.toWeb(createReadStream(file)), { headers });
}

export async function isFolder(root: string, path: string): Promise<boolean> {
  const decoded = safeDecode(path);
  return (
    decoded !== undefined &&
    !decoded.split("/").includes("..") &&
    ((await stat(join(root, decoded)).catch(() => undefined))?.isDirectory() ?? false)
  );
}

function safeDecode(path: string): string | undefined {
  try {
    const decoded = decodeURIComponent(path);
    return decoded.includes("\0") ? undefined : decoded;
  } catch {
    return undefined;
  }
}
