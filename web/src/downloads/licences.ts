import type { Group } from "../release/site.ts";

/** A licence, or the words that describe it, with the benchmarks of the release that it belongs to. */
export interface LicenceOf {
  readonly licence: string;
  readonly benchmarks: readonly string[];
}

/** The licences of the benchmarks' data, those of most benchmarks first. "not recorded" is last. */
export function licencesOf(benchmarks: readonly Group[]): LicenceOf[] {
  const byLicence = Map.groupBy(benchmarks, ({ benchmark }) => benchmark?.licence ?? NOT_RECORDED);
  return [...byLicence]
    .map(([licence, groups]) => ({ licence, benchmarks: groups.map(({ displayName }) => displayName) }))
    .toSorted(
      (a, b) =>
        Number(a.licence === NOT_RECORDED) - Number(b.licence === NOT_RECORDED) ||
        b.benchmarks.length - a.benchmarks.length ||
        (a.licence < b.licence ? -1 : 1),
    );
}

const NOT_RECORDED = "not recorded";
