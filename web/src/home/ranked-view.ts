import type { Leaderboard, Table } from "@medhelm/core/release/leaderboard/leaderboard";
import type { Question } from "@medhelm/core/release/statistics/ranking";
import { winRateBandOf } from "@medhelm/core/release/exports/shown-statistics";
import type { Site } from "../release/site.ts";
import type { Span } from "../text/numbers.ts";

type TableRow = Table["rows"][number];
export type Model = Leaderboard["models"][number];

export interface RankedRow {
  /** position in the table's rows */
  readonly position: number;
  readonly model: string;
  readonly name: string;
  /** without a date or a version in brackets where no other row has the same, for pictures and sentences */
  readonly short: string;
  readonly href: string | undefined;
  readonly maker: string;
  /** undefined: unknown */
  readonly isOpen: boolean | undefined;
  readonly parameters: number | undefined;
  readonly deployment: string | undefined;
  readonly isBaseline: boolean;
  /** the main number of the row; undefined without one */
  readonly value: number | undefined;
  /** with other benchmarks of the same kinds, too */
  readonly outer: Span | undefined;
  /** new questions of the same benchmarks */
  readonly inner: Span | undefined;
  readonly ranks: readonly [best: number, worst: number] | undefined;
  /** no other row is clearly better */
  readonly isLevel: boolean;
  /** rows that share a letter cannot be told apart */
  readonly letters: readonly string[];
  readonly winRate: number | undefined;
  /** number of columns with a value */
  readonly measured: number;
  /** whether a value is missing, or rests on less than 98 % of the instances */
  readonly isPartial: boolean;
  /** number of scored answers; undefined if it is unknown */
  readonly answers: number | undefined;
  /** US dollars for the model's own answers; undefined if it is unknown */
  readonly costUsd: number | undefined;
  readonly judgesUsd: number | undefined;
  readonly isOnFront: boolean;
  /** undefined for a row with ranks, and if the release has no tests */
  readonly notRankedBecause: string | undefined;
}

export interface RankedView {
  readonly table: Table;
  /** the wording of the rows' prompts */
  readonly wording: string | undefined;
  /** the rows with a place, in order: the level ones first as far as they lead without a gap */
  readonly rows: readonly RankedRow[];
  /** the rows without ranks where others have them */
  readonly unranked: readonly RankedRow[];
  /** how many of `rows` lead without a gap and are level at the top; 0 if nothing is tested */
  readonly levelCount: number;
  /** whether ranks rest on tests of the release */
  readonly isTested: boolean;
  /** the number that `value` is */
  readonly measure: "score" | "winRate";
  /** the number by which the rows are ordered: HELM's first number is the mean win rate */
  readonly order: "score" | "winRate";
  readonly columns: number;
}

/**
 * The rows of a table as a ranking, one view for each wording of the prompts, the one with the most values first. Rows of two
 * wordings are never ranked together.
 * @param onlyRun leaves out the rows without any run, which a table of some benchmarks of the release has
 */
export function rankedViews(site: Site, table: Table, { onlyRun = false } = {}): RankedView[] {
  const kept = [...table.rows.entries()].filter(
    ([, { cells }]) => !onlyRun || cells.some(({ runs }) => runs.length > 0),
  );
  return [...Map.groupBy(kept, ([, row]) => row.wording)]
    .map(([wording, rows]) => ({
      wording,
      rows,
      values: rows.reduce((sum, [, row]) => sum + measuredIn(row.cells), 0),
    }))
    .toSorted((a, b) => b.values - a.values)
    .map(({ wording, rows }) => rankedView(site, table, wording, rows));
}

function rankedView(
  site: Site,
  table: Table,
  wording: string | undefined,
  own: (readonly [number, TableRow])[],
): RankedView {
  const models = new Map(site.leaderboard.models.map((model) => [model.name, model]));
  const measure = own.some(([, row]) => scoreOf(row) !== undefined) ? "score" : "winRate";
  const order = measure === "winRate" || site.leaderboard.profile === "helm" ? "winRate" : "score";
  const several = new Set(own.map(([, row]) => row.model)).size < own.length;
  const columns = columnsOf(own);
  const short = shortNames(new Set(own.map(([, row]) => site.modelName(row.model))));
  const all = own
    .map(([position, row]) =>
      rankedRow(site, models.get(row.model), row, {
        position,
        measure,
        columns,
        several,
        short,
        question: table.inference?.headline,
      }),
    )
    .toSorted(
      (a, b) =>
        descending(key(a, order), key(b, order)) || descending(a.value, b.value) || a.name.localeCompare(b.name, "en"),
    );
  const isTested = all.some(({ ranks }) => ranks !== undefined);
  const rows = isTested ? all.filter(({ ranks }) => ranks !== undefined) : all;
  const gap = rows.findIndex(({ isLevel }) => !isLevel);
  return {
    table,
    wording,
    rows,
    unranked: isTested ? all.filter(({ ranks }) => ranks === undefined) : [],
    levelCount: isTested ? (gap === -1 ? rows.length : gap) : 0,
    isTested,
    measure,
    order,
    columns,
  };
}

const key = (row: RankedRow, order: RankedView["order"]) => (order === "winRate" ? row.winRate : row.value);

/** An unknown value is last. */
const descending = (a: number | undefined, b: number | undefined) =>
  (b ?? Number.NEGATIVE_INFINITY) === (a ?? Number.NEGATIVE_INFINITY)
    ? 0
    : (b ?? Number.NEGATIVE_INFINITY) - (a ?? Number.NEGATIVE_INFINITY);

/** Number of columns in which any of the rows has a run. */
const columnsOf = (rows: (readonly [number, TableRow])[]): number =>
  new Set(rows.flatMap(([, { cells }]) => cells.flatMap(({ runs }, column) => (runs.length > 0 ? [column] : [])))).size;

const measuredIn = (cells: TableRow["cells"]): number => cells.filter(({ value }) => value !== null).length;

/** The value that the tests compare, or the macro average of a row that is not compared. */
function scoreOf({ ranking, macroAverage }: TableRow): number | undefined {
  if (ranking !== undefined && "value" in ranking) return ranking.value;
  return macroAverage !== undefined && "value" in macroAverage ? macroAverage.value : undefined;
}

interface RowContext {
  readonly position: number;
  readonly measure: RankedView["measure"];
  readonly columns: number;
  readonly several: boolean;
  readonly short: ReadonlyMap<string, string>;
  readonly question: Question | undefined;
}

function rankedRow(site: Site, model: Model | undefined, row: TableRow, context: RowContext): RankedRow {
  const { position, columns, several } = context;
  const name = site.modelName(row.model);
  const measured = measuredIn(row.cells);
  return {
    position,
    model: row.model,
    name,
    short: context.short.get(name) ?? name,
    href: site.link.model(row.model),
    maker: model?.organization ?? "",
    isOpen: openness(model?.access),
    parameters: model?.parameters,
    deployment: several && row.modelDeployment !== row.model ? row.modelDeployment : undefined,
    isBaseline: site.isBaseline(row.model),
    winRate: row.meanWinRate ?? undefined,
    measured,
    isPartial: measured < columns || row.cells.some(({ state }) => state === "incomplete" || state === "not-ranked"),
    answers: answersOf(row),
    costUsd: row.costs?.candidateUsd,
    judgesUsd: row.costs?.judgesUsd,
    isOnFront: row.costs?.isOnParetoFront === true,
    ...valueOf(row, context.measure),
    ...placeOf(row, context.question),
  };
}

type Value = Pick<RankedRow, "value" | "outer" | "inner">;

function valueOf(row: TableRow, measure: RankedView["measure"]): Value {
  if (measure === "winRate")
    return { value: row.meanWinRate ?? undefined, outer: undefined, inner: winRateBandOf(row) };
  const ranking = comparedOf(row);
  return {
    value: scoreOf(row),
    outer: ranking?.otherBenchmarks?.interval,
    inner: innerOf(row, ranking?.sameBenchmarks?.interval),
  };
}

const comparedOf = ({ ranking }: TableRow) => (ranking !== undefined && "value" in ranking ? ranking : undefined);

type Place = Pick<RankedRow, "ranks" | "isLevel" | "letters" | "notRankedBecause">;

/** The tests of the other question answer where those of the headline are undefined, as for imported tables and for one benchmark. */
function placeOf(row: TableRow, question: Question | undefined): Place {
  const ranking = comparedOf(row);
  const [same, other] = [ranking?.sameBenchmarks, ranking?.otherBenchmarks];
  const answer = question === "sameBenchmarks" ? (same ?? other) : (other ?? same);
  return {
    ranks: answer?.rankSet,
    isLevel: answer?.mayBeBest === true,
    letters: answer?.letters ?? [],
    notRankedBecause:
      row.ranking !== undefined && "notRankedBecause" in row.ranking ? row.ranking.notRankedBecause : undefined,
  };
}

/** For a single benchmark the interval is the cell's, if the row's value is the cell's. */
function innerOf(row: TableRow, interval: Span | undefined): Span | undefined {
  if (interval !== undefined) return interval;
  const [cell] = row.cells;
  const own = row.cells.length === 1 ? cell?.interval : undefined;
  return own !== undefined && "low" in own && cell?.value === scoreOf(row)
    ? { low: own.low, high: own.high }
    : undefined;
}

/** Undefined if a run does not have its number of answers, as in an imported table. */
function answersOf({ cells }: TableRow): number | undefined {
  const run = cells.filter(({ runs }) => runs.length > 0);
  if (run.length === 0 || run.some(({ instances }) => instances === 0)) return undefined;
  return run.reduce((sum, { scored, instances }) => sum + (scored ?? instances), 0);
}

/** HELM's words for how a model is available. Undefined: unknown. */
const openness = (access: string | undefined): boolean | undefined =>
  access === "open" ? true : access === "limited" || access === "closed" ? false : undefined;

/** "GPT-4o (2024-05-13)" -> "GPT-4o". Names that would become equal stay whole. */
function shortNames(names: ReadonlySet<string>): Map<string, string> {
  const same = Map.groupBy(names, withoutBrackets);
  return new Map(
    [...names].map((name) => [name, same.get(withoutBrackets(name))?.length === 1 ? withoutBrackets(name) : name]),
  );
}

const withoutBrackets = (name: string): string => name.replace(/\s*\([^()]*\)$/u, "") || name;
