import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

const MEDHELM = fileURLToPath(new URL("../../packages/cli/bin/medhelm.js", import.meta.url));
const RELEASE = "demo";

/** Runs the demo in a new embedded stack. The site is in the folder `site` while the stack runs and after it.
 * @throws if the stack ends before it publishes the site
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
    return join(outputPath, "site", "r", RELEASE);
  }
  throw new Error("medhelm start ended before the leaderboard of the demo was published; its messages are above");
}
