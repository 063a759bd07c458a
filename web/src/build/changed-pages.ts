import { readdir, readFile } from "node:fs/promises";
import { basename, dirname, join, sep } from "node:path";
import type { AstroIntegration } from "astro";
import type { PageCache } from "./page-cache.ts";
import { sha256 } from "./page-record.ts";

/** The file of a page's address, which is relative to the front page. */
export const fileOf = (path: string, isFile: boolean): string => {
  const plain = path.replace(/^\/|\/$/g, "");
  if (isFile) return plain;
  return plain === "404" ? "404.html" : `${plain}${plain === "" ? "" : "/"}index.html`;
};

/** Astro makes a key for each build, for components that only a server renders. Our pages have none. */
const BUILD_KEY = /"key":"[\w+/]{43}="/g;

/** A hash of the compiled pages: of all files of these folders. `stage`: the name of the folder of this build alone, which Astro writes into its pages. */
export async function codeHash(folders: readonly string[], stage = ""): Promise<string> {
  const lines: string[] = [];
  for (const folder of folders)
    for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
      if (!entry.isFile()) continue;
      const path = join(entry.parentPath, entry.name);
      const text = await readFile(path, "latin1");
      const content = stage === "" ? text : text.replaceAll(stage, "").replaceAll(BUILD_KEY, "");
      lines.push(`${path.slice(folder.length).split(sep).join("/")} ${sha256(content)}`);
    }
  return sha256(lines.toSorted().join("\n"));
}

/** Has Astro render only the pages of which an input has changed. `site`: the folder that Astro writes. */
export function changedPages(site: string, base: string, pages: PageCache): AstroIntegration {
  return {
    name: "medhelm-changed-pages",
    hooks: {
      "astro:build:start": ({ setPrerenderer }) =>
        setPrerenderer((own) => ({
          ...own,
          name: "medhelm-changed-pages",
          async setup() {
            await own.setup?.();
            pages.start(await codeHash([join(site, ".prerender"), join(site, "_astro")], basename(dirname(site))));
          },
          async render(request, options) {
            const path = decodeURIComponent(new URL(request.url).pathname).slice(base.length);
            const file = fileOf(path, options.routeData.type === "endpoint");
            let response: Response | undefined;
            const body = await pages.bodyOf(file, async () => {
              const result = await own.render(request, options);
              response = result instanceof Response ? result : result.response;
              return Buffer.from(await response.arrayBuffer());
            });
            return new Response(new Uint8Array(body), response);
          },
        })),
    },
  };
}
