import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fsStore } from "@medhelm/adapters/objects/fs-store";
import { withheldNotice } from "@medhelm/core/release/leaderboard/build-leaderboard";
import type { Leaderboard } from "@medhelm/core/release/leaderboard/leaderboard";
import { metricOfRun } from "@medhelm/core/release/pages/list-row";
import type { ObjectStore } from "@medhelm/core/ports";
import { checkedRuns } from "@medhelm/core/store/checked-runs";
import { UserError } from "@medhelm/core/user-error";
import { problemResponse, Refusal } from "@medhelm/service/api/problem";
import { contentType } from "@medhelm/service/release/site/content-types";
import { fetchExcerpts } from "@medhelm/service/release/site/fetch-excerpts";
import { type Context, type Env, Hono } from "hono";
import { buildSite } from "./build-site.ts";
import { runPages } from "./run-pages.ts";
import { SECURITY_HEADERS, staticFiles } from "./static-files.ts";
import { withScratch } from "./with-scratch.ts";

interface OwnerSite {
  readonly objects: ObjectStore;
  readonly leaderboard: Leaderboard;
  /** an empty folder for the pages, which is outside the object tree */
  readonly stage: string;
  /** the path of the site, which begins and ends with "/" */
  readonly base: string;
}

/** Builds the site of a suite or release for the owner of the runs. Its pages have no text; the routes read the text of every run from its folder. */
export async function ownerSite({ objects, leaderboard, stage, base }: OwnerSite): Promise<Hono> {
  const runs = leaderboard.runs.map((run) => ({ ...run, hasPages: true }));
  const withheld = withheldNotice(leaderboard.runs);
  const notices = leaderboard.notices.filter((line) => line !== withheld);
  await writeFile(join(stage, "leaderboard.json"), JSON.stringify({ ...leaderboard, runs, notices }));
  await fetchExcerpts(checkedRuns(objects), leaderboard.runs, stage);
  const root = join(stage, "site");
  await buildSite({ releaseDir: stage, outDir: root, base, withoutData: true });
  const readable = checkedRuns(withScratch(objects, fsStore(join(stage, "scratch"))));
  return new Hono()
    .onError((error, c) => {
      if (error instanceof UserError) return problemResponse(c, new Refusal("unreadable", error.message));
      throw error;
    })
    .get(
      `${base}data/:slug/:file{((index|list|(list-|ids-|details-)?[0-9]+)\\.json|[0-9a-f]{64}\\.(png|jpg|gif|webp))}`,
      runFiles(readable, leaderboard),
    )
    .get(`${base}*`, staticFiles({ root, prefix: base, notFoundPage: () => "404.html" }));
}

/** Serves the pages of each run. A run without pages gets them at its first request. */
function runFiles(objects: ObjectStore, leaderboard: Leaderboard) {
  const bySlug = new Map(leaderboard.runs.map((run) => [run.slug, run]));
  const making = new Map<string, ReturnType<typeof runPages>>();
  return async (c: Context<Env, string>) => {
    const run = bySlug.get(c.req.param("slug") ?? "");
    if (run === undefined) return c.notFound();
    const pages =
      making.get(run.slug) ?? runPages(objects, run, leaderboard.profile, metricOfRun(run, leaderboard.profile));
    making.set(run.slug, pages);
    pages.catch(() => making.delete(run.slug)); // after a repair the next request finds them
    const keyOf = await pages;
    const file = c.req.param("file") ?? "";
    const found = keyOf && (await objects.get(keyOf(file)));
    if (found === undefined) return c.notFound();
    return new Response(Buffer.from(found.body), {
      headers: { "Content-Type": contentType(file), "Cache-Control": "no-store", ...SECURITY_HEADERS },
    });
  };
}
