import { join } from "node:path";
import type { ObjectStore } from "@medhelm/core/ports";
import type { Env, Hono } from "hono";
import { latestSite } from "@medhelm/service/release/site/pointer";
import { isFolder, staticFile } from "./static-files.ts";

/** The sites of the releases under /r/<release>/, and the latest one behind /. */
export function serveSite<E extends Env>(app: Hono<E>, outputPath: string, objects: ObjectStore): void {
  const root = join(outputPath, "site", "r");
  app.get("/", async (c) => {
    const release = await latestSite(objects);
    return release === undefined
      ? c.text("No release has a site yet: POST /v1/releases makes one. The API is described at /reference.\n")
      : c.redirect(`/r/${release}/`);
  });
  app.get("/r/*", async (c) => {
    const path = c.req.path.slice("/r/".length);
    const file = await staticFile(root, path);
    if (file !== undefined) return file;
    if (!path.endsWith("/") && (await isFolder(root, path))) return c.redirect(`${c.req.path}/`);
    const notFound = await staticFile(root, `${path.split("/")[0] ?? ""}/404.html`);
    return notFound === undefined
      ? c.notFound()
      : new Response(notFound.body, { status: 404, headers: notFound.headers });
  });
}
