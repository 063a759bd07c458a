import { cp, mkdir, rm, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { build, type AstroIntegration } from "astro";
import { prepareForAstro, stagedBuild } from "./src/build/for-astro.ts";
import { makeStage } from "./src/build/make-stage.ts";
import { SHELL_BASE } from "./src/build/site-shell.ts";
import { stagedSite } from "./src/build/place-site.ts";

/**
 * Compiles the pages of all sites once, without a release: `node web/build-shell.ts OUT`. scripts/bundle.ts packs them, so that the packed command
 * line builds sites without Astro.
 *   OUT/site/client/   styles, scripts and fonts
 *   OUT/site/server/   entry.mjs and the compiled pages
 *   OUT/live/          the pages of the embedded stack, which need no release
 * Every address in them begins with SHELL_BASE.
 */
const web = fileURLToPath(new URL("./", import.meta.url));
const out = resolve(process.argv[2] ?? "");
prepareForAstro(web, process.env);

/** The parts of Astro's application that a shell keeps. */
interface Application {
  setInternals(internals: Internals): void;
}
/** Astro's record of a build. A page needs its styles. */
interface Internals {
  readonly prerenderEntryFileName: string;
  readonly pagesByKeys: ReadonlyMap<string, { readonly styles: unknown }>;
}

interface Prerenderer {
  readonly app?: Application;
  setup?(): Promise<void>;
}

/** Renders no page. It keeps the compiled pages, which Astro deletes after it has rendered them. */
function keepPages(stage: string): AstroIntegration {
  const keep = async (prerenderer: Prerenderer): Promise<void> => {
    await prerenderer.setup?.();
    const { app } = prerenderer;
    if (app === undefined) throw new Error("this version of Astro has another prerenderer; see web/build-shell.ts");
    const internals = await internalsOf(app, prerenderer);
    const styles = [...internals.pagesByKeys].map(([key, page]) => [key, { styles: page.styles }]);
    await cp(join(stagedSite(stage), ".prerender"), join(out, "site/server"), { recursive: true });
    await writeFile(join(out, "site/server/entry.mjs"), entryText(internals.prerenderEntryFileName, styles));
  };
  return {
    name: "medhelm-shell",
    hooks: {
      "astro:build:start": ({ setPrerenderer }) =>
        setPrerenderer((prerenderer) => ({
          name: "medhelm-shell",
          setup: () => keep(prerenderer),
          getStaticPaths: async () => [],
          render: async () => {
            throw new Error("a shell renders no page");
          },
        })),
    },
  };
}

/** Astro gives its application the internals at each set-up. */
async function internalsOf(app: Application, prerenderer: Prerenderer): Promise<Internals> {
  const given: Internals[] = [];
  const original = app.setInternals.bind(app);
  app.setInternals = (internals) => {
    given.push(internals);
    original(internals);
  };
  await prerenderer.setup?.();
  const [internals] = given;
  if (internals === undefined) throw new Error("this version of Astro has another prerenderer; see web/build-shell.ts");
  return internals;
}

const entryText = (application: string, styles: unknown): string => `
import { app } from "./${application}";
import { StaticPaths } from "astro/runtime/prerender/static-paths.js";
app.setInternals({ pagesByKeys: new Map(${JSON.stringify(styles)}), entrySpecifierToBundleMap: new Map() });
app.setOptions({ settings: { scripts: [] }, logger: { options: { destination: { write() {} } } } });
export const paths = () => new StaticPaths(app).getAll();
export const render = (request, routeData) => app.render(request, { routeData });
`;

async function compile(
  folder: string,
  srcDir: string,
  integrate: (stage: string) => AstroIntegration[],
): Promise<void> {
  const stage = await makeStage(web);
  try {
    await build({ ...stagedBuild(web, stage, SHELL_BASE), srcDir, integrations: integrate(stage) });
    await cp(stagedSite(stage), folder, { recursive: true });
  } finally {
    await rm(stage, { recursive: true, force: true });
  }
}

await rm(out, { recursive: true, force: true });
await mkdir(out);
await compile(join(out, "site/client"), "./src", (stage) => [keepPages(stage)]);
await compile(join(out, "live"), "./live", () => []);
