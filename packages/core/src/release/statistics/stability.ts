import { type Leaders, leadersOf, leadersWithoutColumn, leadersWithoutRow } from "../../inference/leaders.ts";
import { isAverage, isRanking } from "./column-scores.ts";
import type { Cell, Leaderboard, Table } from "../leaderboard/leaderboard.ts";
import type { ScoreColumn } from "../leaderboard/mean-win-rate.ts";
import { otherThan } from "../profile-names.ts";
import type { FirstPlace, Stability } from "./ranking.ts";

/** The names of the rules under which a run has another value (PartScores.otherwise). */
export const withoutJudge = (judge: string): string => `judge ${judge}`;
export const underProfile = (profile: string): string => `profile ${profile}`;

/** The values of a cell under other rules. */
type Otherwise = (cell: Cell, column: Table["columns"][number]) => ReadonlyMap<string, number> | undefined;

/** Finds the first places of a table that compares benchmarks, one for each wording with at least two rows. */
export function stabilityOf(leaderboard: Leaderboard, table: Table, otherwise: Otherwise): Stability[] {
  if (!isAverage(leaderboard, table.group)) return [];
  const places = table.columns.flatMap((column, place) =>
    isRanking(leaderboard, table.group, column, place) ? [{ column, place }] : [],
  );
  const kinds = Map.groupBy(table.rows.keys(), (row) => table.rows[row]?.wording);
  return [...kinds].flatMap(([wording, rows]) => {
    const of = (valueOf: (cell: Cell, column: Table["columns"][number]) => number | null): ScoreColumn[] =>
      places.map(({ column, place }) => ({
        lowerIsBetter: column.lowerIsBetter,
        values: rows.map((row) => {
          const cell = table.rows[row]?.cells[place];
          return cell === undefined ? null : valueOf(cell, column);
        }),
      }));
    const columns = of(({ value }) => value);
    const named = (leaders: Leaders | undefined): FirstPlace[] =>
      leaders === undefined
        ? []
        : [{ first: leaders.first.flatMap((row) => rows[row] ?? []), meanWinRate: leaders.meanWinRate }];
    const [own] = named(leadersOf(columns, rows.length));
    if (own === undefined) return [];
    const under = (rule: string): FirstPlace[] =>
      named(
        leadersOf(
          of((cell, column) => otherwise(cell, column)?.get(rule) ?? cell.value),
          rows.length,
        ),
      );
    const rules = rows.map((row) =>
      places.map(({ column, place }) => {
        const cell = table.rows[row]?.cells[place];
        return cell === undefined || cell.value === null ? undefined : (otherwise(cell, column) ?? new Map());
      }),
    );
    return [
      {
        ...(wording === undefined ? {} : { wording }),
        ...own,
        withoutBenchmark: leadersWithoutColumn(columns, rows.length).flatMap((leaders, i) =>
          named(leaders).map((first) => ({ group: places[i]?.column.group ?? "", ...first })),
        ),
        withoutModel: leadersWithoutRow(columns, rows.length).flatMap((leaders, i) =>
          named(leaders).map((first) => ({ row: rows[i] ?? 0, ...first })),
        ),
        ...judgesOf(rules.flat(), under),
        ...profileOf(leaderboard, rules.flat(), under),
      },
    ];
  });
}

type Rules = readonly (ReadonlyMap<string, number> | undefined)[];
type Under = (rule: string) => FirstPlace[];

function judgesOf(rules: Rules, under: Under): Pick<Stability, "withoutJudge"> {
  const prefix = withoutJudge("");
  const names = [...new Set(rules.flatMap((rule) => [...(rule?.keys() ?? [])]))].filter((name) =>
    name.startsWith(prefix),
  );
  const found = names.flatMap((name) => under(name).map((first) => ({ judge: name.slice(prefix.length), ...first })));
  return found.length === 0 ? {} : { withoutJudge: found };
}

/** Each value needs one under the other profile, because values of two profiles are not compared. */
function profileOf({ profile }: Leaderboard, rules: Rules, under: Under): Pick<Stability, "otherProfile"> {
  const other = otherThan(profile);
  const rule = underProfile(other);
  if (!rules.every((known) => known === undefined || known.has(rule))) return {};
  const [first] = under(rule);
  return first === undefined ? {} : { otherProfile: { profile: other, ...first } };
}
