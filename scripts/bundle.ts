/**
 * Bundles the programs that run outside this repository.
 *   dist/functions/<name>/   a Lambda function: index.mjs, conf/
 *   dist/worker/             the programs of Batch jobs, each as a file; job.mjs starts any of them
 *   dist/site/               web/ with Astro and its dependencies, for the site job
 *   dist/cli/                the packed command line: npm pack ./dist/cli, or node dist/cli/medhelm.js
 * A bundle reads only its own chunks, its programs and conf/.
 */
import { cp, mkdir, readFile, rm } from "node:fs/promises";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { build, type BuildOptions, type Plugin } from "esbuild";
import { defineCommand } from "medhelm/terminal/define-command";
import { argument, option } from "medhelm/terminal/option";
import { z } from "zod";
import { bundleDocs } from "./bundle-docs.ts";
import { bundleShell } from "./bundle-shell.ts";
import { copySite } from "./bundle-site.ts";
import { mergeChunks } from "./merge-chunks.ts";
import { runProgram } from "./program/run-program.ts";
import { writePackage } from "./write-package.ts";

const root = fileURLToPath(new URL("../", import.meta.url));

export const LAMBDAS = ["api", "dispatch", "aggregate", "release", "sweep", "failure"] as const;

/** CommonJS code in a bundle calls require for the modules of Node. */
const REQUIRE =
  'import{createRequire as __createRequire}from"node:module";const require=__createRequire(import.meta.url);';

const common = {
  absWorkingDir: root,
  bundle: true,
  platform: "node",
  target: "node24",
  format: "esm",
  minify: true,
  mainFields: ["module", "main"], // the SDK's modules of ECMAScript, from which unused commands are left out
  splitting: true, // dynamic imports stay in separate files
  outExtension: { ".js": ".mjs" },
  chunkNames: "chunk-[hash]",
  define: { esbuildDetection: "true" }, // undici leaves out its second parser of HTTP
  banner: { js: REQUIRE },
  legalComments: "none",
  logLevel: "warning",
} satisfies BuildOptions;

/** Drops the messages of zod in other languages than English. */
const englishOnly: Plugin = {
  name: "english-only",
  setup(setup) {
    setup.onLoad({ filter: /[\\/]zod[\\/]v4[\\/]locales[\\/]index\.js$/ }, () => ({
      contents: 'export { default as en } from "./en.js";',
      loader: "js",
    }));
  },
};

/** Loads HTTP/2 with the first connection that speaks it, and leaves out the bodies of fetch: the client sends texts. */
const leanUndici: Plugin = {
  name: "lean-undici",
  setup(setup) {
    setup.onResolve({ filter: /^undici$/ }, () => ({ path: join(root, "scripts/lean-undici.js") }));
    setup.onResolve({ filter: /\/web\/[a-z/]+(?:\.js)?$/ }, ({ path, importer }) =>
      /undici[\\/]lib[\\/]/.test(importer) ? { path, namespace: "lean-undici" } : undefined,
    );
    setup.onLoad({ filter: /.*/, namespace: "lean-undici" }, ({ path }) => ({
      contents: absent(`${path}: the bundle has only the parts of undici that send texts`),
      loader: "js",
    }));
    setup.onLoad({ filter: /undici[\\/]lib[\\/]dispatcher[\\/]client\.js$/ }, async ({ path }) => {
      const [before, after, ...rest] = (await readFile(path, "utf8")).split(
        "const connectH2 = require('./client-h2.js')",
      );
      if (before === undefined || after === undefined || rest.length > 0)
        throw new Error(`${path} requires client-h2.js in another way than before; adapt the plugin lean-undici`);
      return {
        contents: `${before}const connectH2 = (...args) => require('./client-h2.js')(...args)${after}`,
        loader: "js",
      };
    });
  },
};

/** A module whose functions throw this message. */
const absent = (why: string): string =>
  `module.exports = new Proxy({}, { get: (_, name) => name === "__esModule" ? undefined : function () { throw new Error(${JSON.stringify(why)}); } });`;

/**
 * Libraries for work that no function does: read data sets, ask models, sign in as a person, read a browser's name. Modules with other
 * tasks import them, so that they would add 1.6 MB to every function. Lambda puts the credentials into the environment.
 */
const WORKERS_ALONE =
  /^(?:js-tiktoken\/.*|undici(?:\/.*)?|@xmldom\/xmldom|hyparquet|@uwdata\/flechette|bowser|@aws-sdk\/nested-clients\/.*|@aws-sdk\/credential-provider-(?:ini|login|process|sso|web-identity))$/;

const notInLambda: Plugin = {
  name: "not-in-lambda",
  setup(setup) {
    setup.onResolve({ filter: WORKERS_ALONE }, ({ path }) => ({ path, namespace: "not-in-lambda" }));
    setup.onResolve({ filter: /^\.\// }, ({ path, kind, importer }) =>
      kind === "dynamic-import" && /adapters[\\/]src[\\/]models[\\/]clients\.ts$/.test(importer)
        ? { path, namespace: "not-in-lambda" }
        : undefined,
    );
    setup.onLoad({ filter: /.*/, namespace: "not-in-lambda" }, ({ path }) => ({
      contents: absent(
        `only the worker has ${path}: a Lambda reads no data sets, asks no models and finds its credentials in its environment`,
      ),
      loader: "js",
    }));
  },
};

/** Replaces the benchmarks' folders, which the registry imports on request, in functions that never need one. */
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
/**
 * Replaces the readers of replies (150 kB) in the API, which plans benchmarks and scores no reply. The file pattern.ts stays, because the benchmarks'
 * readers build their patterns with it when they load.
 */
const noReaders: Plugin = {
  name: "no-readers",
  setup(setup) {
    setup.onResolve({ filter: /^@medhelm\/core\/reading\/|\/reading\/[a-z-]+\.ts$/ }, ({ path }) =>
      /\/pattern(?:\.ts)?$/.test(path) ? undefined : { path, namespace: "no-readers" },
    );
    setup.onLoad({ filter: /.*/, namespace: "no-readers" }, ({ path }) => ({
      contents: absent(`${path}: the API reads no reply`),
      loader: "js",
    }));
  },
};

/** The other functions need the folders: the API for quotes and plans, the aggregator for metrics. */
const WITHOUT_BENCHMARKS: ReadonlySet<string> = new Set(["dispatch", "release", "sweep", "failure"]);

export interface BundleOptions {
  readonly out: string;
  /** the folder of the service's configuration that goes into functions and image */
  readonly conf: string;
  /** the address of the repository, for the package of the command line */
  readonly repository?: string | undefined;
}

export async function bundleFunctions({ out, conf }: BundleOptions): Promise<void> {
  for (const name of LAMBDAS) {
    const outdir = join(out, "functions", name);
    await fresh(outdir);
    await build({
      ...common,
      entryPoints: { index: `functions/${name}/entry.ts` },
      outdir,
      plugins: [
        englishOnly,
        notInLambda,
        ...(WITHOUT_BENCHMARKS.has(name) ? [noBenchmarks] : []),
        ...(name === "api" ? [noReaders] : []),
      ],
    });
    await cp(conf, join(outdir, "conf"), { recursive: true });
  }
}

/** Leaves out onnxruntime-node, because its library is not JavaScript; image/Dockerfile copies it. */
export async function bundleWorker({ out, conf }: BundleOptions): Promise<void> {
  const outdir = join(out, "worker");
  await fresh(outdir);
  await build({
    ...common,
    entryPoints: {
      job: "functions/job/entry.ts",
      worker: "functions/worker/entry.ts",
      aggregate: "functions/aggregate-job/entry.ts",
      release: "functions/release-job/entry.ts",
      site: "functions/site/entry.ts",
      weights: "functions/copy-weights/entry.ts",
      "pull-weights": "functions/pull-weights/entry.ts",
      "lease-thread": "functions/lease-thread/entry.ts",
      "sql-child": "packages/adapters/src/sql/child.ts",
      "task-thread": "packages/adapters/src/threads/task-thread.ts",
      "encoder-thread": "packages/encoders/src/encoder-thread.ts",
    },
    outdir,
    external: ["onnxruntime-node"],
    plugins: [englishOnly, leanUndici],
  });
  await cp(conf, join(outdir, "conf"), { recursive: true });
}

/**
 * Leaves out the encoder (300 MB), which a command names when it needs it, and Astro: shell/ has the compiled pages of sites. It runs on Node 22, too.
 */
export async function bundleCli({ out, repository }: BundleOptions): Promise<void> {
  const outdir = join(out, "cli");
  await fresh(outdir);
  const { metafile } = await build({
    ...common,
    target: "node22",
    metafile: true,
    entryPoints: {
      medhelm: "packages/cli/src/main.ts",
      action: "packages/cli/src/action/action-main.ts",
      "worker-main": "packages/cli/src/stack/worker-main.ts",
      "aggregate-main": "packages/cli/src/stack/aggregate-main.ts",
      "site-main": "packages/cli/src/stack/site-main.ts",
      "lease-thread": "packages/cli/src/run/threads/lease-thread.ts",
      "aggregate-thread": "packages/cli/src/run/threads/aggregate-thread.ts",
      "run-thread": "packages/cli/src/run/threads/run-thread.ts",
      "sql-child": "packages/adapters/src/sql/child.ts",
      "task-thread": "packages/adapters/src/threads/task-thread.ts",
      "build-packed": "web/build-packed.ts",
      "build-live-packed": "web/build-live-packed.ts",
    },
    outdir,
    external: ["@medhelm/encoders/*"],
    plugins: [englishOnly, leanUndici],
  });
  await mergeChunks(outdir, metafile.outputs, (entryPoint) => STARTS.test(entryPoint));
  for (const folder of ["conf", "examples"]) await cp(join(root, folder), join(outdir, folder), { recursive: true });
  await bundleDocs(root, join(outdir, "docs-site"));
  const shell = await bundleShell(root, outdir, { ...common, target: "node22", metafile: true });
  await writePackage(root, outdir, [...Object.keys(metafile.inputs), ...shell], repository);
}

/** The programs and commands of the packed command line that users wait for. */
const STARTS =
  /^packages\/cli\/src\/(?:main|commands\/(?:run|score|summarize|verify)|run\/(?:run-all|[a-z]+-thread)|stack\/[a-z]+-main)\.ts$/;

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
const PART_NAMES = ["functions", "worker", "site", "cli"] as const satisfies readonly (keyof typeof PARTS)[];

export const command = defineCommand({
  name: "npm run bundle --",
  description:
    "Bundle the programs that run outside this repository: the functions and the worker of AWS, the site's builder, and the packed command line. It takes about half a minute.",
  options: {
    parts: argument("what to bundle (default: all)", z.array(z.enum(PART_NAMES)).default([...PART_NAMES])),
    out: option("folder", "folder of the bundles (default: dist)", z.string().optional()),
    conf: option("folder", "configuration that the bundles contain (default: conf)", z.string().optional()),
    repository: option("url", "repository that the package of the command line names", z.string().optional()),
  },
  async run({ parts, out = join(root, "dist"), conf = join(root, "conf"), repository }) {
    const options = { out: resolve(out), conf: resolve(conf), repository };
    for (const part of parts) await PARTS[part](options);
    process.stdout.write(`${options.out}: ${parts.join(", ")}\n`);
    return 0;
  },
});

if (import.meta.main) await runProgram(command);
