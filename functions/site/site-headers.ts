import { extname } from "node:path";

export interface SiteHeaders {
  readonly contentType: string;
  readonly cacheControl: string;
}

const TYPES: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".json": "application/json; charset=utf-8",
  ".csv": "text/csv; charset=utf-8",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".ico": "image/x-icon",
  ".woff2": "font/woff2",
  ".txt": "text/plain; charset=utf-8",
  ".xml": "application/xml; charset=utf-8",
};

/** What is under r/<release>/ never changes, a site built again apart: its pages are asked for again after an hour. */
const PAGE = "public, max-age=3600";
/** Astro gives these files names that change with their bytes. */
const HASHED = "public, max-age=31536000, immutable";
const POINTER = "public, max-age=0, must-revalidate";

/** The headers that S3 keeps with an object of the site; undefined: it is none. */
export function siteHeaders(key: string): SiteHeaders | undefined {
  if (!key.startsWith("site/")) return undefined;
  const contentType = TYPES[extname(key)] ?? "application/octet-stream";
  if (!key.startsWith("site/r/")) return { contentType, cacheControl: POINTER };
  return { contentType, cacheControl: /^site\/r\/[^/]+\/_astro\//.test(key) ? HASHED : PAGE };
}
