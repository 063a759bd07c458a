import { slugHash } from "@medhelm/core/release/leaderboard/leaderboard-runs";
import { keys } from "@medhelm/core/store/object-keys";
import { prefixesOfRelease } from "./withdraw-release.ts";
import { prefixesOfRun, prefixesOfSuite, remembered } from "./withdraw-runs.ts";
import type { Withdrawal } from "./withdrawal-mark.ts";

/** Where the objects of a withdrawal were. The objects may be gone. */
export interface WithdrawnPlaces {
  readonly prefixes: readonly string[];
  /** Whether an object below the prefixes belongs to the withdrawal. */
  isOf(key: string): boolean;
}

/** @param runs the runs of a suite that is withdrawn */
export function placesOfRuns({ suite, run }: Withdrawal, runs: readonly string[]): WithdrawnPlaces {
  if (run === undefined) return { prefixes: [...prefixesOfSuite(suite), ...remembered(suite, runs)], isOf: () => true };
  const copied = keys.suitePages(suite);
  const end = slugHash(suite, run);
  return {
    prefixes: [...prefixesOfRun(suite, run), copied],
    isOf: (key) => !key.startsWith(copied) || key.slice(copied.length).split("/")[0]?.endsWith(end) === true,
  };
}

export const placesOfRelease = (release: string): WithdrawnPlaces => ({
  prefixes: [keys.releaseRequest(release), ...prefixesOfRelease(release)],
  isOf: () => true,
});
