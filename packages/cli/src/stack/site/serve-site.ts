import { existsSync } from "node:fs";
import { join } from "node:path";
import type { ObjectStore } from "@medhelm/core/ports";
import { FolderName } from "@medhelm/core/submission";
import { notFoundPage } from "@medhelm/core/release/not-found-page";
import { keys } from "@medhelm/core/store/object-keys";
import type { Env, Hono } from "hono";
import { accepts } from "hono/accepts";
import { problemResponse, Refusal } from "@medhelm/service/api/problem";
import { latestSite } from "@medhelm/service/release/site/pointer";
import { publicPages } from "./public-pages.ts";
import { SECURITY_HEADERS, staticFiles } from "./static-files.ts";

/** "r1/no/such/page" -> "r1/404.html" */
const pageOfRelease = (path: string): string => `${path.split("/")[0] ?? ""}/404.html`;

/**
 * Serves the sites of the releases under /r/<release>/, and the pages that they refer to. The address / redirects to the latest one. A browser
 * gets a page for an address with nothing.
 */
export function serveSite<E extends Env>(app: Hono<E>, outputPath: string, objects: ObjectStore): void {
  const root = join(outputPath, "site", "r");
  app.get("/", async (c) => {
    const release = await latestSite(objects);
    return release === undefined
      ? c.text("No release has a site yet: POST /v1/releases makes one. The API is described at /reference.\n")
      : c.redirect(`/r/${release}/`);
  });
  app.get("/releases.json", async (c) => {
    const list = await objects.get(keys.siteReleases());
    if (list === undefined) return c.notFound();
    return c.body(Buffer.from(list.body), 200, {
      ...SECURITY_HEADERS,
      "Content-Type": "application/json; charset=utf-8",
      "Cache-Control": "no-cache",
    });
  });
  app.notFound((c) => {
    const header = "Accept";
    const wanted = accepts(c, { header, supports: ["text/html", "application/json"], default: "application/json" });
    if (wanted === "text/html" && !c.req.path.startsWith("/v1/")) return c.html(notFoundPage, 404, SECURITY_HEADERS);
    return problemResponse(c, new Refusal("not-found", `There is nothing at ${c.req.path}.`));
  });
  app.get("/runs/*", publicPages(objects));
  // an unpublished release leaves a record in this place, and shows nobody that it exists
  app.use("/r/:release/*", async (c, next) => {
    const name = FolderName.safeParse(c.req.param("release")).data;
    return name !== undefined && existsSync(join(root, name, "index.html")) ? next() : c.notFound();
  });
  app.get("/r/*", staticFiles({ root, prefix: "/r/", notFoundPage: pageOfRelease }));
}
