import { isThere } from "@medhelm/adapters/is-there";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import type { ObjectStore } from "@medhelm/core/ports";
import { Page, PageIndex, type PageInstance } from "@medhelm/core/release/pages/page";
import { DetailsPart } from "@medhelm/core/release/runs/run-list";
import { checkedFiles } from "@medhelm/core/store/checked-files";
import type { RunFiles } from "@medhelm/core/store/run-files";
import { nearNames } from "@medhelm/core/text/near-names";
import { UserError } from "@medhelm/core/user-error";
import { NOT_RUNS } from "@medhelm/service/release/runs/find-runs";
import { runInstances } from "@medhelm/service/release/runs/run-text";
import type { RunPlace } from "../places/run-place.ts";
import { missingFile, readSealed } from "./sealed-file.ts";

/**
 * The instances of a finished run: of its pages, or of the files of a run that HELM wrote.
 * @throws UserError that names similar runs if there is no such run, or if a file is missing or damaged
 */
export async function finishedInstances(
  objects: ObjectStore,
  files: RunFiles,
  { outputPath, suite, run }: RunPlace,
): Promise<AsyncIterable<PageInstance>> {
  const instances = await instancesOf(checkedFiles(objects, files), files);
  if (instances === undefined) throw new UserError(await whyMissing(outputPath, suite, run));
  return instances;
}

async function instancesOf(
  objects: ObjectStore,
  { manifest, keyOf }: RunFiles,
): Promise<AsyncIterable<PageInstance> | undefined> {
  const index = await readSealed(objects, keyOf("pages/index.json"), PageIndex);
  if (index !== undefined) return pageInstances(objects, index, keyOf);
  if (manifest !== undefined) throw missingFile(keyOf("pages/index.json"));
  const isHelms = (await objects.head(keyOf("stats.json"))) !== undefined;
  return isHelms ? runInstances(objects, keyOf) : undefined;
}

async function* pageInstances(
  objects: ObjectStore,
  { pages }: PageIndex,
  keyOf: RunFiles["keyOf"],
): AsyncGenerator<PageInstance> {
  let last: DetailsPart | undefined;
  const detailsOf = async ({ details: part }: Page): Promise<DetailsPart | undefined> => {
    if (part === undefined) return undefined;
    const key = keyOf(`pages/details-${part}.json`);
    if (last?.part !== part) last = await readSealed(objects, key, DetailsPart);
    if (last === undefined) throw missingFile(key);
    return last;
  };
  for (const { page } of pages) {
    const key = keyOf(`pages/${page}.json`);
    const found = await readSealed(objects, key, Page);
    if (found === undefined) throw missingFile(key);
    yield* withStats(found, await detailsOf(found));
  }
}

/** The chunks of newer runs have only the main metric; the details have all stats. */
function withStats({ instances, first = 0 }: Page, details: DetailsPart | undefined): PageInstance[] {
  if (details === undefined) return instances;
  return instances.map((one, i) => {
    const { stats, corrected } = details.instances[first + i - details.first] ?? one;
    return { ...one, stats, corrected };
  });
}

async function whyMissing(outputPath: string, suite: string, run: string): Promise<string> {
  const folder = join(outputPath, "runs", suite);
  if (!isThere(folder)) return `${folder}: there is no such suite; name another one with --suite or --output-path`;
  const runs = (await readdir(folder)).filter((name) => !name.startsWith(".") && !NOT_RUNS.has(name));
  const near = nearNames(run, runs);
  return `${run}: suite "${suite}" has no finished run with this name${near.length > 0 ? `; did you mean ${near.join(" or ")}?` : ""}`;
}
