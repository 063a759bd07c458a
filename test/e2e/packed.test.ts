import { execFile, execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { serve } from "@medhelm/testing/fault-server";
import { openaiApi } from "@medhelm/testing/models/openai-api";
import { expect, beforeAll, afterAll, test } from "vitest";
import { packedCli } from "../packed-cli.ts";
import { openFolder } from "./cli.ts";

const root = fileURLToPath(new URL("../../", import.meta.url));
const { folder, remove } = openFolder();
const prefix = join(folder, "installed");
const work = join(folder, "work");
const home = join(folder, "home");
const installed = join(prefix, "lib/node_modules/medhelm");
/** npm of the system, and this Node. */
const env = { PATH: `${dirname(process.execPath)}:/usr/bin:/bin`, HOME: home, AWS_EC2_METADATA_DISABLED: "true" };

beforeAll(async () => {
  for (const name of [work, home]) mkdirSync(name);
  const npm = (...args: readonly string[]) =>
    execFileSync("npm", [...args, "--loglevel=error"], {
      cwd: folder,
      env: { ...process.env, HOME: home },
      encoding: "utf8",
    });
  const [archive = ""] = npm("pack", packedCli()).trim().split("\n").slice(-1);
  npm("install", "--global", "--offline", "--prefix", prefix, join(folder, archive));
});
afterAll(remove);

function medhelm(...args: readonly string[]) {
  const { status, stdout, stderr } = spawnSync(join(prefix, "bin/medhelm"), args, { cwd: work, env, encoding: "utf8" });
  return { code: status, stdout, stderr };
}

const sizeOf = (path: string): number =>
  readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0);

test("the installed package needs under 60 MB and no other package", () => {
  expect(sizeOf(prefix)).toBeLessThan(60_000_000);
  expect(readdirSync(join(prefix, "lib/node_modules"))).toEqual(["medhelm"]);
});

test("the package may be published, and names the licences of the libraries in it", () => {
  const manifest: unknown = JSON.parse(readFileSync(join(installed, "package.json"), "utf8"));
  expect(manifest).toMatchObject({
    name: "medhelm",
    engines: { node: ">=22.15" },
    publishConfig: { provenance: true },
  });
  expect(manifest).not.toHaveProperty("private");
  expect(readFileSync(join(installed, "THIRD-PARTY.txt"), "utf8")).toMatch(/^zod \d.*MIT$/m);
});

test("no file contains the path of the folder in which it was bundled", () => {
  const found = readdirSync(installed, { recursive: true, encoding: "utf8" }).filter(
    (name) => /\.(?:m?js|html|css)$/.test(name) && readFileSync(join(installed, name), "utf8").includes(root),
  );
  expect(found).toEqual([]);
});

test("an older Node gets one sentence", () => {
  const text = readFileSync(join(installed, "medhelm.js"), "utf8").replace(
    "process.versions.node",
    JSON.stringify("20.1.0"),
  );
  const { status, stderr } = spawnSync(process.execPath, ["--input-type=module", "-e", text], { encoding: "utf8" });
  expect(status).toBe(2);
  expect(stderr).toMatch(/^medhelm needs Node 22\.15 or newer, but this is v[\d.]+; install it from .*\n$/);
});

test("the ten most used commands work in an empty folder", () => {
  expect(medhelm("--version")).toMatchObject({ code: 0, stdout: "medhelm 0.1.0\n" });
  expect(medhelm("help", "run").stdout).toContain("--run-entries");
  expect(medhelm("list", "benchmarks").stdout).toContain("pubmed_qa");
  expect(medhelm("doctor").stdout).toContain("SQLite");
  expect(medhelm("data", "list", "pubmed_qa").stdout).toContain("pubmed_qa/ori_pqal.json");
  const entry = "demo_questions:model=baseline/first-option";
  expect(medhelm("run", "--run-entries", entry, "--suite", "s", "-m", "5")).toMatchObject({ code: 0 });
  const run = "benchmark_output/runs/s/demo_questions:model=baseline_first-option";
  expect(medhelm("inspect", run).stdout).toContain("exact_match");
  expect(medhelm("summarize", "--suites", "s", "--release", "r")).toMatchObject({ code: 0 });
  expect(medhelm("export", "--format", "csv", "--release", "r", "--to", "tables")).toMatchObject({ code: 0 });
  expect(medhelm("new", "benchmark", "mine")).toMatchObject({ code: 0 });
  expect(medhelm("check", "mine/mine.yaml")).toMatchObject({ code: 0 });
  expect(medhelm("site", "build", "--release", "r", "--out", "site", "--base", "/x/")).toMatchObject({ code: 0 });
  expect(readFileSync(join(work, "site/index.html"), "utf8")).toContain('href="/x/benchmarks/"');
});

test("it asks a server of OpenAI's shape", { timeout: 60_000 }, async () => {
  const server = await serve(openaiApi({ says: () => ({ text: "A" }) }));
  const asks = ["run", "--run-entries", "demo_questions:model=own/m", "--endpoint", server.baseUrl, "-m", "5"];
  const keyed = { ...env, KEY: "sk-test" };
  const flags = ["--model-name", "m", "--api-key-env", "KEY", "--suite", "asked"];
  const { stderr } = await promisify(execFile)(join(prefix, "bin/medhelm"), [...asks, ...flags], {
    cwd: work,
    env: keyed,
  });
  expect(stderr).toContain("5 instances");
  await server.close();
});

test("its site is that of a checkout, except for the hashes in the names of scripts and styles", {
  timeout: 120_000,
}, () => {
  const release = join(work, "benchmark_output/releases/r");
  execFileSync(
    process.execPath,
    [join(root, "web/build.ts"), "--release-dir", release, "--out", join(work, "astro"), "--base", "/x/"],
    {
      stdio: "ignore",
    },
  );
  const site = (name: string) => {
    const at = join(work, name);
    return readdirSync(at, { recursive: true, encoding: "utf8" })
      .filter((path) => /\.(?:html|txt|csv)$/.test(path) && existsSync(join(at, path)))
      .toSorted()
      .map((path) => [path, readFileSync(join(at, path), "utf8").replaceAll(/\.[\w-]{8}\.(js|css)/g, ".$1")]);
  };
  expect(site("site").length).toBeGreaterThan(20);
  expect(site("site")).toEqual(site("astro"));
});
