import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const MEDHELM = fileURLToPath(new URL("../../packages/cli/bin/medhelm.js", import.meta.url));
const RELEASE = "demo";

/** Runs the demo in a new embedded stack, and builds its site with the answers of its runs, which the stack serves from its own folders.
 * @throws if the stack ends before it publishes the leaderboard, or if no site can be built
 */
export async function startDemo(outputPath: string): Promise<string> {
  const child = spawn(process.execPath, [MEDHELM, "start", "--release", RELEASE, "--output-path", outputPath], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const ended = once(child, "close");
  for await (const line of createInterface({ input: child.stdout })) {
    if (!line.startsWith("leaderboard")) continue;
    child.kill("SIGINT");
    child.stdout.resume();
    await ended;
    const site = join(outputPath, "pictures");
    const built = ["site", "build", "--release", RELEASE, "--output-path", outputPath, "--out", site];
    await promisify(execFile)(process.execPath, [MEDHELM, ...built]);
    return site;
  }
  throw new Error("medhelm start ended before the leaderboard of the demo was published; its messages are above");
}
