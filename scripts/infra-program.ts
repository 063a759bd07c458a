// Runs sst.config.ts under Pulumi's mocks, in a process of its own (infra/mock/main.ts), and gives what it would make.
// Needs .sst/platform (`sst install`, scripts/sst-check.ts). No AWS, no account, no state.
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
  /** what sst.config.ts says of the stage */
  app: z.object({
    removal: z.string(),
    protect: z.boolean(),
    providers: z.object({
      aws: z.object({ defaultTags: z.object({ tags: z.record(z.string(), z.string()) }) }),
    }),
  }),
  resources: z.array(Resource),
  /** what sst's server was asked to bundle */
  builds: z.array(z.object({ bundle: z.string().optional(), handler: z.string() })),
});
export type InfraProgram = z.infer<typeof Program>;

/** Images that the program takes by digest from outside. */
const image = (repository: string): string =>
  `123456789012.dkr.ecr.eu-central-1.amazonaws.com/${repository}@sha256:${"0".repeat(64)}`;
const IMAGES = { MEDHELM_WORKER_IMAGE: image("medhelm-worker"), MEDHELM_VLLM_IMAGE: image("vllm-openai") };

export interface ProgramOptions {
  readonly stage: string;
  /** folder of the service's configuration; conf/ where none is given */
  readonly conf?: string;
  readonly env?: Readonly<Record<string, string>>;
}

/** `root`: the repository, with a "/" at its end. A program for each of the options, all at once. */
export async function readInfraPrograms(root: string, options: readonly ProgramOptions[]): Promise<InfraProgram[]> {
  // beside sst's platform, so that its packages are found
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
    const [said, complained] = await Promise.all([text(child.stdout), text(child.stderr), once(child, "exit")]);
    if (child.exitCode !== 0) throw new Error(`the program failed:\n${said}${complained}`);
    return Program.parse(JSON.parse(await readFile(seen, "utf8")));
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

/** As sst does it: the program and its components in one file, their packages beside it. */
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

/** Packages that sst's components import stay in .sst/platform/node_modules; ours (zod, yaml) are bundled. */
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
