import type { Leaderboard, LeaderboardRun } from "@medhelm/core/release/leaderboard/leaderboard";

/** The page that asks which cautions concern it: the front page, or one that shows these runs. */
export type CautionedPage = "home" | { readonly runs: readonly LeaderboardRun[] };

/**
 * The notices of a release that concern a page. The front page shows all. Another page shows a notice only if it concerns one of its runs. A notice
 * about judges concerns judged runs, and one that names models or benchmarks concerns their runs. One about first places is for the front page only.
 */
export function cautionsFor({ notices, models, groups }: Leaderboard, page: CautionedPage): string[] {
  if (page === "home") return [...notices];
  return notices.filter((notice) => {
    if (/mean win rate/i.test(notice)) return false;
    const named = new Set(
      models
        .filter(({ name, displayName }) =>
          [name, displayName, name.replaceAll("/", "_")].some((text) => hasName(notice, text)),
        )
        .map(({ name }) => name),
    );
    const benchmarks = new Set(groups.filter(({ name }) => hasName(notice, `${name}:`)).map(({ name }) => name));
    return page.runs.some(
      (run) =>
        (named.size === 0 || named.has(run.model)) &&
        (benchmarks.size === 0 || benchmarks.has(run.benchmark)) &&
        (!/\bjudge/i.test(notice) || run.judges.length > 0) &&
        (!/not public/i.test(notice) || run.access !== "public") &&
        (!/published tables/i.test(notice) || run.origin === "table") &&
        (!/custom benchmarks/i.test(notice) || run.access === "local"),
    );
  });
}

/** Whether a text has a name that no letter, digit or hyphen continues, e.g. not "gpt-4o" in "gpt-4o-mini". */
function hasName(text: string, name: string): boolean {
  if (name === "") return false;
  for (let at = text.indexOf(name); at !== -1; at = text.indexOf(name, at + 1)) {
    const after = text.slice(at + name.length);
    const isEnd = name.endsWith(":") || !/^(?:[\p{L}\p{N}-]|\.\p{N})/u.test(after);
    if (isEnd && !/[\p{L}\p{N}_-]$/u.test(text.slice(0, at))) return true;
  }
  return false;
}
