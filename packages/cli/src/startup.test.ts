import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { text } from "node:stream/consumers";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { json, serve } from "@medhelm/testing/fault-server";
import { expect, onTestFinished, test } from "vitest";

const medhelm = fileURLToPath(new URL("../bin/medhelm.js", import.meta.url));
/** Records the loaded modules, and writes them at the end to the file that LOADED names. */
const hook = `data:text/javascript,${encodeURIComponent(`
  import { registerHooks } from "node:module";
  import { writeFileSync } from "node:fs";
  const urls = [];
  registerHooks({ load(url, context, next) { urls.push(url); return next(url, context); } });
  process.on("exit", () => writeFileSync(process.env.LOADED, urls.join("\\n")));
`)}`;

/** The exit code of the command, the packages that it loads, and its own loaded files. */
async function loadedFrom(...args: readonly string[]): Promise<{ code: number; packages: string[]; files: string[] }> {
  const folder = mkdtempSync(join(tmpdir(), "medhelm-startup-"));
  try {
    const file = join(folder, "loaded.txt");
    const child = spawn(process.execPath, ["--import", hook, medhelm, ...args], {
      env: { ...process.env, LOADED: file },
      stdio: "ignore",
    });
    const [code] = await once(child, "exit");
    const urls = readFileSync(file, "utf8").split("\n");
    const names = urls.flatMap((url) => /node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(url)?.[1] ?? []);
    const files = urls.filter((url) => url.startsWith("file:"));
    return { code: Number(code), packages: [...new Set(names)].toSorted(), files };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function loadedBy(...args: readonly string[]): Promise<{ packages: string[]; files: number }> {
  const { code, packages, files } = await loadedFrom(...args);
  expect(code).toBe(0);
  return { packages, files: files.length };
}

test("medhelm --help loads no package and only a few files", async () => {
  const { packages, files } = await loadedBy("--help");
  expect(packages).toEqual([]);
  expect(files).toBeLessThan(13);
});

test("medhelm --version loads no package either", async () => {
  expect((await loadedBy("--version")).packages).toEqual([]);
});

test("medhelm run --help parses options, and loads neither a client nor a server nor a parser of data", async () => {
  expect((await loadedBy("run", "--help")).packages).toEqual(["commander", "zod"]);
});

test("a run loads no code of juries, metrics, gates, estimates or the service before its first request", async () => {
  const server = await serve((_, __, response) => json(response, 401, { error: { message: "no key" } }));
  const folder = mkdtempSync(join(tmpdir(), "medhelm-startup-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const entry = ["--run-entries", "demo_questions:model=own/m", "--model-name", "m", "-m", "2"];
  const { code, files } = await loadedFrom("run", ...entry, "--endpoint", server.baseUrl, "-o", folder, "--suite", "s");
  await server.close();
  // the code of the scores is loaded while the server answers, so it comes after the client
  const untilSent = files.slice(0, files.findIndex((url) => url.endsWith("/models/undici.ts")) + 1);
  const scores = /\/(?:metrics\/summarization|index\/run-states)\.ts$/;
  expect([untilSent, files].map((urls) => urls.filter((url) => scores.test(url)).length)).toEqual([0, 2]);
  const other = /\/(?:judge\/jury|gate\/gate-runs|plan\/print-plan)\.ts$/;
  expect({ code, other: files.filter((url) => other.test(url)) }).toEqual({ code: 2, other: [] });
});

const HEAVY = ["undici", "hono", "@hono/node-server", "@hono/zod-openapi", "astro"];
test.each(["summarize", "score", "list", "inspect"])(
  "medhelm %s --help loads no client and no server",
  async (command) => {
    const { packages } = await loadedBy(command, "--help");
    expect(packages.filter((name) => HEAVY.includes(name))).toEqual([]);
  },
);

test("a diagnostic report of Node contains no key of the environment", async () => {
  const folder = mkdtempSync(join(tmpdir(), "medhelm-report-"));
  try {
    const file = join(folder, "report.json");
    const report = `data:text/javascript,process.on("exit", () => process.report.writeReport(process.env.REPORT))`;
    const child = spawn(process.execPath, ["--import", report, medhelm, "--version"], {
      env: { ...process.env, REPORT: file, OPENAI_API_KEY: "canary-5f2a" },
      stdio: "ignore",
    });
    await once(child, "exit");
    expect(readFileSync(file, "utf8")).toContain('"javascriptStack"');
    expect(readFileSync(file, "utf8")).not.toContain("canary-5f2a");
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

test("Node writes no report of a fatal error, which would contain the keys of the environment", async () => {
  const asked = "data:text/javascript,process.on('exit', () => console.error(process.report.reportOnFatalError))";
  const child = spawn(process.execPath, ["--report-on-fatalerror", "--import", asked, medhelm, "--version"], {
    stdio: ["ignore", "ignore", "pipe"],
  });
  expect(await text(child.stderr)).toBe("false\n");
});
