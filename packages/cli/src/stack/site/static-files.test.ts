import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliCompressSync, brotliDecompressSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { Hono } from "hono";
import { errorText } from "../../terminal/report-error.ts";
import { SECURITY_HEADERS, staticFiles } from "./static-files.ts";

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
function request(path: string, init?: RequestInit) {
  const app = new Hono().get("/r/*", staticFiles({ root, prefix: "/r/", notFoundPage: () => "404.html" }));
  return app.request(`/r/${path}`, init);
}

describe("a page is found", () => {
  test.each([
    ["", "front"],
    ["index.html", "front"],
    ["runs/a%20b/", "run"],
    ["runs/../index.html", "front"],
  ])("at %j", async (path, content) => {
    expect(await (await request(path)).text()).toBe(content);
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
    "no/such/page/",
  ])("for %j", async (path) => {
    const response = await request(path);
    expect(response.status).toBe(404);
    expect(await response.text()).not.toContain("secret");
  });
});

test("only folders of the site redirect", async () => {
  const paths = ["runs", "runs/a%20b", "index.html", "..%2f", "..%2fsite-other", "%2e%2e%5csite-other", "%00", "none"];
  const found = await Promise.all(paths.map(async (path) => (await request(path)).headers.get("location")));
  expect(found.filter((location) => location !== null)).toEqual(["/r/runs/", "/r/runs/a b/"]);
});

test("a path without a file has the site's page for that, and HEAD has no body", async () => {
  writeFileSync(join(root, "404.html"), "no such page");
  const missing = await request("none");
  expect([missing.status, await missing.text(), missing.headers.get("content-type")]).toEqual([
    404,
    "no such page",
    "text/html; charset=utf-8",
  ]);
  rmSync(join(root, "404.html"));
  const head = await request("index.html", { method: "HEAD" });
  expect([head.status, await head.text(), head.headers.get("content-length")]).toEqual([200, "", "5"]);
});

test("a page has its type, length and frame policy, and an unknown type is not guessed", async () => {
  const page = await request("index.html");
  expect(Object.fromEntries(page.headers)).toEqual({
    "content-type": "text/html; charset=utf-8",
    "content-length": "5",
    "cache-control": "no-cache",
    "x-content-type-options": SECURITY_HEADERS["X-Content-Type-Options"],
    "referrer-policy": "no-referrer",
    "content-security-policy": "frame-ancestors 'none'",
  });
  await page.body?.cancel();
  const other = await request("data.bin");
  expect(other.headers.get("content-type")).toBe("application/octet-stream");
  await other.body?.cancel();
});

test("a request for a range of bytes gets only these", async () => {
  const part = await request("index.html", { headers: { range: "bytes=1-3" } });
  expect([part.status, await part.text(), part.headers.get("content-range")]).toEqual([206, "ron", "bytes 1-3/5"]);
});

test("a browser that accepts Brotli gets the compressed file, with the type of the page", async () => {
  writeFileSync(join(root, "page.html"), "a page");
  writeFileSync(join(root, "page.html.br"), brotliCompressSync("a page"));
  const page = await request("page.html", { headers: { "accept-encoding": "gzip, br" } });
  expect([page.headers.get("content-encoding"), page.headers.get("content-type")]).toEqual([
    "br",
    "text/html; charset=utf-8",
  ]);
  // bytes() is missing where another test of the worker has loaded @hono/node-server, which replaces Response
  expect(brotliDecompressSync(await page.arrayBuffer()).toString()).toBe("a page");
  expect(await (await request("page.html")).text()).toBe("a page");
});

test("a browser may keep a file whose name contains a hash of its content", async () => {
  mkdirSync(join(root, "_astro"));
  writeFileSync(join(root, "_astro/page.abc.css"), "p{}");
  const style = await request("_astro/page.abc.css");
  expect(style.headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
  await style.body?.cancel();
});

const failure = async (path: string) => {
  const errors: string[] = [];
  const app = new Hono()
    .get("/r/*", staticFiles({ root, prefix: "/r/", notFoundPage: () => "404.html" }))
    .onError((error, c) => (errors.push(errorText(error).replace(`${root}/`, "")), c.text("", 500)));
  const { status } = await app.request(`/r/${path}`, { headers: { "accept-encoding": "gzip" } });
  return [status, ...errors];
};

describe("a file that cannot be read is named, and no reply is cut off", () => {
  test("a folder in the place of the compressed page", async () => {
    mkdirSync(join(root, "one/index.html.gz"), { recursive: true });
    writeFileSync(join(root, "one/index.html"), "a page");
    expect(await failure("one/")).toEqual([500, "one/index.html.gz: a folder is in the place of this file; remove it"]);
  });

  test("a folder in the place of the page", async () => {
    mkdirSync(join(root, "two/index.html"), { recursive: true });
    expect(await failure("two/")).toEqual([500, "two/index.html: a folder is in the place of this file; remove it"]);
  });

  test("a pipe, which would wait for its writer", async () => {
    execFileSync("mkfifo", [join(root, "pipe.css")]);
    expect(await failure("pipe.css")).toEqual([
      500,
      "pipe.css: a pipe, a socket or a device is in the place of this file; remove it",
    ]);
  });
});
