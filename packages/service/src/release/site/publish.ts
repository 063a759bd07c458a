import { createReadStream, createWriteStream } from "node:fs";
import { mkdir, mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join, relative, sep } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { keys } from "@medhelm/core/store/object-keys";
import { getJson, putJson } from "@medhelm/core/store/objects";
import type { ObjectStore } from "@medhelm/core/ports";
import { StoredRelease } from "@medhelm/core/release/request";
import { UserError } from "@medhelm/core/user-error";
import { mapBounded } from "../../concurrency/map-bounded.ts";
import { latestSite, switchPointer } from "./pointer.ts";

export interface SitePorts {
  readonly objects: ObjectStore;
  /** Astro, in a process of its own. */
  build(site: { readonly releaseDir: string; readonly outDir: string; readonly base: string }): Promise<void>;
  readonly signal: AbortSignal;
  say(line: string): void;
}

const AT_ONCE = 16;

/**
 * A release's site: its files from the store, built, uploaded under site/r/<release>/, and the pointer switched when all of it is
 * there. Every step may be done again. A release that is not to be published has no site: the bucket is open to everybody.
 */
export async function publishSite(ports: SitePorts, release: string): Promise<"published" | "unpublished" | "there"> {
  const { objects, signal, say } = ports;
  if ((await objects.head(keys.sitePublished(release))) !== undefined) return "there";
  const stored = await getJson(objects, keys.releaseRequest(release), StoredRelease);
  if (stored === undefined) throw new UserError(`nobody asked for a release ${release}`);
  if (!stored.request.publish) {
    await putJson(objects, keys.sitePublished(release), { formatVersion: 1, published: false });
    return "unpublished";
  }
  const folder = await mkdtemp(join(tmpdir(), "medhelm-site-"));
  try {
    const releaseDir = join(folder, "release");
    const outDir = join(folder, "site");
    say(`${release}: ${await fetchRelease(objects, release, releaseDir, signal)} files of the release`);
    await ports.build({ releaseDir, outDir, base: `/r/${release}/` });
    signal.throwIfAborted();
    say(`${release}: ${await upload(objects, release, outDir, signal)} files of the site`);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  await switchPointer(objects, release);
  await putFrontPage(objects);
  await putJson(objects, keys.sitePublished(release), { formatVersion: 1, published: true });
  return "published";
}

async function fetchRelease(objects: ObjectStore, release: string, to: string, signal: AbortSignal): Promise<number> {
  const prefix = keys.release(release);
  const names: string[] = [];
  for await (const { key } of objects.list(prefix)) names.push(key.slice(prefix.length));
  if (!names.includes("leaderboard.json")) throw new UserError(`the release ${release} is not built: ask for it again`);
  await mapBounded(names, AT_ONCE, async (name) => {
    signal.throwIfAborted();
    const file = join(to, name); // the store's keys have no ".." in them
    await mkdir(dirname(file), { recursive: true });
    await pipeline(Readable.from(objects.stream(`${prefix}${name}`)), createWriteStream(file));
  });
  return names.length;
}

async function upload(objects: ObjectStore, release: string, from: string, signal: AbortSignal): Promise<number> {
  const entries = await readdir(from, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  await mapBounded(files, AT_ONCE, async (file) => {
    signal.throwIfAborted();
    const name = relative(from, file).split(sep).join("/");
    await objects.put(keys.siteFile(release, name), createReadStream(file));
  });
  return files.length;
}

/** What stands at "/": sends on to the release that the pointer names, looked at again for another job may have switched it. */
async function putFrontPage(objects: ObjectStore): Promise<void> {
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
