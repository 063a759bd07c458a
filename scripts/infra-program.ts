// Runs sst.config.ts under Pulumi's mocks in a separate process (infra/mock/main.ts) and returns the resources of a deployment.
// It needs .sst/platform (scripts/unpack-sst.ts), but no AWS, account or state.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { build, type Plugin } from "esbuild";
import { z } from "zod";

const Resource = z.object({
  /** e.g. "aws:s3/bucket:Bucket" */
  type: z.string(),
  name: z.string(),
  inputs: z.record(z.string(), z.unknown()),
  retainOnDelete: z.boolean().optional(),
  protect: z.boolean().optional(),
});
export type Resource = z.infer<typeof Resource>;
const Program = z.object({
  /** the settings of the stage in sst.config.ts */
  app: z.object({
    removal: z.string(),
    protect: z.boolean(),
    providers: z.object({
      aws: z.object({ defaultTags: z.object({ tags: z.record(z.string(), z.string()) }) }),
    }),
  }),
  resources: z.array(Resource),
  /** the bundles that the components requested from the server of sst */
  builds: z.array(z.object({ bundle: z.string().optional(), handler: z.string() })),
});
export type InfraProgram = z.infer<typeof Program>;

/** The environment variables with the digests of the images. */
const image = (repository: string): string =>
  `123456789012.dkr.ecr.eu-central-1.amazonaws.com/${repository}@sha256:${"0".repeat(64)}`;
const IMAGES = {
  MEDHELM_WORKER_IMAGE: image("medhelm-worker"),
  MEDHELM_VLLM_IMAGE: image("vllm-openai"),
  MEDHELM_LLAMA_CPP_IMAGE: image("llama-cpp"),
};

export interface ProgramOptions {
  readonly stage: string;
  /** folder of the service's configuration; conf/ by default */
  readonly conf?: string;
  readonly env?: Readonly<Record<string, string>>;
}

/**
 * Runs the program once for each of the options, all concurrently.
 * @param root folder of the repository, with a "/" at its end
 * @throws if a program fails, with its output
 */
export async function readInfraPrograms(root: string, options: readonly ProgramOptions[]): Promise<InfraProgram[]> {
  // next to the platform of sst, so that Node finds its packages
  const outfile = join(root, `.sst/platform/medhelm-${process.pid}-${crypto.randomUUID()}.mjs`);
  try {
    await bundleProgram(root, outfile);
    return await Promise.all(options.map((one) => runProgram(root, outfile, one)));
  } finally {
    await rm(outfile, { force: true });
  }
}

async function runProgram(root: string, bundle: string, { stage, conf, env }: ProgramOptions): Promise<InfraProgram> {
  const work = await mkdtemp(join(tmpdir(), "medhelm-infra-"));
  try {
    const seen = join(work, "program.json");
    const child = spawn(process.execPath, ["--enable-source-maps", bundle, seen, root, stage, work], {
      cwd: root,
      env: {
        PATH: process.env["PATH"],
        HOME: work,
        AWS_EC2_METADATA_DISABLED: "true",
        ...IMAGES,
        ...(conf !== undefined && { MEDHELM_CONF: conf }),
        ...env,
      },
      stdio: ["ignore", "pipe", "pipe"],
    });
    const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr), once(child, "exit")]);
    if (child.exitCode !== 0) throw new Error(`the infrastructure program failed:\n${stdout}${stderr}`);
    return Program.parse(JSON.parse(await readFile(seen, "utf8")));
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

/** Bundles the program and its components into one file, as sst does. Their packages stay outside. */
async function bundleProgram(root: string, outfile: string): Promise<void> {
  await build({
    entryPoints: [join(root, "infra/mock/main.ts")],
    outfile,
    bundle: true,
    platform: "node",
    format: "esm",
    target: "node24",
    sourcemap: "inline",
    logLevel: "silent",
    inject: [join(root, ".sst/platform/src/shim/run.js")],
    plugins: [platformPackages],
    banner: {
      js: "import { createRequire as __createRequire } from 'node:module'; import { fileURLToPath as __toPath } from 'node:url'; const require = __createRequire(import.meta.url); const __filename = __toPath(import.meta.url); const __dirname = __toPath(new URL('.', import.meta.url));",
    },
  });
}

/** Leaves out packages that the components of sst import from .sst/platform/node_modules; zod and yaml are bundled. */
const platformPackages: Plugin = {
  name: "platform packages",
  setup({ onResolve }) {
    onResolve({ filter: /^[^./]/ }, ({ path, importer, kind }) =>
      kind !== "entry-point" && (path.startsWith("@pulumi/") || importer.includes("/.sst/platform/"))
        ? { path, external: true }
        : undefined,
    );
  },
};
