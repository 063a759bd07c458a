/**
 * Bundles what runs elsewhere than in this repository: `node scripts/bundle.ts [--out DIR] [--conf DIR] [functions] [worker] [site] [cli]`.
 *   dist/functions/<name>/   a Lambda each: index.mjs, conf/
 *   dist/worker/             the programs of Batch's jobs, each by its own file and all by job.mjs
 *   dist/site/               web/ with Astro and what it stands on, for the site job
 *   dist/cli/                the packed command line: node dist/cli/medhelm.mjs
 * Nothing in a bundle reads beside itself but its own chunks, its programs and conf/.
 */
import { cp, mkdir, rm, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { build, type BuildOptions, type Plugin } from "esbuild";
import { copySite } from "./bundle-site.ts";

const root = fileURLToPath(new URL("../", import.meta.url));

export const LAMBDAS = ["api", "dispatch", "aggregate", "release", "sweep", "failure"] as const;

/** CommonJS within a bundle asks for Node's own modules by require. */
const REQUIRE =
  'import{createRequire as __createRequire}from"node:module";const require=__createRequire(import.meta.url);';

const common = {
  absWorkingDir: root,
  bundle: true,
  platform: "node",
  target: "node24",
  format: "esm",
  minify: true,
  splitting: true, // what is imported when it is needed stays in a file of its own
  outExtension: { ".js": ".mjs" },
  chunkNames: "chunk-[hash]",
  banner: { js: REQUIRE },
  legalComments: "none",
  logLevel: "warning",
} satisfies BuildOptions;

/** zod brings its messages in fifty languages; ours are English. */
const englishOnly: Plugin = {
  name: "english-only",
  setup(setup) {
    setup.onLoad({ filter: /[\\/]zod[\\/]v4[\\/]locales[\\/]index\.js$/ }, () => ({
      contents: 'export { default as en } from "./en.js";',
      loader: "js",
    }));
  },
};

/** CommonJS that is imported when it is needed: such a file of its own would have a default export alone (esbuild). */
const NAMED: Readonly<Record<string, readonly string[]>> = {
  undici: ["Agent", "errors", "request"],
};

const namedExports: Plugin = {
  name: "named-exports",
  setup(setup) {
    setup.onResolve({ filter: new RegExp(`^(?:${Object.keys(NAMED).join("|")})$`) }, ({ path, kind, resolveDir }) =>
      kind === "dynamic-import" ? { path, namespace: "named-exports", pluginData: resolveDir } : undefined,
    );
    setup.onLoad({ filter: /.*/, namespace: "named-exports" }, ({ path, pluginData }) => ({
      contents: `import * as all from "${path}"; export const { ${(NAMED[path] ?? []).join(", ")} } = all;`,
      resolveDir: String(pluginData),
      loader: "js",
    }));
  },
};

/** Whatever is taken out of them throws when it is used, and says so. */
const absent = (why: string): string =>
  `module.exports = new Proxy({}, { get: (_, name) => name === "__esModule" ? undefined : function () { throw new Error(${JSON.stringify(why)}); } });`;

/**
 * What no function does: read data sets, ask models, sign in as a person. The libraries for it are imported by modules that do other
 * things too, and would be a megabyte and a half in every function.
 */
const WORKERS_ALONE =
  /^(?:js-tiktoken\/.*|undici|@xmldom\/xmldom|hyparquet|@uwdata\/flechette|@aws-sdk\/nested-clients\/.*)$/;

const notInLambda: Plugin = {
  name: "not-in-lambda",
  setup(setup) {
    setup.onResolve({ filter: WORKERS_ALONE }, ({ path }) => ({ path, namespace: "not-in-lambda" }));
    setup.onLoad({ filter: /.*/, namespace: "not-in-lambda" }, ({ path }) => ({
      contents: absent(`${path} is the worker's alone: a Lambda reads no data sets and asks no models`),
      loader: "js",
    }));
  },
};

/** The aggregator knows benchmarks' metrics and never opens their folders, which the registry imports when it is asked for one. */
const noBenchmarks: Plugin = {
  name: "no-benchmarks",
  setup(setup) {
    setup.onResolve({ filter: /\/index\.ts$/ }, ({ path, kind, importer }) =>
      kind === "dynamic-import" && /benchmarks[\\/]src[\\/]registry\.ts$/.test(importer)
        ? { path, namespace: "no-benchmarks" }
        : undefined,
    );
    setup.onLoad({ filter: /.*/, namespace: "no-benchmarks" }, ({ path }) => ({
      contents: absent(`${path}: this function opens no benchmark`),
      loader: "js",
    }));
  },
};
/** Functions that open no benchmark's folder. */
const WITHOUT_BENCHMARKS: ReadonlySet<string> = new Set(["aggregate", "dispatch", "sweep", "failure"]);

export interface BundleOptions {
  readonly out: string;
  /** the folder of the service's configuration that goes into functions and image */
  readonly conf: string;
}

export async function bundleFunctions({ out, conf }: BundleOptions): Promise<void> {
  for (const name of LAMBDAS) {
    const outdir = join(out, "functions", name);
    await fresh(outdir);
    await build({
      ...common,
      entryPoints: { index: `functions/${name}/entry.ts` },
      outdir,
      plugins: [englishOnly, notInLambda, ...(WITHOUT_BENCHMARKS.has(name) ? [noBenchmarks] : [])],
    });
    await cp(conf, join(outdir, "conf"), { recursive: true });
  }
}

/** onnxruntime-node's library is no JavaScript: the image brings it (image/Dockerfile). */
export async function bundleWorker({ out, conf }: BundleOptions): Promise<void> {
  const outdir = join(out, "worker");
  await fresh(outdir);
  await build({
    ...common,
    entryPoints: {
      job: "functions/job/entry.ts",
      worker: "functions/worker/entry.ts",
      aggregate: "functions/aggregate-job/entry.ts",
      site: "functions/site/entry.ts",
      weights: "functions/copy-weights/entry.ts",
      "pull-weights": "functions/pull-weights/entry.ts",
      "sql-child": "packages/adapters/src/sql/child.ts",
    },
    outdir,
    external: ["onnxruntime-node"],
    plugins: [englishOnly, namedExports],
  });
  await cp(conf, join(outdir, "conf"), { recursive: true });
}

/** Not in it: the encoder, which is an optional package of 288 MB, and Astro; both say so when they are asked for. */
export async function bundleCli({ out }: BundleOptions): Promise<void> {
  const outdir = join(out, "cli");
  await fresh(outdir);
  await build({
    ...common,
    entryPoints: {
      medhelm: "packages/cli/src/main.ts",
      "worker-main": "packages/cli/src/stack/worker-main.ts",
      "aggregate-main": "packages/cli/src/stack/aggregate-main.ts",
      "site-main": "packages/cli/src/stack/site-main.ts",
      "sql-child": "packages/adapters/src/sql/child.ts",
    },
    outdir,
    external: ["@medhelm/encoders/*"],
    plugins: [englishOnly, namedExports],
  });
  for (const folder of ["conf", "examples"]) await cp(join(root, folder), join(outdir, folder), { recursive: true });
  await writeFile(join(outdir, "package.json"), `${JSON.stringify({ name: "medhelm", type: "module" })}\n`);
}

async function fresh(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
}

const PARTS = {
  functions: bundleFunctions,
  worker: bundleWorker,
  site: ({ out }: BundleOptions) => copySite(root, join(out, "site")),
  cli: bundleCli,
} as const;
const isPart = (name: string): name is keyof typeof PARTS => Object.hasOwn(PARTS, name);

if (import.meta.main) {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { out: { type: "string" }, conf: { type: "string" } },
  });
  const unknown = positionals.filter((name) => !isPart(name));
  if (unknown.length > 0) throw new Error(`there is no part ${unknown.join(", ")}: ${Object.keys(PARTS).join(", ")}`);
  const wanted = positionals.length === 0 ? Object.keys(PARTS).filter(isPart) : positionals.filter(isPart);
  const options = { out: resolve(values.out ?? join(root, "dist")), conf: resolve(values.conf ?? join(root, "conf")) };
  for (const part of wanted) await PARTS[part](options);
  process.stdout.write(`${options.out}: ${wanted.join(", ")}\n`);
}
