import { counted } from "@medhelm/core/text/counted";
import { createReadStream, createWriteStream } from "node:fs";
import { mkdir, mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, relative, sep } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { keys } from "@medhelm/core/store/object-keys";
import { getJson, putJson } from "@medhelm/core/store/objects";
import { openRelease, type ReleaseFiles } from "@medhelm/core/store/release-files";
import type { Index, ObjectStore } from "@medhelm/core/ports";
import { LeaderboardRun } from "@medhelm/core/release/leaderboard/leaderboard";
import { StoredRelease } from "@medhelm/core/release/release-request";
import { UserError } from "@medhelm/core/user-error";
import { z } from "zod";
import { refreshRelease } from "../../index/releases.ts";
import { isRecordOf } from "../release-plan.ts";
import { mapBounded } from "../../concurrency/map-bounded.ts";
import type { SiteBuild } from "./build-site.ts";
import { fetchExcerpts } from "./fetch-excerpts.ts";
import { leaveUnpublished } from "./leave-unpublished.ts";
import { latestSite, switchPointer } from "./pointer.ts";
import { listRelease, writeKnownReleases } from "./release-list.ts";

export interface SitePorts {
  readonly objects: ObjectStore;
  readonly index?: Index;
  /** Builds the site, in a separate process. */
  build(site: SiteBuild): Promise<void>;
  readonly signal: AbortSignal;
  say(line: string): void;
}

const CONCURRENCY = 16;

/**
 * Publishes the site of a release. It downloads the leaderboard, builds the site, uploads it under site/r/<release>/ and then
 * switches the pointer. Readers fetch the pages of sealed generations from the results bucket. Every step can be repeated. A job that
 * stalls replaces no file that another job has written meanwhile (decision 0014). A release that is not for publication gets no site.
 * @throws UserError if the release was not requested or is not built
 */
export async function publishSite(ports: SitePorts, release: string): Promise<"published" | "unpublished" | "there"> {
  const { objects, signal, say } = ports;
  const found = await etagsBelow(objects, keys.site(release)); // before anything else, so that it is older than every other job's site
  if ((await objects.head(keys.sitePublished(release))) !== undefined) return "there";
  const files = await openRelease(objects, release); // before the request, as the release job does
  const stored = await getJson(objects, keys.releaseRequest(release), StoredRelease);
  if (stored === undefined) throw new UserError(`there is no request for the release ${release}; request it first`);
  if (!stored.request.publish) {
    await leaveUnpublished(ports, release);
    return "unpublished";
  }
  const folder = await mkdtemp(join(tmpdir(), "medhelm-site-"));
  try {
    const releaseDir = join(folder, "release");
    const outDir = join(folder, "site");
    if (files.record !== undefined && !isRecordOf(stored, files.record)) throw notBuilt(release);
    const runs = await fetchLeaderboard(objects, release, files, releaseDir);
    await fetchExcerpts(objects, runs, releaseDir, (slug) => files.keyOf(`pages/${slug}/`));
    const known = await writeKnownReleases(objects, releaseDir, folder);
    await ports.build({ releaseDir, outDir, base: `/r/${release}/`, withoutData: true, served: true, ...known });
    signal.throwIfAborted();
    say(`${release}: uploaded ${counted(await upload(objects, release, outDir, found, signal), "file")} of the site`);
    say(`${release}: copied ${counted(await copyOwnPages(objects, release, files, signal), "file")} with instances`);
    await listRelease(objects, outDir);
  } catch (error) {
    const isThere = error instanceof OtherSite && (await objects.head(keys.sitePublished(release))) !== undefined;
    if (!isThere) throw error;
    return "there";
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  await switchPointer(objects, release);
  await putFrontPage(objects);
  await putJson(objects, keys.sitePublished(release), { formatVersion: 1, published: true });
  await refreshRelease(ports, release);
  return "published";
}

/** The runs of leaderboard.json, without what this job does not need. */
const Runs = z.object({
  runs: z.array(LeaderboardRun.pick({ slug: true, access: true, hasPages: true, pages: true })).default([]),
});

/**
 * The pages of a release need only leaderboard.json and a few excerpts of each run. The disk of this job therefore does not grow with the instances.
 */
async function fetchLeaderboard(
  objects: ObjectStore,
  release: string,
  { keyOf }: ReleaseFiles,
  to: string,
): Promise<z.infer<typeof Runs>["runs"]> {
  const key = keyOf("leaderboard.json");
  if ((await objects.head(key)) === undefined) throw notBuilt(release);
  await mkdir(to);
  const file = join(to, "leaderboard.json");
  await pipeline(Readable.from(objects.stream(key)), createWriteStream(file));
  return Runs.parse(JSON.parse(await readFile(file, "utf8"))).runs;
}

const notBuilt = (release: string): UserError => new UserError(`the release ${release} is not built; request it again`);

/** Copies the pages that the release itself contains: those of runs of format N-1, and of HELM's. Returns their number. */
async function copyOwnPages(
  objects: ObjectStore,
  release: string,
  { keyOf }: ReleaseFiles,
  signal: AbortSignal,
): Promise<number> {
  const prefix = keyOf("pages/");
  const names: string[] = [];
  for await (const { key } of objects.list(prefix)) names.push(key.slice(prefix.length));
  await mapBounded(names, CONCURRENCY, async (name) => {
    signal.throwIfAborted();
    await objects.copy(`${prefix}${name}`, keys.siteFile(release, `data/${name}`));
  });
  return names.length;
}

type Etags = ReadonlyMap<string, string>;

async function etagsBelow(objects: ObjectStore, prefix: string): Promise<Etags> {
  const etags = new Map<string, string>();
  for await (const { key, etag } of objects.list(prefix)) etags.set(key, etag);
  return etags;
}

/** @param found the files of an interrupted job, which this one replaces. It replaces no other file. */
async function upload(
  objects: ObjectStore,
  release: string,
  from: string,
  found: Etags,
  signal: AbortSignal,
): Promise<number> {
  const entries = await readdir(from, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  await mapBounded(files, CONCURRENCY, async (file) => {
    signal.throwIfAborted();
    const key = keys.siteFile(release, relative(from, file).split(sep).join("/"));
    const ifMatch = found.get(key);
    const { outcome } = await objects.put(
      key,
      chunksOf(file),
      ifMatch === undefined ? { ifAbsent: true } : { ifMatch },
    );
    if (outcome === "refused" && !(await isEqual(objects, key, file))) throw new OtherSite(key);
  });
  return files.length;
}

async function isEqual(objects: ObjectStore, key: string, file: string): Promise<boolean> {
  const stored = await objects.get(key);
  return stored !== undefined && Buffer.compare(stored.body, await readFile(file)) === 0;
}

/** Another job, with other code, writes the site. This one stops, so that the site has pages of one job. */
class OtherSite extends Error {
  override readonly name = "OtherSite";
  constructor(key: string) {
    super(`${key}: another job has written this file meanwhile`);
  }
}

/** Opens the file when it is read, so that a put that fails before it reads leaves no open file. */
async function* chunksOf(file: string): AsyncGenerator<Uint8Array> {
  yield* createReadStream(file);
}

/** Writes the page at "/", which redirects to the release in the pointer. It repeats this if another job switches the pointer. */
export async function putFrontPage(objects: ObjectStore): Promise<void> {
  for (;;) {
    const release = await latestSite(objects);
    if (release === undefined) return;
    const address = `/r/${release}/`;
    await objects.put(
      keys.siteFrontPage(),
      `<!doctype html><html lang="en"><meta charset="utf-8"><meta http-equiv="refresh" content="0; url=${address}"><title>MedHELM</title><a href="${address}">The latest leaderboard</a></html>\n`,
    );
    if ((await latestSite(objects)) === release) return;
  }
}
