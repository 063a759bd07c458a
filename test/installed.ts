import { existsSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));

/**
 * Says why tests that need this file are skipped; undefined if the file exists.
 * @param file path in the repository
 * @param command installs the file
 * @throws if the file is missing and MEDHELM_REQUIRE_PEERS=1
 */
export function whyNotInstalled(file: string, command: string): string | undefined {
  if (existsSync(join(root, file))) return undefined;
  const why = `there is no ${file}: run ${command}`;
  if (process.env["MEDHELM_REQUIRE_PEERS"] === "1") throw new Error(`MEDHELM_REQUIRE_PEERS=1, and ${why}`);
  return why;
}

/** Says why BERTScore cannot be computed here; undefined if ONNX Runtime is installed. */
export const whyNoOnnx = (): string | undefined =>
  whyNotInstalled("packages/encoders/runtime/node_modules/onnxruntime-node", "npm run encoders:install");
