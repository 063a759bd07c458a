import type { Stats } from "node:fs";
import { open, readFile, stat } from "node:fs/promises";
import { join, resolve, sep } from "node:path";
import { serveStatic } from "@hono/node-server/serve-static";
import { kindOf } from "@medhelm/adapters/kind-of";
import { UserError } from "@medhelm/core/user-error";
import { contentType } from "@medhelm/service/release/site/content-types";
import type { Context, Handler } from "hono";

/** The headers that the pages' own meta tag cannot set, for example who may put them in a frame. */
export const SECURITY_HEADERS = {
  "X-Content-Type-Options": "nosniff",
  "Referrer-Policy": "no-referrer",
  "Content-Security-Policy": "frame-ancestors 'none'",
} as const;

/** The names of Astro's files contain a hash of their content. */
const HASHED = /(?:^|\/)_astro\//;

const headersOf = (file: string) => ({
  "Content-Type": contentType(file),
  "Cache-Control": HASHED.test(file) ? "public, max-age=31536000, immutable" : "no-cache",
  ...SECURITY_HEADERS,
});

export interface StaticFilesOptions {
  /** the folder that is served */
  readonly root: string;
  /** the part of the URL's path that is `root`, with a "/" at its end */
  readonly prefix: string;
  /** the page, relative to `root`, for a path without a file */
  readonly notFoundPage: (path: string) => string;
}

/**
 * Serves the files below a folder. "x/" is x/index.html. A folder without the slash redirects to "x/". The handler throws a UserError, or the
 * error of the disk, for a file that it cannot read.
 */
export function staticFiles({ root, prefix, notFoundPage }: StaticFilesOptions): Handler {
  const base = resolve(root);
  const pathOf = (path: string) => path.slice(prefix.length);
  const serve = serveStatic({ rewriteRequestPath: (path) => join(base, pathOf(path)), precompressed: true });
  return async (c) => {
    const { path } = c.req;
    if (isInside(pathOf(path))) {
      const isPage = path.endsWith("/");
      const file = join(base, pathOf(path), isPage ? "index.html" : "");
      const forms = await Promise.all(FORMS.map((form) => formOf(file + form)));
      if (!isPage && forms[0]?.kind?.isDirectory() === true) return c.redirect(`${path}/`);
      await requireReadable(forms);
    }
    const response = await serve(c, async () => {});
    if (!(response instanceof Response)) return notFound(c, base, notFoundPage(pathOf(path)));
    for (const [name, value] of Object.entries(headersOf(path.endsWith("/") ? "index.html" : path)))
      response.headers.set(name, value);
    response.headers.delete("Last-Modified"); // no request is answered with 304
    return response;
  };
}

async function notFound(c: Context, root: string, page: string): Promise<Response> {
  const file = join(root, page);
  const body = file.startsWith(root + sep) ? await readFile(file).catch(() => undefined) : undefined;
  if (body === undefined) return c.notFound();
  return c.body(body, 404, { ...headersOf(file), "Content-Length": String(body.length) });
}

const isInside = (path: string): boolean => !path.split(/[/\\]/).includes("..") && !path.includes("\0");

/** The ends of the names of a file and its compressed forms. */
const FORMS = ["", ".br", ".zst", ".gz"];

interface Form {
  readonly path: string;
  /** Undefined: the path is free, or leads nowhere. */
  readonly kind: Stats | undefined;
}
const formOf = async (path: string): Promise<Form> => ({ path, kind: await stat(path).catch(() => undefined) });

/** `serveStatic` opens a file after it has sent the status, and cuts off its reply when that fails. */
async function requireReadable(forms: readonly Form[]): Promise<void> {
  for (const { path, kind } of forms) {
    if (kind === undefined) continue;
    if (!kind.isFile()) throw new UserError(`${path}: ${kindOf(kind)} is in the place of this file; remove it`);
    await (await open(path)).close();
  }
}
