import type { ObjectStore } from "@medhelm/core/ports";
import type { ListedMetric } from "@medhelm/core/release/pages/list-row";
import type { LoadedRun } from "@medhelm/core/release/runs/loaded-run";
import { canonicalJson, sha256Hex } from "@medhelm/core/store/canonical";
import { keys } from "@medhelm/core/store/object-keys";
import { getIfReadable, putJson } from "@medhelm/core/store/objects";
import { runFileKeys } from "@medhelm/core/store/run-files";
import { z } from "zod";
import { DERIVED_RULES } from "../../aggregate/derived-rules.ts";
import { listKeys } from "../list-keys.ts";
import { STATES, STATS } from "./read-values.ts";

/** work/.scores/<hash>-pages.json. `source`: identifies the files of which the pages were made. */
const RememberedPages = z.object({
  formatVersion: z.literal(1),
  source: z.string(),
  folder: z.string(),
  files: z.array(z.string()),
});

export interface PagesPlace {
  readonly target: string;
  readonly source: string;
  /** whether the target may be gone in the next call, so that a copy is kept elsewhere */
  readonly isPassing: boolean;
}

/** Changes with the run's files, with the metric of the list and with the rules of pages. */
export async function pagesSource(
  objects: ObjectStore,
  { suite, folder, manifest, manifestSha256: seal }: LoadedRun,
  metric: ListedMetric | undefined,
): Promise<string> {
  const keyOf = runFileKeys(suite, folder, manifest);
  const files = [...Object.values(STATS), STATES];
  const etags = await Promise.all(files.map(async (file) => (await objects.head(keyOf(file)))?.etag ?? null));
  return sha256Hex(canonicalJson({ rules: DERIVED_RULES.pages, etags, seal: seal ?? null, metric: metric ?? null }));
}

/** Puts the pages of an earlier call at the target. Returns false if they must be made. */
export async function restorePages(objects: ObjectStore, run: LoadedRun, place: PagesPlace): Promise<boolean> {
  const { target, source, isPassing } = place;
  const known = await getIfReadable(objects, keys.rememberedPages(run.suite, run.folder), RememberedPages);
  if (known?.source !== source) return false;
  for (const file of known.files) {
    if ((await objects.head(known.folder + file)) === undefined) return false;
    if (known.folder !== target) await objects.copy(known.folder + file, target + file);
  }
  if (known.folder !== target && !isPassing) await rememberPages(objects, run, place, known.files);
  return true;
}

/** A store that refuses a write costs the next release time and no result. */
export async function rememberPages(
  objects: ObjectStore,
  { suite, folder: run }: LoadedRun,
  { target, source, isPassing }: PagesPlace,
  files: readonly string[],
): Promise<void> {
  const folder = isPassing ? keys.rememberedPagesFolder(suite, run) : target;
  try {
    if (isPassing) for (const file of files) await objects.copy(target + file, folder + file);
    await putJson(objects, keys.rememberedPages(suite, run), { formatVersion: 1, source, folder, files });
    const kept = new Set(isPassing ? files.map((file) => folder + file) : []);
    const stale = (await listKeys(objects, keys.rememberedPagesFolder(suite, run))).filter((key) => !kept.has(key));
    for (const key of stale) await objects.delete(key);
  } catch {
    return;
  }
}
