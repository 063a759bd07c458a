import { execFile, spawn, spawnSync } from "node:child_process";
import { chmod, copyFile, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { z } from "zod";
import type { ImageSteps, MadeImage } from "./image.cases.ts";

const run = promisify(execFile);
const root = fileURLToPath(new URL("../../", import.meta.url));
/** The compiler of the site's pages, which needs more of the system's libraries than Node does. */
const ROLLDOWN = "node_modules/@rolldown/binding-linux-x64-gnu/rolldown-binding.linux-x64-gnu.node";
/** The user "node" of the base image. */
const NODE = { id: 1000, passwd: "root:x:0:0::/root:/bin/sh\nnode:x:1000:1000::/home/node:/bin/sh\n" };

/**
 * Says why no image can be built here; undefined if it can. MEDHELM_REQUIRE_PEERS does not ask for it, because the build takes longer than
 * a minute with its installation, and .ci/run has the same steps in a folder.
 */
export function whyNoBuildah(): string | undefined {
  if (spawnSync("buildah", ["--version"]).error !== undefined)
    return "buildah is not installed: apt-get install buildah";
  if (process.getuid?.() !== 0) return "only root may mount the image";
  return undefined;
}

/** The parts of an image that Docker reads to start it. */
const Inspected = z.object({
  OCIv1: z.object({
    config: z.object({
      User: z.literal("node"),
      Env: z.array(z.string()),
      Entrypoint: z.array(z.string()),
      WorkingDir: z.string(),
    }),
  }),
});

/**
 * Builds image/Dockerfile with buildah. Its base is a folder of this machine in place of the one that FROM names, because a test reaches no registry.
 * The folder has Node, prlimit and the libraries that they need.
 */
export async function builtImage({ dockerfile, context }: ImageSteps): Promise<MadeImage> {
  const folder = await mkdtemp(join(tmpdir(), "medhelm-buildah-"));
  // this driver mounts nothing, so a test that was stopped leaves only files
  const store = ["--storage-driver=vfs", "--root", join(folder, "store"), "--runroot", join(folder, "run")];
  const buildah = async (...args: readonly string[]): Promise<string> =>
    (await run("buildah", [...store, ...args], { maxBuffer: 64e6 })).stdout.trim();

  const base = await buildah("from", "scratch");
  await makeBase(await buildah("mount", base));
  await buildah("commit", "--quiet", "--rm", base, "localhost/base");

  const sent = join(folder, "context");
  for (const { name, rest } of dockerfile) {
    if (name !== "COPY") continue;
    for (const source of rest.split(/\s+/).slice(0, -1)) {
      if (source.startsWith("--")) continue;
      const target = join(sent, source);
      await mkdir(dirname(target), { recursive: true });
      await run("cp", ["--archive", "--no-target-directory", context(source), target]);
    }
  }
  await buildah(
    "bud",
    "--quiet",
    "--isolation=chroot",
    "--from=localhost/base",
    "--tag=localhost/worker",
    `--ignorefile=${join(root, "image/Dockerfile.dockerignore")}`,
    `--file=${join(root, "image/Dockerfile")}`,
    sent,
  );
  const { config } = Inspected.parse(JSON.parse(await buildah("inspect", "--type", "image", "localhost/worker"))).OCIv1;
  const container = await buildah("from", "localhost/worker");
  const image = await buildah("mount", container);

  return {
    app: join(image, config.WorkingDir),
    start(command, env) {
      // `buildah run` kills the program at SIGTERM. Here each program replaces the one before, so the signal reaches the entry point.
      const mounted = `mount --bind /dev "$0/dev" && mount -t proc proc "$0/proc" && exec unshare --root="$0" "$@"`;
      const user = [`--wd=${config.WorkingDir}`, `--setgid=${NODE.id}`, `--setuid=${NODE.id}`];
      return spawn("unshare", ["--mount", "sh", "-c", mounted, image, ...user, ...config.Entrypoint, ...command], {
        env: { ...Object.fromEntries(config.Env.map((line) => line.split(/=(.*)/s).slice(0, 2))), ...env },
        stdio: ["ignore", "ignore", "pipe"],
      });
    },
    async close() {
      await buildah("umount", "--all");
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Fills the root of the base. */
async function makeBase(base: string): Promise<void> {
  const copy = async (from: string, to: string): Promise<void> => {
    await mkdir(dirname(join(base, to)), { recursive: true });
    await copyFile(from, join(base, to));
  };
  const { stdout: found } = await run("sh", ["-c", "command -v prlimit"]);
  const programs = [process.execPath, found.trim()];
  for (const program of programs) await copy(program, join("usr/bin", basename(program)));
  for (const file of [...programs, join(root, ROLLDOWN)]) {
    const { stdout } = await run("ldd", [file]);
    for (const [library] of stdout.matchAll(/(?<==> |^\s)\/\S+/gm)) await copy(library, library);
  }
  for (const directory of ["dev", "proc", "tmp", "etc", "home/node"])
    await mkdir(join(base, directory), { recursive: true });
  await chmod(join(base, "tmp"), 0o1777);
  await writeFile(join(base, "etc/passwd"), NODE.passwd);
  await writeFile(join(base, "etc/group"), "root:x:0:\nnode:x:1000:\n");
}
