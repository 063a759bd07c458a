import type { LeaderboardRun } from "@medhelm/core/release/leaderboard/leaderboard";

const MOST = 20;

/** The runs of other models on the same benchmark and with the same wording whose instances a page may show, the best score first. */
export function otherRuns(
  run: LeaderboardRun,
  all: readonly LeaderboardRun[],
  lowerIsBetter: boolean,
): LeaderboardRun[] {
  const sign = lowerIsBetter ? 1 : -1;
  return all
    .filter(
      (one) =>
        one.hasPages &&
        one.benchmark === run.benchmark &&
        one.modelDeployment !== run.modelDeployment &&
        one.wording === run.wording,
    )
    .toSorted((a, b) => sign * ((a.mainValue ?? 0) - (b.mainValue ?? 0)))
    .slice(0, MOST);
}
