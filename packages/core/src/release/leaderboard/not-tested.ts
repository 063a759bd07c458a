import type { Leaderboard, Table } from "./leaderboard.ts";
import { rootTable } from "./root-table.ts";

/** The facts about a release that limit the meaning of a model's scores. */
export interface NotTested {
  /** display names of the benchmarks without a value of the model */
  readonly missing: readonly string[];
  /** the only language of the release's benchmarks; absent: several, or unknown */
  readonly language?: string;
  /** number of benchmarks whose questions are not public */
  readonly closed: number;
}

/** Finds what the scores in a row of the root table do not cover. Without a row the model has no score. */
export function untested(leaderboard: Leaderboard, row: Table["rows"][number] | undefined): NotTested {
  const names = (rootTable(leaderboard)?.columns ?? []).flatMap(({ groupDisplayName }, place) =>
    row?.cells[place]?.value == null ? [groupDisplayName] : [],
  );
  const benchmarks = leaderboard.groups
    .filter(({ subgroups }) => subgroups.length === 0)
    .flatMap((group) => group.benchmark ?? []);
  const languages = new Set(benchmarks.flatMap(({ taxonomy }) => taxonomy?.["language"] || []));
  const [language] = languages;
  return {
    missing: [...new Set(names)],
    ...(languages.size === 1 && language !== undefined ? { language } : {}),
    closed: benchmarks.filter(({ access }) => access !== "public").length,
  };
}
