import { leadersOf, leadersWithoutColumn, leadersWithoutRow } from "../inference/leaders.ts";
import type { MainRange } from "../run/main-range.ts";
import type { Leaderboard, Table } from "./leaderboard.ts";
import type { ScoreColumn } from "./mean-win-rate.ts";

/**
 * Says in sentences how much the scores of imported tables can show: they have no instances, and so no interval. The first place of the front
 * page's table is compared with the one without each model and each benchmark, and with the one by macro average.
 */
export function tableNotices(leaderboard: Leaderboard): string[] {
  const ofTables = leaderboard.runs.filter(({ origin }) => origin === "table");
  const suites = [...Map.groupBy(ofTables, ({ suite }) => suite)].map(
    ([suite, runs]) => `${suite} (${[...new Set(runs.flatMap(({ table }) => table?.file ?? []))].join(", ")})`,
  );
  if (suites.length === 0) return [];
  const root = leaderboard.tables.find(({ group }) => group === leaderboard.rootGroup);
  const slugs = new Set(ofTables.map(({ slug }) => slug));
  const families = [...Map.groupBy(root?.rows ?? [], ({ wording }) => wording).values()].filter((rows) =>
    rows.some(({ cells }) => cells.some(({ runs }) => runs.some((slug) => slugs.has(slug)))),
  );
  return [
    `The scores of these suites are those of published tables, without instances: ${suites.join("; ")}. They have no measurement interval, and no test compares them.`,
    ...families.flatMap((rows) => (root === undefined ? [] : leaderNotices(leaderboard, root, rows))),
  ];
}

type Row = Table["rows"][number];

function leaderNotices({ models, runs }: Leaderboard, { columns }: Table, rows: readonly Row[]): string[] {
  const displayNames = new Map(models.map(({ name, displayName }) => [name, displayName]));
  const names = rows.map(({ model }) => displayNames.get(model) ?? model);
  const scores = columns.map(
    ({ lowerIsBetter }, column): ScoreColumn => ({
      lowerIsBetter,
      values: rows.map(({ cells }) => cells[column]?.value ?? null),
    }),
  );
  const leaders = leadersOf(scores, rows.length);
  if (leaders === undefined) return [];
  const [first, rate] = [namesAt(names, leaders.first), leaders.meanWinRate.toFixed(3)];
  const without = [
    ...leadersWithoutRow(scores, rows.length).map((others, row) => ({
      kind: "models",
      left: leaders.first.includes(row) ? undefined : names[row],
      leader: others && namesAt(names, others.first),
    })),
    ...leadersWithoutColumn(scores, rows.length).map((others, column) => ({
      kind: "benchmarks",
      left: columns[column]?.groupDisplayName,
      leader: others && namesAt(names, others.first),
    })),
  ].filter(({ left, leader }) => left !== undefined && leader !== undefined && leader !== first);
  const changes = [...Map.groupBy(without, ({ leader }) => leader)].map(([leader, same]) => {
    const kinds = [...Map.groupBy(same, ({ kind }) => kind)];
    const left = kinds.map(([kind, of]) => `one of the ${kind} ${of.map((item) => item.left).join(", ")}`);
    return `${leader} if ${left.join(" or ")} is left out`;
  });
  const stability =
    changes.length === 0
      ? `First by mean win rate is ${first} (${rate}), also if any one of the other models or of the benchmarks is left out.`
      : `First by mean win rate is ${first} (${rate}), but ${changes.join("; ")}.`;
  const ranges = new Map(runs.flatMap(({ benchmark, mainRange }) => (mainRange ? [[benchmark, mainRange]] : [])));
  const macro = firstByMacroAverage(
    scores,
    columns.map(({ group }) => ranges.get(group)),
    rows.length,
  );
  const byMacro = macro && namesAt(names, macro.first);
  return [
    stability,
    ...(macro === undefined || byMacro === undefined || byMacro === first
      ? []
      : [
          `Mean win rate and macro average name different leaders: ${first} (${rate}) and ${byMacro} (${macro.average.toFixed(3)} over ${macro.columns} benchmarks).`,
        ]),
  ];
}

const namesAt = (names: readonly string[], rows: readonly number[]): string =>
  rows.map((row) => names[row] ?? "").join(" and ");

/** The rows with the highest mean of the scores rescaled to 0..1, over the columns in which all rows have a score; undefined without such a column. */
function firstByMacroAverage(
  columns: readonly ScoreColumn[],
  ranges: readonly (MainRange | undefined)[],
  rowCount: number,
): { readonly first: readonly number[]; readonly average: number; readonly columns: number } | undefined {
  const rescaled = columns.flatMap(({ lowerIsBetter, values }, column) => {
    const range = ranges[column];
    if (range === undefined || lowerIsBetter === null) return [];
    const shares = values.flatMap((value) => (value === null ? [] : (value - range.min) / (range.max - range.min)));
    return shares.length < values.length ? [] : [shares.map((share) => (lowerIsBetter ? 1 - share : share))];
  });
  if (rescaled.length === 0) return undefined;
  const averages = Array.from(
    { length: rowCount },
    (_, row) => rescaled.reduce((sum, shares) => sum + (shares[row] ?? 0), 0) / rescaled.length,
  );
  const average = Math.max(...averages);
  return {
    first: averages.flatMap((value, row) => (value === average ? [row] : [])),
    average,
    columns: rescaled.length,
  };
}
