import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { isFolder, SECURITY_HEADERS, staticFile } from "./static-files.ts";

let folder = "";
let root = "";
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "medhelm-static-"));
  root = join(folder, "site");
  mkdirSync(join(root, "runs/a b"), { recursive: true });
  writeFileSync(join(root, "index.html"), "front");
  writeFileSync(join(root, "runs/a b/index.html"), "run");
  writeFileSync(join(root, "data.bin"), "bytes");
  writeFileSync(join(folder, "secret.txt"), "secret");
  mkdirSync(join(folder, "site-other"));
  writeFileSync(join(folder, "site-other/secret.txt"), "secret");
  symlinkSync(join(root, "nowhere"), join(root, "dangling.html"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const text = async (path: string): Promise<string | undefined> => (await staticFile(root, path))?.text();

describe("a page is found", () => {
  test.each([
    ["", "front"],
    ["index.html", "front"],
    ["runs/a%20b/", "run"],
    ["runs/../index.html", "front"],
  ])("at %j", async (path, content) => {
    expect(await text(path)).toBe(content);
  });
});

describe("nothing outside of the site is served", () => {
  test.each([
    "../secret.txt",
    "..%2fsecret.txt",
    "..%2Fsecret.txt",
    "%2e%2e/secret.txt",
    "%2e%2e%2fsecret.txt",
    "runs/../../secret.txt",
    "../site-other/secret.txt",
    "/etc/passwd",
    "%2fetc%2fpasswd",
    "..%5csecret.txt",
    "index.html%00.png",
    "%00",
    "%",
    "%c3%28",
    "dangling.html",
    "runs",
    "no/such/page/",
  ])("for %j", async (path) => {
    expect(await staticFile(root, path)).toBeUndefined();
  });
});

test("a folder is told from a file, and none is seen outside of the site", async () => {
  const paths = ["runs", "runs/a%20b", "index.html", "..", "%2e%2e/site-other", "../site-other", "%00", "none"];
  const found = await Promise.all(paths.map((path) => isFolder(root, path)));
  expect(paths.filter((_, i) => found[i])).toEqual(["runs", "runs/a%20b"]);
});

test("a page says what it is, how long, and who may frame it; an unknown kind is never guessed", async () => {
  const page = await staticFile(root, "index.html");
  expect(Object.fromEntries(page?.headers ?? [])).toEqual({
    "content-type": "text/html; charset=utf-8",
    "content-length": "5",
    "cache-control": "no-cache",
    "x-content-type-options": SECURITY_HEADERS["X-Content-Type-Options"],
    "referrer-policy": "no-referrer",
    "content-security-policy": "frame-ancestors 'none'",
  });
  await page?.body?.cancel();
  const other = await staticFile(root, "data.bin");
  expect(other?.headers.get("content-type")).toBe("application/octet-stream");
  await other?.body?.cancel();
});
