import type { Site } from "../release/site.ts";
import { formatCount, plural } from "../text/format.ts";
import type { Fact } from "../text/facts.ts";
import { accessWords, profileWords, promptsText, suitesText } from "../text/words.ts";
import type { RankedView } from "./ranked-view.ts";

/** Where the numbers of a ranking come from: a line, and the same in detail. */
export interface Provenance {
  /** a phone leaves out the minor parts, so that the line is short */
  readonly line: readonly { readonly text: string; readonly isMinor: boolean }[];
  readonly facts: readonly Fact[];
}

const major = (text: string) => ({ text, isMinor: false });
const minor = (text: string) => ({ text, isMinor: true });

const ACCESS = ["public", "gated", "private", "local"] as const;

/** The heat table names the benchmarks of a larger release. */
const MOST_NAMED = 12;

/** @param sha256 of leaderboard.json */
export function provenance(site: Site, view: RankedView, sha256: string): Provenance {
  const { leaderboard } = site;
  const models = new Set([...view.rows, ...view.unranked].map(({ model }) => model)).size;
  const run = benchmarksOf(site, view);
  const byAccess = ACCESS.flatMap((access) => {
    const count = run.filter((name) => site.group(name)?.benchmark?.access === access).length;
    return count === 0 ? [] : [{ access, count }];
  });
  const wordings = view.wording === undefined ? (view.table.wordings ?? []) : [view.wording];
  const prompts = wordings.length === 0 ? "wording not recorded" : wordings.map(promptsText).join(", ");
  const own = site.benchmarks.length;
  const names = run.map((name) => site.group(name)?.displayName ?? name);
  const judges = [...new Set(leaderboard.runs.flatMap((one) => one.judges.map(({ name }) => name)))];
  const counts = byAccess.map(({ access, count }) => `${formatCount(count)} ${access}`).join(", ");
  return {
    line: [
      major(leaderboard.name),
      major(`profile ${leaderboard.profile}`),
      minor(`prompts: ${prompts.replace(/ \(.*\)/, " wording")}`),
      major(plural(models, "model")),
      ...(names.length === 1 ? [major(names[0] ?? "")] : []),
      minor(
        run.length === own ? plural(own, "benchmark") : `${formatCount(run.length)} of ${plural(own, "benchmark")}`,
      ),
      ...(counts === "" ? [] : [minor(counts)]),
      minor(`SHA-256 ${sha256.slice(0, 12)}`),
    ],
    facts: [
      [leaderboard.kind === "release" ? "Release" : "Suite", `${leaderboard.name}, ${leaderboard.date}`],
      ["Scoring profile", `${leaderboard.profile}: ${profileWords[leaderboard.profile]}`],
      ["Prompts", prompts],
      ...(names.length > 0 && names.length <= MOST_NAMED ? [["Benchmarks", names.join(", ")] satisfies Fact] : []),
      ["Runs", `${formatCount(leaderboard.runs.length)} from ${suitesText(leaderboard.suites)}`],
      ...byAccess.map(({ access, count }): Fact => [`${plural(count, "benchmark")}: ${access}`, accessWords[access]]),
      ...(judges.length === 0 ? [] : [["Judges of free text", judges.join(", ")] satisfies Fact]),
      ["SHA-256 of leaderboard.json", sha256],
      ...(leaderboard.kind === "release"
        ? [["Check all numbers again", `medhelm verify ${leaderboard.name}`] satisfies Fact]
        : []),
    ],
  };
}

/** The benchmarks of a ranking's table in which one of its models has a run. */
function benchmarksOf(site: Site, { table, rows, unranked }: RankedView): string[] {
  const own = [...rows, ...unranked].map(({ position }) => table.rows[position]);
  return [
    ...new Set(
      table.columns.flatMap(({ group }, column) =>
        own.some((row) => (row?.cells[column]?.runs.length ?? 0) > 0) ? [group] : [],
      ),
    ),
  ];
}
