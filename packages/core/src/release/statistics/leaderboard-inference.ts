import type { Answer } from "../../inference/infer-table.ts";
import { SAMPLING } from "../../inference/sampling.ts";
import type { TaskCall } from "../../inference/tasks.ts";
import { winRateBand } from "../../inference/win-rate-band.ts";
import type { Interval } from "../../statistics/interval.ts";
import type { Undefined } from "../../statistics/undefined.ts";
import { cellKey, columnKey, isAverage } from "./column-scores.ts";
import { exploratoryOf } from "./exploratory.ts";
import { type ColumnsInput, type Inferred, inferColumns } from "./inferred-columns.ts";
import { inferredTable } from "./inferred-table.ts";
import type { Leaderboard, Table } from "../leaderboard/leaderboard.ts";
import { stabilityOf } from "./stability.ts";
import { familiesOf, type WordedFamily } from "./worded-families.ts";

export interface InferenceInput extends ColumnsInput {
  readonly leaderboard: Leaderboard;
}

/** Adds to each table the conclusions from the scores of its instances. */
export async function withInference({ leaderboard, partsOf, map, unitOf }: InferenceInput): Promise<Leaderboard> {
  const columns = await inferColumns(leaderboard, { partsOf, map, ...(unitOf === undefined ? {} : { unitOf }) });
  const tables = leaderboard.tables.map((table) => ({ table, families: familiesOf(leaderboard, table, columns) }));
  const answers = tables.flatMap(({ families }) => families.flatMap(({ family }) => answersOf(family)));
  const toTest = answers.flatMap((answer) => ("replicated" in answer ? [answer] : []));
  const results = await map(testsOf(toTest));
  const bands = tables.map(({ table, families }) =>
    isAverage(leaderboard, table.group) ? families.flatMap((family) => bandsOf(table, family)) : [],
  );
  const tested = new Map(toTest.map((answer, i) => [answer, results[i] ?? new Float64Array()]));
  return {
    ...leaderboard,
    tables: tables.map(({ table, families }, i) =>
      withExploratory(
        leaderboard,
        withStability(
          leaderboard,
          withBands(inferredTable(leaderboard, table, families, columns, tested), bands[i] ?? []),
          columns,
        ),
        columns,
      ),
    ),
  };
}

/** Makes the input of a test when a thread is free for it. */
function* testsOf(answers: readonly Extract<Answer, { replicated: unknown }>[]): Generator<TaskCall> {
  for (const { replicated } of answers) yield { task: "testPairs", input: replicated() };
}

function withStability(leaderboard: Leaderboard, table: Table, columns: ReadonlyMap<string, Inferred>): Table {
  const stability = stabilityOf(leaderboard, table, (cell, column) =>
    columns.get(columnKey(column))?.otherwise.get(cellKey(cell)),
  );
  return stability.length === 0 ? table : { ...table, stability };
}

function withExploratory(leaderboard: Leaderboard, table: Table, columns: ReadonlyMap<string, Inferred>): Table {
  const tests = new Map([...columns].map(([key, column]) => [key, column.tests]));
  const exploratory = exploratoryOf(leaderboard, table, tests);
  return exploratory === undefined ? table : { ...table, exploratory };
}

type Band = Interval | Undefined;

/** The bands of a family's win rates; none if a value rests on unknown instances, because it would not vary. */
function bandsOf({ rows: all }: Table, { rows, cells, inferred }: WordedFamily): (readonly [number, Band])[] {
  const columns = inferred.map(({ replicated, items }, place) => {
    const present = [...rows.keys()].filter((row) => cells[row]?.[place]?.value !== undefined);
    const models = present.flatMap((row) => cells[row]?.[place]?.model ?? []);
    const isKnown = present.length < 2 || models.length === present.length;
    return {
      isKnown,
      rows: present,
      models,
      width: items?.models.length ?? 0,
      replicates: replicated?.replicates ?? new Float64Array(),
    };
  });
  if (!columns.every(({ isKnown }) => isKnown)) return [];
  const rates = rows.map((row) => all[row]?.meanWinRate ?? null);
  const found = winRateBand(rates, columns, SAMPLING.replicates);
  return rows.flatMap((row, position) => {
    const band = found[position];
    return band === undefined ? [] : [[row, band] as const];
  });
}

function withBands(table: Table, bands: readonly (readonly [number, Band])[]): Table {
  const byRow = new Map(bands);
  return {
    ...table,
    rows: table.rows.map((row, position) => {
      const band = byRow.get(position);
      return band === undefined ? row : { ...row, winRateBand: band };
    }),
  };
}

const answersOf = (family: WordedFamily["family"]): Answer[] =>
  "undefinedBecause" in family
    ? []
    : [family.sameBenchmarks, ...(family.otherBenchmarks === undefined ? [] : [family.otherBenchmarks])];
