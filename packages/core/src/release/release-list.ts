import { z } from "zod";
import type { Leaderboard } from "./leaderboard/leaderboard.ts";
import { ReleaseChanges, releaseChanges } from "./release-changes.ts";
import { rootTable } from "./leaderboard/root-table.ts";

/** One release that a server shows. */
export const ListedRelease = z.object({
  name: z.string(),
  kind: z.enum(["release", "suite"]).exactOptional(),
  /** the path of its site on the server, e.g. "/r/2026-11/" */
  base: z.string(),
  /** YYYY-MM-DD */
  date: z.string(),
  /** numbers of models and of benchmarks with results */
  models: z.int(),
  benchmarks: z.int(),
  /** the SHA-256 of its leaderboard.json */
  sha256: z.string(),
  /** against the release before it on the same server; absent for the first one */
  changes: ReleaseChanges.exactOptional(),
});
export type ListedRelease = z.infer<typeof ListedRelease>;

/** releases.json: the releases that a server shows, the newest first. */
export const ReleaseList = z.object({ formatVersion: z.literal(1), releases: z.array(ListedRelease) });
export type ReleaseList = z.infer<typeof ReleaseList>;

/** Orders releases, the newest first. Releases of one day are in the order of their names. */
export const byDate = (a: Pick<ListedRelease, "date" | "name">, b: Pick<ListedRelease, "date" | "name">): number =>
  b.date.localeCompare(a.date) || b.name.localeCompare(a.name, "en", { numeric: true });

/** The line of a release. `previous`: the release before it on the same server. */
export function listedRelease(
  leaderboard: Leaderboard,
  { base, sha256, previous }: Pick<ListedRelease, "base" | "sha256"> & { readonly previous: Leaderboard | undefined },
): ListedRelease {
  const { name, kind, date } = leaderboard;
  const root = rootTable(leaderboard);
  const measured = (root?.columns ?? []).filter((_, i) => root?.rows.some(({ cells }) => cells[i]?.value != null));
  return {
    name,
    kind,
    base,
    date,
    models: new Set(root?.rows.map(({ model }) => model)).size,
    benchmarks: new Set(measured.map(({ group }) => group)).size,
    sha256,
    ...(previous === undefined ? {} : { changes: releaseChanges(previous, leaderboard) }),
  };
}
