import { existsSync, renameSync } from "node:fs";
import { cp, readdir, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { instancesOf } from "./instances-record.ts";
import { SiteError } from "./options.ts";
import { giveUsualModes } from "./usual-modes.ts";

/** A file in every site that this program builds. A folder without it holds other files, and the build never replaces it. */
export const MARKER = "medhelm-site.json";

/** @throws SiteError if `out` holds files but no site, because replacing it would delete the user's files, or if it cannot be made */
export async function refuseForeignFolder(out: string): Promise<void> {
  if (!existsSync(dirname(out)))
    throw new SiteError(`--out ${out} cannot be made: make the folder ${dirname(out)} first.`);
  const names = await readdir(out).catch((error: unknown): string[] => {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return [];
    throw new SiteError(`--out ${out} is not a folder. Choose a new folder or one with an older build.`, {
      cause: error,
    });
  });
  if (names.length > 0 && !names.includes(MARKER))
    throw new SiteError(
      `--out ${out} is not empty and holds no MedHELM site. Choose another folder or empty this one.`,
    );
}

interface PlacedInstances {
  /** the folder with the instances of each new or changed run; it is next to `out` */
  readonly folder: string;
  /** the runs whose instances stay as they are in `out` */
  readonly kept: readonly string[];
}

/** The folder in which a build collects instances: on the file system of `out`, because they can be gigabytes. */
export const collectedInstances = (out: string): string => `${out}.data-${process.pid}`;

const newSite = (out: string): string => `${out}.new-${process.pid}`;

/** The folders next to `out` that a build which ends early leaves. */
export const besideSite = (out: string): readonly string[] => [collectedInstances(out), newSite(out)];

/** Moves the finished site to `out`. An older build stays complete until the new one is in the same parent folder. */
export async function placeSite(site: string, out: string, instances?: PlacedInstances): Promise<void> {
  const aside = newSite(out);
  const old = `${out}.old-${process.pid}`;
  // The staging folder is under web/, which may be on another file system, where a rename fails.
  await rename(site, aside).catch(() => cp(site, aside, { recursive: true }));
  await giveUsualModes(aside);
  if (instances !== undefined) await rename(instances.folder, instancesOf(aside));
  for (const slug of instances?.kept ?? []) renameSync(join(instancesOf(out), slug), join(instancesOf(aside), slug));
  // in one turn, so that a signal finds one of the two sites at its place
  if (existsSync(out)) renameSync(out, old);
  renameSync(aside, out);
  await rm(old, { recursive: true, force: true });
}

export const stagedSite = (stage: string) => join(stage, "site");
