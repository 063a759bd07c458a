import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fsStore } from "@medhelm/adapters/objects/fs-store";
import { withheldNotice } from "@medhelm/core/release/build-leaderboard";
import type { Leaderboard } from "@medhelm/core/release/leaderboard";
import { metricOfRun } from "@medhelm/core/release/list-row";
import type { ReleasePorts } from "@medhelm/service/release/ports";
import { fetchExcerpts } from "@medhelm/service/release/site/fetch-excerpts";
import { Hono } from "hono";
import { makeFolder } from "../run/make-folder.ts";
import { freePort, listen } from "./listen.ts";
import { readLeaderboard, type Shown } from "./read-leaderboard.ts";
import { buildSite } from "./build-site.ts";
import { withScratch } from "./with-scratch.ts";
import { runPages } from "./run-pages.ts";
import { SECURITY_HEADERS, staticFiles } from "./static-files.ts";

/** Serves the site of a suite or release on 127.0.0.1. It has the text of every run, because only the owner of the runs reads it here. */
export async function serveLeaderboard(options: {
  readonly ports: ReleasePorts;
  readonly shown: Shown;
  readonly port: number;
  readonly notice: (text: string) => void;
}): Promise<{ readonly url: string; close(): Promise<void> }> {
  const { ports, shown, notice } = options;
  const leaderboard = await readLeaderboard(ports, shown, notice);
  makeFolder(tmpdir(), "TMPDIR");
  const stage = await mkdtemp(join(tmpdir(), "medhelm-site-"));
  try {
    const runs = leaderboard.runs.map((run) => ({ ...run, hasPages: true }));
    const withheld = withheldNotice(leaderboard.runs);
    const notices = leaderboard.notices.filter((line) => line !== withheld);
    await writeFile(join(stage, "leaderboard.json"), JSON.stringify({ ...leaderboard, runs, notices }));
    await fetchExcerpts(ports.objects, leaderboard.runs, stage);
    const root = join(stage, "site");
    notice(`building the pages of ${shown.kind} ${shown.name}`);
    await buildSite({ releaseDir: stage, outDir: root, base: "/", withoutData: true });
    const port = await freePort(options.port);
    const objects = withScratch(ports.objects, fsStore(join(stage, "scratch")));
    const server = await listen(app({ ...ports, objects }, leaderboard, root, port).fetch, port);
    return {
      url: `http://127.0.0.1:${port}/`,
      async close() {
        await server.close();
        await rm(stage, { recursive: true, force: true });
      },
    };
  } catch (error) {
    await rm(stage, { recursive: true, force: true });
    throw error;
  }
}

function app(ports: ReleasePorts, leaderboard: Leaderboard, root: string, port: number): Hono {
  const site = new Hono();
  const bySlug = new Map(leaderboard.runs.map((run) => [run.slug, run]));
  const making = new Map<string, ReturnType<typeof runPages>>();
  // prevents DNS rebinding: a foreign web page must not read the site by a host name that resolves to this machine
  site.use(async (c, next) => {
    const host = c.req.header("host") ?? "";
    return host === `127.0.0.1:${port}` || host === `localhost:${port}` ? next() : c.text("Unknown host.", 403);
  });
  site.get("/data/:slug/:file{(index|list|(list-|ids-|details-)?[0-9]+)\\.json}", async (c) => {
    const run = bySlug.get(c.req.param("slug"));
    if (run === undefined) return c.notFound();
    const pages =
      making.get(run.slug) ?? runPages(ports.objects, run, leaderboard.profile, metricOfRun(run, leaderboard.profile));
    making.set(run.slug, pages);
    const keyOf = await pages;
    const found = keyOf && (await ports.objects.get(keyOf(c.req.param("file"))));
    if (found === undefined) return c.notFound();
    return new Response(Buffer.from(found.body), {
      headers: { "Content-Type": "application/json; charset=utf-8", "Cache-Control": "no-store", ...SECURITY_HEADERS },
    });
  });
  site.get("*", staticFiles({ root, prefix: "/", notFoundPage: () => "404.html" }));
  return site;
}
