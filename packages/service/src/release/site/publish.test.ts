import { existsSync } from "node:fs";
import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { keysIn } from "@medhelm/testing/stores/keys-in";
import { textsBelow } from "@medhelm/testing/fixtures/work";
import { memoryStore } from "@medhelm/testing/stores/memory-store";
import { pausedAt } from "@medhelm/testing/stores/paused-store";
import { stoppedAt } from "@medhelm/testing/stores/stopped-store";
import { keys } from "@medhelm/core/store/object-keys";
import { putJson } from "@medhelm/core/store/objects";
import type { ObjectStore } from "@medhelm/core/ports";
import { openRun } from "@medhelm/core/store/run-files";
import { fixture, putRun } from "@medhelm/testing/fixtures/release";
import { expect, test } from "vitest";
import { buildRequestedRelease } from "../build-requested-release.ts";

import { latestSite, switchPointer } from "./pointer.ts";
import { publishSite, type SitePorts } from "./publish.ts";
import { removeUnpublishedSites } from "./remove-unpublished-sites.ts";
import { siteHeaders } from "./site-headers.ts";

async function requestRelease(objects: ObjectStore, name: string, { publish = true, createdAt = "2026-01-01" } = {}) {
  await putJson(objects, keys.releaseRequest(name), {
    formatVersion: 1,
    owner: "o",
    createdAt,
    request: { name, suites: ["s"], profile: "corrected", publish },
  });
  await objects.put(keys.releaseFile(name, "leaderboard.json"), `{"name":"${name}"}`);
  await objects.put(keys.releaseFile(name, "pages/run/0.json"), "[]");
}

/** Replaces Astro and makes a page that contains the leaderboard. */
const build: SitePorts["build"] = async ({ releaseDir, outDir, base }) => {
  const pages = { "index.html": base, "_astro/style.abc.css": "p{}" };
  for (const [name, text] of Object.entries(pages)) {
    await mkdir(dirname(join(outDir, name)), { recursive: true });
    const quoted = name === "index.html" ? await readFile(join(releaseDir, "leaderboard.json"), "utf8") : "";
    await writeFile(join(outDir, name), text + quoted);
  }
};

function world() {
  const objects = memoryStore();
  const siteKeys = async () => (await keysIn(objects, "site/")).map((key) => key.slice("site/".length));
  const publish = (release: string, ports: Partial<SitePorts> = {}) =>
    publishSite({ objects, build, signal: new AbortController().signal, say: () => undefined, ...ports }, release);
  return { objects, siteKeys, publish };
}

const textAt = async (objects: ObjectStore, key: string) => new TextDecoder().decode((await objects.get(key))?.body);

test("a release's site is uploaded under its name, and the front page redirects to it", async () => {
  const { objects, siteKeys, publish } = world();
  await requestRelease(objects, "R1");
  expect(await publish("R1")).toBe("published");
  expect(await siteKeys()).toEqual([
    "index.html",
    "latest.json",
    "r/R1/_astro/style.abc.css",
    "r/R1/data/run/0.json",
    "r/R1/index.html",
    "r/R1/published.json",
  ]);
  expect(await textAt(objects, `${keys.site("R1")}index.html`)).toBe('/r/R1/{"name":"R1"}');
  expect(await textAt(objects, keys.siteFrontPage())).toContain('content="0; url=/r/R1/"');
  expect(await publish("R1", { build: () => Promise.reject(new Error("built again")) })).toBe("there");
});

test("the build gets the excerpts of public runs, and of no other run", async () => {
  const { objects, publish } = world();
  await requestRelease(objects, "R1");
  const nonce = "0123456789abcdef0123456789abcdef";
  const folder = (access: string) => `runs/s/.generations/${access}/quiz/1-${nonce}/derived-0123456789ab/pages/`;
  const runs = ["public", "gated", "private", "local"].map((access) => ({
    slug: `run-${access}`,
    access,
    hasPages: true,
    pages: { folder: folder(access), count: 1 },
  }));
  const own = { slug: "run-own", access: "public", hasPages: true };
  for (const { access, pages } of runs) await objects.put(`${pages.folder}worst.json`, access);
  await objects.put(keys.releaseFile("R1", "pages/run-own/worst.json"), "own");
  await putJson(objects, keys.releaseFile("R1", "leaderboard.json"), { runs: [...runs, own] });
  const found: string[] = [];
  await publish("R1", {
    build: async (site) => {
      for (const file of await readdir(join(site.releaseDir, "pages"), { recursive: true }))
        if (file.endsWith(".json"))
          found.push(`${file} ${await readFile(join(site.releaseDir, "pages", file), "utf8")}`);
      await build(site);
    },
  });
  expect(found.toSorted()).toEqual(["run-own/worst.json own", "run-public/worst.json public"]);
});

test("the pointer is switched only after the whole site is uploaded", async () => {
  const { objects, publish } = world();
  await requestRelease(objects, "R1");
  await publish("R1");
  await requestRelease(objects, "R2", { createdAt: "2026-02-01" });
  const stop = new AbortController();
  const stopped = async (site: Parameters<SitePorts["build"]>[0]) => {
    await build(site);
    stop.abort(new Error("SIGTERM"));
  };
  await expect(publish("R2", { build: stopped, signal: stop.signal })).rejects.toThrow("SIGTERM");
  expect(await latestSite(objects)).toBe("R1");
  expect(await publish("R2")).toBe("published");
  expect(await latestSite(objects)).toBe("R2");
});

test.each([true, false])(
  "a site job that is killed at any operation is repeated to a complete site (the last operation takes place: %s)",
  async (lastTakesPlace) => {
    const whole = world();
    await requestRelease(whole.objects, "R1");
    await whole.publish("R1");
    const expected = await textsBelow(whole.objects, "site/");
    let operations = 0;
    for (let isKilled = true; isKilled; operations++) {
      const { objects, publish } = world();
      await requestRelease(objects, "R1");
      const killed = publish("R1", { objects: stoppedAt(objects, operations + 1, lastTakesPlace) });
      isKilled = await killed.then(
        () => false,
        () => true,
      );
      expect(["published", "there"]).toContain(await publish("R1"));
      expect([operations, await textsBelow(objects, "site/")]).toEqual([operations, expected]);
    }
    expect(operations).toBeGreaterThan(10);
  },
);

/** Astro of another version: other pages, another style and one page more. */
const buildOther: SitePorts["build"] = async (site) => {
  await build(site);
  await rm(join(site.outDir, "_astro/style.abc.css"));
  for (const [name, text] of Object.entries({
    "index.html": "other",
    "_astro/style.def.css": "p{}",
    "new.html": "new",
  }))
    await writeFile(join(site.outDir, name), text);
};

test.each([
  ["the same version", build],
  ["another version", buildOther],
] as const)(
  "a site job that stalls at any operation until a job of %s has published the site changes no page and no pointer",
  async (_what, ofSecond) => {
    const bad: unknown[] = [];
    let stops = 0;
    for (let isReached = true; isReached; stops++) {
      const { objects, publish } = world();
      await requestRelease(objects, "R1");
      await publish("R1", { build, objects: stoppedAt(objects, 12, true) }).catch(() => undefined); // leaves some files
      let expected = new Map<string, string>();
      isReached = false;
      const stalled = pausedAt(objects, stops + 1, async () => {
        isReached = true;
        const second = () => publish("R1", { build: ofSecond });
        await second().catch(second); // the other files of job 1 may arrive during the first try
        await requestRelease(objects, "R2", { createdAt: "2026-02-01" });
        await publish("R2");
        expected = await textsBelow(objects, "site/");
      });
      const first = await publish("R1", { objects: stalled });
      const found = await textsBelow(objects, "site/");
      const changed = [...expected].filter(([key, text]) => found.get(key) !== text).map(([key]) => key);
      if (isReached && changed.length > 0) bad.push({ stop: stops + 1, changed, first });
    }
    expect(bad).toEqual([]);
    expect(stops).toBeGreaterThan(10);
  },
);

test("a site job stops at a file that a job of another version writes at the same time, and the next job completes the site", async () => {
  const { objects, publish } = world();
  await requestRelease(objects, "R1");
  const other = async (site: Parameters<SitePorts["build"]>[0]) => {
    await buildOther(site);
    await objects.put(keys.siteFile("R1", "index.html"), "of the first job");
  };
  await expect(publish("R1", { build: other })).rejects.toThrow(
    "site/r/R1/index.html: another job has written this file meanwhile",
  );
  expect(await publish("R1", { build: buildOther })).toBe("published");
  expect(await textAt(objects, keys.siteFile("R1", "index.html"))).toBe("other");
});

test("the site job reads leaderboard.json and no other file of the release", async () => {
  const { objects, publish } = world();
  await requestRelease(objects, "R1");
  const read: string[] = [];
  const recording: ObjectStore = {
    ...objects,
    stream: (key, range) => {
      read.push(key);
      return objects.stream(key, range);
    },
  };
  let downloaded: string[] = [];
  await publish("R1", {
    objects: recording,
    build: async (site) => {
      downloaded = await readdir(site.releaseDir);
      await build(site);
    },
  });
  expect(read).toEqual(["releases/R1/leaderboard.json"]);
  expect(downloaded).toEqual(["leaderboard.json"]);
});

/** The bytes that the site job reads, and the files on its disk, for a release whose run has this number of pages with instances. */
async function costOfSite(pages: number) {
  const ports = fixture();
  const { objects } = ports;
  const run = await putRun(objects, { suite: "s", model: "m/a", score: 1, access: "public", generation: 1 });
  const { keyOf } = await openRun(objects, "s", run);
  for (let page = 2; page <= pages; page++) await objects.put(keyOf(`pages/${page}.json`), "x".repeat(10_000));
  await requestRelease(objects, "R1");
  await objects.delete(keys.releaseFile("R1", "leaderboard.json"));
  await objects.delete(keys.releaseFile("R1", "pages/run/0.json"));
  expect(await buildRequestedRelease(ports, "R1")).toBe("built");
  let readBytes = 0;
  const count = (bytes: Uint8Array | undefined) => (readBytes += bytes?.length ?? 0);
  const counted: ObjectStore = {
    ...objects,
    async get(key) {
      const found = await objects.get(key);
      count(found?.body);
      return found;
    },
    async *stream(key, range) {
      for await (const chunk of objects.stream(key, range)) {
        count(chunk);
        yield chunk;
      }
    },
  };
  let disk: unknown;
  const measured: SitePorts["build"] = async (site) => {
    await build(site);
    disk = await Promise.all([site.releaseDir, site.outDir].map(filesIn));
  };
  await publishSite(
    { objects: counted, build: measured, signal: new AbortController().signal, say: () => undefined },
    "R1",
  );
  return { readBytes, disk };
}

const filesIn = async (folder: string) => {
  const names = (await readdir(folder, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile());
  return Promise.all(
    names.map(async ({ parentPath, name }) => [name, (await readFile(join(parentPath, name))).length] as const),
  );
};

test("the site job reads the same bytes and writes the same files for a run of 1 page as for one of 400", async () => {
  const [small, large] = [await costOfSite(1), await costOfSite(400)];
  expect(large).toEqual(small);
  expect(small.disk).toMatchObject([
    [["leaderboard.json", expect.any(Number)]],
    [expect.anything(), expect.anything()],
  ]);
});

test("the site of an older release that is built later does not change the front page", async () => {
  const { objects, publish } = world();
  await requestRelease(objects, "new", { createdAt: "2026-02-01" });
  await requestRelease(objects, "old", { createdAt: "2026-01-01" });
  await publish("new");
  expect(await publish("old")).toBe("published");
  expect(await latestSite(objects)).toBe("new");
});

test("a release that is not published leaves no page among the public ones", async () => {
  const { objects, siteKeys, publish } = world();
  await requestRelease(objects, "R1", { publish: false });
  expect(await publish("R1", { build: () => Promise.reject(new Error("was built")) })).toBe("unpublished");
  expect(await siteKeys()).toEqual(["r/R1/published.json"]);
});

test("the site that an earlier version made of an unpublished release is removed, and the front page and the list go on without it", async () => {
  const { objects, siteKeys, publish } = world();
  await requestRelease(objects, "R1", { createdAt: "2026-01-01" });
  await publish("R1");
  await requestRelease(objects, "R2", { publish: false, createdAt: "2026-02-01" });
  for (const file of ["index.html", "_astro/style.abc.css"]) await objects.put(keys.siteFile("R2", file), "a page");
  await putJson(objects, keys.sitePublished("R2"), { formatVersion: 1 });
  await switchPointer(objects, "R2");
  const line = { date: "2026-01-01", models: 1, benchmarks: 1, sha256: "" };
  const listed = ["R2", "R1"].map((name) => ({ name, base: `/r/${name}/`, ...line }));
  await putJson(objects, keys.siteReleases(), { formatVersion: 1, releases: listed });

  expect(await removeUnpublishedSites({ objects })).toEqual(["R2"]);
  expect((await siteKeys()).filter((key) => key.startsWith("r/R2/"))).toEqual(["r/R2/published.json"]);
  expect(await textAt(objects, keys.sitePublished("R2"))).toContain('"published":false');
  expect(await textAt(objects, keys.siteReleases())).not.toContain("R2");
  expect(await latestSite(objects)).toBe("R1");
  expect(await removeUnpublishedSites({ objects })).toEqual([]);
});

test("the error names a release without a request or without files, and the temporary folder is always removed", async () => {
  const { objects, publish } = world();
  await expect(publish("R9")).rejects.toThrow("there is no request for the release R9");
  await requestRelease(objects, "R1");
  let folder = "";
  const failing: SitePorts["build"] = async ({ releaseDir }) => {
    folder = releaseDir;
    throw new Error("no site");
  };
  await expect(publish("R1", { build: failing })).rejects.toThrow("no site");
  expect(existsSync(folder)).toBe(false);
  await objects.delete(keys.releaseFile("R1", "leaderboard.json"));
  await expect(publish("R1")).rejects.toThrow("the release R1 is not built; request it again");
});

test("every file has its content type; files with a hash in their name are cached forever, the pointer never", () => {
  expect(siteHeaders("site/r/R1/_astro/x.abc.js")).toEqual({
    contentType: "text/javascript; charset=utf-8",
    cacheControl: "public, max-age=31536000, immutable",
  });
  expect(siteHeaders("site/r/R1/index.html")).toEqual({
    contentType: "text/html; charset=utf-8",
    cacheControl: "public, max-age=3600",
  });
  expect(siteHeaders("site/latest.json")?.cacheControl).toBe("public, max-age=0, must-revalidate");
  expect(siteHeaders("runs/s/r/stats.json")).toBeUndefined();
});
