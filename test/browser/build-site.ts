import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";

const SCRIPT = fileURLToPath(new URL("../../web/build.ts", import.meta.url));

/** Runs web/build.ts, or `program`, in a child process, as its callers do. The result is JSON on stdout; messages are on stderr. */
export function buildSite(
  args: readonly string[],
  cwd = "/",
  program = SCRIPT,
): Promise<{ code: number | null; out: string; err: string }> {
  return new Promise((done, failed) => {
    const child = spawn(process.execPath, [program, ...args], { cwd, stdio: ["ignore", "pipe", "pipe"] });
    let out = "";
    let err = "";
    child.stdout.on("data", (bytes: Buffer) => {
      out += bytes.toString();
    });
    child.stderr.on("data", (bytes: Buffer) => {
      err += bytes.toString();
    });
    child.on("error", failed);
    child.on("close", (code) => done({ code, out, err }));
  });
}
