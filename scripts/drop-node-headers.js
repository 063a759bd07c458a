// Runs after npm ci. The devDependency "node" brings C headers for compiling addons (62 MB); the repository compiles none.
// Plain JavaScript, because it runs on the Node of the system.
import { readdirSync, rmSync } from "node:fs";

const packages = new URL("../node_modules/node/node_modules/", import.meta.url);
try {
  for (const name of readdirSync(packages))
    if (name.startsWith("node-")) rmSync(new URL(`${name}/include`, packages), { recursive: true, force: true });
} catch (error) {
  // npm ci --omit=dev installs no "node"
  if (error.code !== "ENOENT") throw error;
}
