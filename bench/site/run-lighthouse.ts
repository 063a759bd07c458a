import { readdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { Hono } from "hono";
import { freePort, listen } from "medhelm/stack/http/listen";
import { staticFiles } from "medhelm/stack/site/static-files";
import { chromium } from "playwright-core";
import { z } from "zod";
import { addressOf, PAGE_KINDS } from "../../scripts/screenshots/page-kinds.ts";

const CATEGORIES = ["accessibility", "best-practices", "seo", "performance"] as const;
const Audit = z.object({ id: z.string(), title: z.string(), score: z.number().nullable() });
const Result = z.object({
  lhr: z.object({
    categories: z.record(
      z.string(),
      z.object({ score: z.number().nullable(), auditRefs: z.array(z.object({ id: z.string(), weight: z.number() })) }),
    ),
    audits: z.record(z.string(), Audit),
  }),
});
type Lighthouse = (url: string, flags: object) => Promise<unknown>;

interface Options {
  /** the folder of the installed package */
  readonly lighthouse: string;
  /** a folder of `medhelm site build` with the base "/" */
  readonly site: string;
  /** of pages; none: all */
  readonly kinds: readonly string[];
}

/** Runs Lighthouse on each kind of page of a built site, and prints the scores and the audits that are not met. */
export async function runLighthouse({ lighthouse: packageDir, site, kinds }: Options): Promise<void> {
  const Module = z.object({ default: z.custom<Lighthouse>((value) => typeof value === "function") });
  const loaded: unknown = await import(pathToFileURL(join(resolve(packageDir), "core/index.js")).href);
  const { default: lighthouse } = Module.parse(loaded);

  const root = resolve(site);
  const pages = readdirSync(root, { recursive: true, encoding: "utf8" })
    .filter((name) => name === "index.html" || name.endsWith("/index.html"))
    .map((name) => name.slice(0, -"index.html".length));
  const app = new Hono().get("*", staticFiles({ root, prefix: "/", notFoundPage: () => "404.html" }));
  const port = await freePort(8950);
  const server = await listen(app.fetch, port);
  const debugPort = await freePort(port + 1);
  const browser = await chromium.launch({
    executablePath: "/usr/bin/chromium",
    args: ["--no-sandbox", `--remote-debugging-port=${debugPort}`],
  });
  try {
    process.stdout.write(`| page | ${CATEGORIES.join(" | ")} | not met |\n|---|---|---|---|---|---|\n`);
    for (const kind of PAGE_KINDS) {
      const address = addressOf(kind, pages);
      if (address === undefined || (kinds.length > 0 && !kinds.includes(kind.name))) continue;
      process.stdout.write(`${await line(kind.name, `http://127.0.0.1:${port}/${address}`)}\n`);
    }
  } finally {
    await browser.close();
    await server.close();
  }

  async function line(name: string, url: string): Promise<string> {
    const flags = { port: debugPort, output: "json", logLevel: "error", onlyCategories: CATEGORIES };
    const { categories, audits } = Result.parse(await lighthouse(url, flags)).lhr;
    const scores = CATEGORIES.map((id) => Math.round((categories[id]?.score ?? 0) * 100));
    const missed = CATEGORIES.flatMap((id) => categories[id]?.auditRefs ?? []).flatMap((audit) => {
      const found = audits[audit.id];
      return audit.weight > 0 && found?.score != null && found.score < 0.9 ? [found.title] : [];
    });
    return `| ${name} | ${scores.join(" | ")} | ${[...new Set(missed)].join("; ") || "—"} |`;
  }
}
