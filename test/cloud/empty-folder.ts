import { execFile } from "node:child_process";
import { cp, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);

export interface EmptyFolder {
  readonly path: string;
  /** Runs Node there, with only this environment. */
  node(
    args: readonly string[],
    env?: Readonly<Record<string, string>>,
  ): Promise<{ readonly code: number; readonly stdout: string; readonly stderr: string }>;
  remove(): Promise<void>;
}

/** A folder with a bundle and without node_modules next to it or above it. */
export async function emptyFolder(bundle: string, name = ""): Promise<EmptyFolder> {
  const path = await mkdtemp(join(tmpdir(), "medhelm-bundle-"));
  await cp(bundle, join(path, name), { recursive: true });
  return {
    path,
    async node(args, env = {}) {
      const options = {
        cwd: path,
        env: { PATH: "/usr/bin:/bin", HOME: path, TMPDIR: tmpdir(), ...env },
        maxBuffer: 1 << 24,
      };
      try {
        return { code: 0, ...(await run(process.execPath, [...args], options)) };
      } catch (error) {
        if (!(error instanceof Error && "code" in error && "stdout" in error && "stderr" in error)) throw error;
        const { code, stdout, stderr } = error;
        return { code: Number(code), stdout: String(stdout), stderr: String(stderr) };
      }
    },
    remove: () => rm(path, { recursive: true, force: true }),
  };
}
