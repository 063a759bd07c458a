import { fsStore } from "@medhelm/adapters/objects/fs-store";
import { stripVolatile } from "@medhelm/core/helm/volatile";
import { sha256Hex } from "@medhelm/core/store/canonical";
import { openRun } from "@medhelm/core/store/run-files";
import { seals } from "./suite.ts";

/** The hash of each file of the sealed runs: of its bytes, or without its documented clock fields if it has some. */
export async function filesOf(out: string, suite: string): Promise<Readonly<Record<string, string>>> {
  const objects = fsStore(out);
  const found: Record<string, string> = {};
  for (const run of Object.keys(seals(out, suite))) {
    const { manifest, keyOf } = await openRun(objects, suite, run);
    for (const file of Object.keys(manifest?.files ?? {})) {
      const bytes = (await objects.get(keyOf(file)))?.body;
      if (bytes === undefined) throw new Error(`${run} lacks ${file}`);
      found[`${run}/${file}`] = sha256Hex(comparable(file, Buffer.from(bytes)));
    }
  }
  return found;
}

function comparable(file: string, bytes: Buffer): Buffer | string {
  if (!file.endsWith(".json")) return bytes;
  const json: unknown = JSON.parse(bytes.toString());
  const stripped = stripVolatile(file, json);
  return stripped === json ? bytes : JSON.stringify(stripped);
}
