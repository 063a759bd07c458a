import { createHash } from "node:crypto";
import type { ObjectStore } from "@medhelm/core/ports";
import { shownMetricOf } from "@medhelm/core/release/leaderboard/leaderboard-runs";
import type { LoadedRun } from "@medhelm/core/release/runs/loaded-run";
import type { Manifest } from "@medhelm/core/release/runs/manifest";
import { parseSchema } from "@medhelm/core/release/schema/release-schema";
import { generationFolder, keys } from "@medhelm/core/store/object-keys";
import { runFileKeys } from "@medhelm/core/store/run-files";
import { loadScores } from "@medhelm/service/release/runs/load-scores";
import { loadSuite } from "@medhelm/service/release/runs/load-suite";
import type { ReleasePorts } from "@medhelm/service/release/ports";
import { benchAssembly } from "./bench-assembly.ts";

const sha256 = (body: string | Uint8Array): string => createHash("sha256").update(body).digest("hex");

/**
 * Seals the runs that HELM wrote: scores.json, manifest.json, and copies of the files that a release reads. Unlike the aggregator it scores nothing again and
 * makes no pages.
 */
export async function sealSuite(ports: ReleasePorts, suite: string): Promise<number> {
  const { runs } = await loadSuite(ports.objects, suite, "helm");
  for (const run of runs) await sealRun(ports, run);
  return runs.length;
}

async function sealRun(ports: ReleasePorts, run: LoadedRun): Promise<void> {
  const { objects, cards, packagedSchema } = ports;
  const { suite, folder: name } = run;
  const metric = shownMetricOf(run, parseSchema(packagedSchema, "schema"), cards);
  const loaded = await loadScores(ports, run, metric, { remembers: false });
  if (loaded.kind !== "scores") throw new Error(`${name}: ${loaded.reason}`);
  const { scores } = loaded;
  const where = { folder: generationFolder("public", 1, sha256(name).slice(0, 32)), derived: "derived-0123456789ab" };
  const keyOf = runFileKeys(suite, name, where);
  const files: Record<string, string> = {};
  const put = async (file: string, body: string | Uint8Array): Promise<void> => {
    files[file] = sha256(body);
    await objects.put(keyOf(file), body);
  };
  await put("scores.json", JSON.stringify(scores));
  for (const file of ["run_spec.json", "stats.json"])
    await put(file, await read(objects, keys.runFile(suite, name, file)));
  const scored = scores.rows.length;
  const assembly = benchAssembly(ports, run, suite);
  const manifest: Manifest = {
    ...assembly,
    ...where,
    contentSha256: sha256(JSON.stringify(files)),
    files,
    coverage: { ...assembly.coverage, scored: { helm: scored, corrected: scored } },
    absentMetrics: {},
  };
  await objects.put(keys.manifest(suite, name), JSON.stringify(manifest));
}

async function read(objects: ObjectStore, key: string): Promise<Uint8Array> {
  const found = await objects.get(key);
  if (found === undefined) throw new Error(`${key} is missing`);
  return found.body;
}
