import type { Profile } from "../../run/profile.ts";
import type { ShownMetric } from "../leaderboard/leaderboard-runs.ts";
import type { ListedMetric } from "../pages/list-row.ts";
import { findStat, type LoadedRun } from "./loaded-run.ts";

/** The main metric of a run that HELM made, whose stats are known under one profile. */
export const metricOfHelmRun = (
  { runSpec, stats }: LoadedRun,
  { name, split }: ShownMetric,
  profile: Profile,
): ListedMetric => ({
  name,
  isJudged: (runSpec.annotators ?? []).length > 0,
  means: { helm: undefined, corrected: undefined, [profile]: findStat(stats, { name, split })?.mean },
  judges: [],
});
