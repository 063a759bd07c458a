import { counted } from "../../text/counted.ts";
import type { Leaderboard, Table } from "./leaderboard.ts";
import { rootTable } from "./root-table.ts";
import { rankText } from "../exports/shown-statistics.ts";
import type { Question, Stability } from "../statistics/ranking.ts";

const QUESTIONS: Readonly<Record<Question, string>> = {
  sameBenchmarks: "for new questions of the same benchmarks",
  otherBenchmarks: "for other benchmarks of the same kinds, too",
};
const MAX_ROWS = 20;
const MAX_OUTSIDE = 10;

/**
 * Describes the rank sets of the root table, the benchmarks, models and judges on which its first place depends, and what the table leaves out. Each
 * sentence has a line.
 */
export function rankingText(leaderboard: Pick<Leaderboard, "tables" | "runs" | "rootGroup">): string[] {
  const table = rootTable(leaderboard);
  if (table === undefined) return [];
  return [...rankLines(table), ...outsideLines(leaderboard, table)];
}

/** Names the benchmarks and models that have results and no place in the root table. Otherwise a user misses a demo or an own benchmark. */
function outsideLines({ tables, runs }: Pick<Leaderboard, "tables" | "runs">, table: Table): string[] {
  const shown = new Set([
    ...table.columns.map(({ group }) => group),
    ...table.rows.map(({ modelDeployment }) => modelDeployment),
  ]);
  const known = [
    ...tables.flatMap(({ columns }) => columns.map(({ group }) => group)),
    ...runs.map(({ modelDeployment }) => modelDeployment),
  ];
  const outside = [...new Set(known.filter((name) => !shown.has(name)))];
  if (outside.length === 0) return [];
  const names = outside.slice(0, MAX_OUTSIDE).join(", ");
  const more = outside.length > MAX_OUTSIDE ? ` and ${outside.length - MAX_OUTSIDE} more` : "";
  return [`not in the table of ${table.title}: ${names}${more}; the site shows them`];
}

function rankLines(table: Table): string[] {
  const { inference } = table;
  if (inference === undefined) return [];
  const families = inference.families.flatMap((family): string[] => {
    const of = family.wording === undefined ? "" : ` (prompts: ${family.wording})`;
    const answer = family[inference.headline] ?? family.sameBenchmarks;
    const isUndefined = "undefinedBecause" in answer;
    const why = isUndefined ? answer.undefinedBecause : "";
    if (isUndefined && "undefinedBecause" in family.sameBenchmarks) return [`ranks${of}: undefined, because ${why}`];
    // one benchmark has no ranks for others, and still has ranks for new questions
    const question = isUndefined ? "sameBenchmarks" : inference.headline;
    const count = family.columns.length;
    const rows = family.rows.map((row) => ({ name: nameOf(table, row), set: rankSetOf(table, row, question) }));
    const ordered = rows.toSorted((a, b) => a.set[0] - b.set[0] || a.set[1] - b.set[1]);
    return [
      ...(isUndefined ? [`ranks${of} ${QUESTIONS[inference.headline]}: undefined, because ${why}`] : []),
      `ranks${of} ${QUESTIONS[question]}, by the average of ${counted(count, "benchmark")}:`,
      ...ordered.slice(0, MAX_ROWS).map(({ name, set }) => `  rank ${rankText({ ranks: set })}  ${name}`),
      ...(ordered.length > MAX_ROWS ? [`  and ${ordered.length - MAX_ROWS} more models`] : []),
    ];
  });
  const left = table.rows.flatMap(({ ranking }, row) =>
    ranking !== undefined && "notRankedBecause" in ranking && isWithOthers(table, row)
      ? [`  not ranked: ${nameOf(table, row)}, because ${ranking.notRankedBecause}`]
      : [],
  );
  return [...families, ...left, ...(table.stability ?? []).flatMap((stability) => stabilityText(table, stability))];
}

/** Whether the row's wording has ranked rows. Without them, the family's line has said why. */
const isWithOthers = ({ rows, inference }: Table, row: number): boolean =>
  inference?.families.find(({ wording }) => wording === rows[row]?.wording)?.rows.length !== 0;

const nameOf = ({ rows }: Table, row: number): string => rows[row]?.modelDeployment ?? "";

function rankSetOf({ rows }: Table, row: number, headline: Question): readonly [number, number] {
  const ranking = rows[row]?.ranking;
  if (ranking === undefined || "notRankedBecause" in ranking) return [0, 0];
  return (ranking[headline] ?? ranking.sameBenchmarks)?.rankSet ?? [0, 0];
}

function stabilityText(table: Table, stability: Stability): string[] {
  const { first, withoutBenchmark, withoutModel, withoutJudge = [], otherProfile } = stability;
  const names = (rows: readonly number[]): string => rows.map((row) => nameOf(table, row)).join(" and ");
  const isChange = (rows: readonly number[]): boolean => names(rows) !== names(first);
  const changes = [
    ...withoutBenchmark.map((other) => ({ without: other.group, rows: other.first })),
    ...withoutModel
      .filter(({ row }) => !first.includes(row))
      .map((other) => ({ without: nameOf(table, other.row), rows: other.first })),
    ...withoutJudge.map((other) => ({ without: `the judge ${other.judge}`, rows: other.first })),
  ].filter(({ rows }) => isChange(rows));
  const byLeader = [...Map.groupBy(changes, ({ rows }) => names(rows))].map(
    ([leader, of]) => `${leader} without ${of.map(({ without }) => without).join(", or ")}`,
  );
  const under =
    otherProfile !== undefined && isChange(otherProfile.first)
      ? [`${names(otherProfile.first)} under profile ${otherProfile.profile}`]
      : [];
  const all = [...byLeader, ...under];
  return [`first by mean win rate: ${names(first)}${all.length === 0 ? "" : `; but ${all.join("; ")}`}`];
}
