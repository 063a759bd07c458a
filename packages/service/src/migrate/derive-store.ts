import type { FindMetric } from "@medhelm/core/metrics/metric";
import { withHash } from "@medhelm/core/store/manifest-hash";
import { listFolders } from "@medhelm/core/store/list-folders";
import { keys } from "@medhelm/core/store/object-keys";
import { UnreadableObject } from "@medhelm/core/store/objects";
import { openRun } from "@medhelm/core/store/run-files";
import { UserError } from "@medhelm/core/user-error";
import { deriveAgain } from "../aggregate/aggregate-run.ts";
import { hasCurrentRules } from "../aggregate/derived-rules.ts";
import { finishSeal, type SealPorts } from "../aggregate/seal-run.ts";

export interface DerivePorts extends SealPorts {
  readonly metrics: FindMetric;
  readonly onRun?: (run: string, done: number, total: number) => void;
}

export interface DeriveReport {
  /** the sealed runs whose derived files were made again, or would be */
  readonly made: number;
  /** the sealed runs whose files have the current rules */
  readonly current: number;
  /** sentences about the runs that stay as they are */
  readonly left: readonly string[];
}

/**
 * Makes stats, scores and pages of sealed runs again where earlier rules made them. The new files are in a folder of their own, and one conditional put of the
 * manifest switches all readers. The earlier files stay for the releases that show them.
 */
export async function deriveStore(ports: DerivePorts, isDryRun: boolean): Promise<DeriveReport> {
  const runs: { readonly suite: string; readonly run: string }[] = [];
  for (const suite of await listFolders(ports.objects, keys.allRuns()))
    for (const run of await listFolders(ports.objects, keys.runs(suite)))
      if (!run.startsWith(".")) runs.push({ suite, run });
  let [made, current] = [0, 0];
  const left: string[] = [];
  for (const [done, { suite, run }] of runs.entries()) {
    ports.onRun?.(run, done, runs.length);
    const found = await deriveRun(ports, suite, run, isDryRun).catch((error: unknown) => {
      if (error instanceof UserError || error instanceof UnreadableObject) return { left: error.message };
      throw error;
    });
    if (typeof found === "object") left.push(`${suite}/${run}: ${found.left}`);
    made += Number(found === "made");
    current += Number(found === "current");
  }
  return { made, current, left };
}

async function deriveRun(
  { objects, metrics, showRun }: DerivePorts,
  suite: string,
  run: string,
  isDryRun: boolean,
): Promise<"made" | "current" | "foreign" | { readonly left: string }> {
  const { manifest, manifestEtag } = await openRun(objects, suite, run);
  if (manifest?.folder === undefined || manifestEtag === undefined) return "foreign";
  if (hasCurrentRules(manifest)) return "current";
  const { folder } = manifest;
  if ((await objects.head(keys.generationFile(suite, run, folder, "assembly.json"))) === undefined)
    return { left: "the folder of its generation has no assembly.json, so that its files cannot be made again" };
  if (isDryRun) return "made";
  const again = await deriveAgain({ objects, metrics }, { suite, run, folder });
  if (again === undefined) return { left: "files of its generation are missing; restore them" };
  const body = JSON.stringify(withHash(again));
  const { outcome } = await objects.put(keys.manifest(suite, run), body, { ifMatch: manifestEtag });
  // another program has sealed the run meanwhile
  if (outcome === "refused") return "current";
  await finishSeal({ objects, ...(showRun === undefined ? {} : { showRun }) }, again);
  return "made";
}
