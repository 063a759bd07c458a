import { readdir, readFile } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { z } from "zod";
import { MARKER } from "./place-site.ts";

/** A site in the same parent folder, which the same web server can show. */
export const SiblingSite = z.object({ name: z.string(), base: z.string(), date: z.string().exactOptional() });
export type SiblingSite = z.infer<typeof SiblingSite>;

/** Finds the sites of other releases in the parent folder of `out`, the newest first. A site with the same base cannot be on the same server. */
export async function siblingSites(out: string, base: string): Promise<SiblingSite[]> {
  const parent = dirname(resolve(out));
  const names = await readdir(parent).catch((): string[] => []);
  const found = await Promise.all(
    names.filter((name) => name !== basename(out)).map((name) => markerOf(join(parent, name, MARKER))),
  );
  return found
    .flatMap((one) => (one === undefined || one.base === base ? [] : [one]))
    .toSorted((a, b) => (b.date ?? "").localeCompare(a.date ?? "") || a.name.localeCompare(b.name));
}

/** Undefined for a folder without a site. */
async function markerOf(path: string): Promise<SiblingSite | undefined> {
  const text = await readFile(path, "utf8").catch(() => undefined);
  if (text === undefined) return undefined;
  try {
    return SiblingSite.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}
