import { leadersOf, leadersWithoutColumn, leadersWithoutRow } from "../../inference/leaders.ts";
import type { Leaderboard, Table } from "./leaderboard.ts";
import type { ScoreColumn } from "./mean-win-rate.ts";
import { rootTable } from "./root-table.ts";
import { averageOf } from "../exports/shown-statistics.ts";

/**
 * Says in sentences how much the scores of imported tables can show: they have no instances, and so no interval. The first place of the front
 * page's table is compared with the one without each model and each benchmark, and with the one by macro average.
 * @param leaderboard with its point estimates
 */
export function tableNotices(leaderboard: Leaderboard): string[] {
  const ofTables = leaderboard.runs.filter(({ origin }) => origin === "table");
  const suites = [...Map.groupBy(ofTables, ({ suite }) => suite)].map(
    ([suite, runs]) => `${suite} (${[...new Set(runs.flatMap(({ table }) => table?.file ?? []))].join(", ")})`,
  );
  if (suites.length === 0) return [];
  const root = rootTable(leaderboard);
  const slugs = new Set(ofTables.map(({ slug }) => slug));
  const families = [...Map.groupBy(root?.rows ?? [], ({ wording }) => wording).values()].filter((rows) =>
    rows.some(({ cells }) => cells.some(({ runs }) => runs.some((slug) => slugs.has(slug)))),
  );
  return [
    `The scores of these suites are those of published tables, without instances: ${suites.join("; ")}. They have no measurement interval, and nothing shows how new questions of the same benchmarks would change them; their ranks are those that remain possible with other benchmarks of the same kinds.`,
    ...families.flatMap((rows) => (root === undefined ? [] : leaderNotices(leaderboard, root, rows))),
  ];
}

type Row = Table["rows"][number];

function leaderNotices({ models }: Leaderboard, { columns }: Table, rows: readonly Row[]): string[] {
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
  const [macro] = rows.flatMap(({ macroAverage }) =>
    macroAverage === undefined || "undefinedBecause" in macroAverage ? [] : [macroAverage],
  );
  const averages = rows.map(({ macroAverage }) => averageOf(macroAverage));
  const best = Math.max(...averages.map((average) => average ?? Number.NEGATIVE_INFINITY));
  const byMacro = namesAt(
    names,
    averages.flatMap((average, row) => (average === best ? [row] : [])),
  );
  if (macro === undefined || byMacro === first) return [stability];
  return [
    stability,
    `Mean win rate and macro average name different leaders: ${first} (${rate}) and ${byMacro} (${best.toFixed(3)} over ${macro.count} benchmarks).`,
  ];
}

const namesAt = (names: readonly string[], rows: readonly number[]): string =>
  rows.map((row) => names[row] ?? "").join(" and ");
