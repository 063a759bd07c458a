import { createHash } from "node:crypto";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { endlessReply, serve } from "@medhelm/testing/fault-server";
import { expect, onTestFinished, test } from "vitest";
import { localDataSource } from "./data-source.ts";

const text = "the data";
const sha256 = createHash("sha256").update(text).digest("hex");
const file = { path: "set/a.json", url: "http://data.invalid/a.json", sha256 };

function folders(mirror?: string, cache?: string) {
  const root = mkdtempSync(join(tmpdir(), "data-source-"));
  const write = (name: string, content: string | undefined) => {
    mkdirSync(join(root, name, "set"), { recursive: true });
    if (content !== undefined) writeFileSync(join(root, name, "set/a.json"), content);
    return join(root, name);
  };
  return { dataDir: write("mirror", mirror), cacheDir: write("cache", cache) };
}
const served =
  (body: string, status = 200) =>
  async () =>
    new Response(body, { status });
const page = async () =>
  new Response("<html>sign in</html>", { headers: { "content-type": "text/html; charset=utf-8" } });
const never = async (): Promise<Response> => {
  throw new Error("must not be called");
};

test("the mirror comes before the cache, and the cache before the network", async () => {
  const both = folders(text, text);
  expect((await localDataSource({ ...both, fetch: never }).read(file)).label).toBe(join(both.dataDir, "set/a.json"));
  const cached = folders(undefined, text);
  expect((await localDataSource({ ...cached, fetch: never }).read(file)).label).toBe(
    join(cached.cacheDir, "set/a.json"),
  );
});

test("a download is cached for the next read", async () => {
  const { cacheDir } = folders();
  await localDataSource({ cacheDir, fetch: served(text) }).read(file);
  expect(readFileSync(join(cacheDir, "set/a.json"), "utf8")).toBe(text);
  expect((await localDataSource({ cacheDir, fetch: never }).read(file)).sha256).toBe(sha256);
});

test("a mirror file with another checksum is refused with both checksums and the URL", async () => {
  const { dataDir, cacheDir } = folders("other");
  const other = createHash("sha256").update("other").digest("hex");
  const error = await localDataSource({ dataDir, cacheDir, fetch: never })
    .read(file)
    .catch((caught: unknown) => String(caught));
  for (const part of [other, sha256, file.url, "set/a.json"]) expect(error).toContain(part);
});

test("a reported checksum applies to a download but not to the mirror", async () => {
  const reported = { ...file, isReported: true as const };
  const mirror = folders("an invented file");
  expect((await localDataSource({ ...mirror, fetch: never }).read(reported)).bytes).toHaveLength(16);
  const empty = folders();
  await expect(localDataSource({ ...empty, fetch: served("other") }).read(reported)).rejects.toThrow(
    /it was not stored/,
  );
});

test("a changed download is refused and leaves nothing in the cache", async () => {
  const { cacheDir } = folders();
  await expect(localDataSource({ cacheDir, fetch: served("cut sh") }).read(file)).rejects.toThrow(/it was not stored/);
  expect(readdirSync(join(cacheDir, "set"))).toEqual([]);
});

test("a cached file with another checksum is downloaded again", async () => {
  const { cacheDir } = folders(undefined, "old");
  await localDataSource({ cacheDir, fetch: served(text) }).read(file);
  expect(readFileSync(join(cacheDir, "set/a.json"), "utf8")).toBe(text);
});

test("in offline mode the error names a missing file's path and URL", async () => {
  const { dataDir, cacheDir } = folders();
  await expect(localDataSource({ dataDir, cacheDir, fetch: never, offline: true }).read(file)).rejects.toThrow(
    `no file at ${join(dataDir, "set/a.json")} or ${join(cacheDir, "set/a.json")}, and offline mode downloads nothing: fetch http://data.invalid/a.json on another machine`,
  );
});

test("the error for a server that refuses or is down is one sentence", async () => {
  const { cacheDir } = folders();
  await expect(localDataSource({ cacheDir, fetch: served("", 503) }).read(file)).rejects.toThrow(/answered 503/);
  await expect(localDataSource({ cacheDir, fetch: never }).read(file)).rejects.toThrow(
    /could not be downloaded \(must not be called\)/,
  );
});

test("a file without a published checksum is accepted, but a web page instead of it is not stored", async () => {
  const unpinned = { path: file.path, url: file.url };
  const { dataDir, cacheDir } = folders("anything");
  expect((await localDataSource({ dataDir, cacheDir, fetch: never }).read(unpinned)).bytes).toHaveLength(8);
  await expect(localDataSource({ cacheDir, fetch: page }).read(unpinned)).rejects.toThrow(/answered with a web page/);
  expect(readdirSync(join(cacheDir, "set"))).toEqual([]);
});

test("a download that does not end is refused at the limit and leaves nothing in the cache", async () => {
  const { cacheDir } = folders();
  const { handler, closed } = endlessReply();
  const server = await serve(handler);
  onTestFinished(() => server.close());
  const fetching = () => fetch(server.baseUrl);
  await expect(localDataSource({ cacheDir, fetch: fetching, maxFileBytes: 5e6 }).read(file)).rejects.toThrow(
    "http://data.invalid/a.json sent more than 5000000 bytes, so it was not stored: fetch http://data.invalid/a.json on another machine and put it at set/a.json in the folder of --data-dir",
  );
  expect(readdirSync(join(cacheDir, "set"))).toEqual([]);
  await closed;
});
