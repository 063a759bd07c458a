import { allBenchmarks } from "@medhelm/benchmarks/registry";
import { organisationOf } from "@medhelm/core/run/organisation";

export interface LicensedPlace {
  readonly benchmark: string;
  readonly access: "gated" | "private" | "public" | "local";
  /** a file or folder of a mirror, e.g. "clear" */
  readonly path: string;
  /** who licenses it, as conf/service.yaml names it */
  readonly organisation: string;
}

/** The paths in a mirror whose files may not be public: those of every built-in gated or private benchmark. */
export async function licensedPlaces(): Promise<LicensedPlace[]> {
  return (await allBenchmarks()).flatMap(({ card, licensedAt }) => {
    const organisation = organisationOf(card);
    if (organisation === undefined || licensedAt === undefined) return [];
    return [{ benchmark: card.name, access: card.access, path: licensedAt, organisation }];
  });
}

/** The place that a file of a mirror belongs to. `folder` is the path of the mirror, because the mirror itself may be a place. */
export function placeOf(places: readonly LicensedPlace[], folder: string, path: string): LicensedPlace | undefined {
  const above = folder.split(/[/\\]/).filter((segment) => segment !== "");
  const candidates = Array.from({ length: above.length + 1 }, (_, i) =>
    [...above.slice(i), path].join("/").toLowerCase(),
  );
  return places.find(({ path: place }) => {
    const at = place.toLowerCase();
    return candidates.some((candidate) => candidate === at || candidate.startsWith(`${at}/`));
  });
}
