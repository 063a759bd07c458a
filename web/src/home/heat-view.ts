import type { Leaderboard, Table } from "@medhelm/core/release/leaderboard/leaderboard";
import type { HeatCell, HeatGroup, HeatModel, Tone } from "../charts/heat-map.ts";
import type { Site } from "../release/site.ts";
import { median } from "../text/numbers.ts";
import type { RankedView } from "./ranked-view.ts";
import { taskOf } from "./tasks.ts";

type Cell = Table["rows"][number]["cells"][number];

export interface HeatView {
  readonly heading: string;
  readonly models: readonly HeatModel[];
  readonly groups: readonly HeatGroup[];
  /** whether any cell has an interval: without one nothing can be told apart */
  readonly hasIntervals: boolean;
}

/** A difference of more than this share of the scale is far. */
export const FAR = 0.1;

/**
 * The cells of a ranking by category. A cell has a colour if its interval and that of the column's middle model separate the two; the number is
 * in the metric's own scale.
 */
export function heatView(site: Site, view: RankedView): HeatView {
  const { table } = view;
  const ranked = [...view.rows, ...view.unranked];
  const rows = ranked.map(({ position }) => table.rows[position]);
  const ranges = rangesOf(site.leaderboard);
  const columns = table.columns.flatMap((column, index) => {
    const cells = rows.map((row) => row?.cells[index]);
    if (cells.every((cell) => cell === undefined || cell.runs.length === 0)) return [];
    const access = site.group(column.group)?.benchmark?.access;
    const scale = ranges.get(column.group);
    const middle = middleOf(cells);
    const count = commonCount(cells);
    return [
      {
        column,
        index,
        count,
        category: site.categoryOf(column.group),
        cells: cells.map((cell) =>
          heatCell(cell, { access, scale, middle, count, lowerIsBetter: column.lowerIsBetter === true }),
        ),
        values: cells.flatMap((cell) => cell?.value ?? []),
      },
    ];
  });
  const groups = [...Map.groupBy(columns, ({ category }) => category)].map(
    ([category, own]): HeatGroup => ({
      id: category === undefined ? "other" : site.groupSlug(category.name),
      name: category === undefined ? table.title : taskOf(category).name,
      columns: own.map(({ column, count }) => ({
        name: column.groupDisplayName,
        href: site.link.group(column.group),
        hasFault: (site.group(column.group)?.benchmark?.knownFaults?.length ?? 0) > 0,
        ...(count === undefined ? {} : { count: shortCount(count) }),
      })),
      positions: own.map(({ index }) => index),
      cells: ranked.map((_, row) => own.map(({ cells }) => cells[row] ?? { none: "not-run" })),
    }),
  );
  return {
    heading: heading(
      columns.map(({ column, values }) => ({ name: column.groupDisplayName, values, scale: ranges.get(column.group) })),
    ),
    models: ranked.map(({ name, isLevel }) => ({ name, level: isLevel })),
    groups,
    hasIntervals: rows.some((row) => row?.cells.some(({ interval }) => interval !== undefined && "low" in interval)),
  };
}

/** Whether the tables of a wide screen fit next to each other, so that only the first one needs the names of the models. */
export function isInLine(groups: readonly HeatGroup[]): boolean {
  const [name, column, character, gap, screen] = [11.5, 1.75, 0.46, 0.75, 81];
  const widths = groups.map(({ columns, name: caption }) =>
    Math.max(columns.length * column, caption.length * character),
  );
  return name + widths.reduce((sum, width) => sum + width + gap, 0) <= screen;
}

/** On a phone a part of a task fits next to the names of the models. */
const MOST_COLUMNS = 6;

/** A choice of the heat table on a phone: a task, or a part of one with many benchmarks. */
export interface HeatChoice {
  /** the id of the task, and "~FIRST~LAST" with the places of a part's columns from 0 */
  readonly value: string;
  readonly label: string;
}

/** The choices of a phone in the order of the tables. A task of more columns than fit is divided into equal parts. */
export function heatChoices(groups: readonly Pick<HeatGroup, "id" | "name" | "columns">[]): HeatChoice[] {
  return groups.flatMap(({ id, name, columns }) => {
    const parts = Math.ceil(columns.length / MOST_COLUMNS);
    if (parts < 2) return [{ value: id, label: `${name} (${columns.length})` }];
    return Array.from({ length: parts }, (_, part) => {
      const first = Math.ceil((part * columns.length) / parts);
      const last = Math.ceil(((part + 1) * columns.length) / parts) - 1;
      const names = [columns[first], columns[last]].map((column) => column?.name ?? "");
      return { value: `${id}~${first}~${last}`, label: `${name}: ${names.join(" to ")} (${last - first + 1})` };
    });
  });
}

interface Scale {
  readonly min: number;
  readonly max: number;
}

/** The scale of each benchmark's main metric; only of those whose runs all have the same one. */
function rangesOf({ runs }: Leaderboard): Map<string, Scale | undefined> {
  const ranges = new Map<string, Scale | undefined>();
  for (const { benchmark, mainRange } of runs) {
    const known = ranges.get(benchmark);
    const isSame = known?.min === mainRange?.min && known?.max === mainRange?.max;
    ranges.set(benchmark, !ranges.has(benchmark) || isSame ? mainRange : undefined);
  }
  return ranges;
}

interface Middle {
  readonly value: number;
  /** half of the width of its interval; undefined if it is unknown */
  readonly half: number | undefined;
}

/** The median of a column, with the interval of the model (or the two models) that it comes from. */
function middleOf(cells: readonly (Cell | undefined)[]): Middle | undefined {
  const known = cells
    .flatMap((cell) => (cell === undefined || cell.value === null ? [] : [{ value: cell.value, half: halfOf(cell) }]))
    .toSorted((a, b) => a.value - b.value);
  const value = median(known.map((cell) => cell.value));
  const low = known[(known.length - 1) >> 1];
  const high = known[known.length >> 1];
  if (value === undefined || low === undefined || high === undefined) return undefined;
  if (low.half === undefined || high.half === undefined) return { value, half: undefined };
  return { value, half: low === high ? low.half : Math.hypot(low.half, high.half) / 2 };
}

function halfOf({ interval }: Cell): number | undefined {
  return interval !== undefined && "low" in interval ? (interval.high - interval.low) / 2 : undefined;
}

interface CellContext {
  readonly access: string | undefined;
  readonly scale: Scale | undefined;
  readonly middle: Middle | undefined;
  /** of most cells of the column */
  readonly count: number | undefined;
  readonly lowerIsBetter: boolean;
}

function heatCell(cell: Cell | undefined, { access, scale, middle, count, lowerIsBetter }: CellContext): HeatCell {
  if (cell === undefined || cell.runs.length === 0) return { none: access === "private" ? "private" : "not-run" };
  if (cell.value === null) return { none: cell.state === "unscored" || isUnjudged(cell) ? "unscored" : "unknown" };
  const tone = toneOf(cell.value, halfOf(cell), { middle, scale, lowerIsBetter });
  const own = ownCount(cell, count);
  return { text: shortNumber(cell.value), tone, ...(own === undefined ? {} : { count: own }) };
}

/** The number of answers behind a value; undefined: unknown, as in an imported table. */
const countOf = ({ scored, instances }: Cell): number | undefined => scored ?? (instances > 0 ? instances : undefined);

/** The number of answers of most cells that have a value, and the larger one in a tie. */
function commonCount(cells: readonly (Cell | undefined)[]): number | undefined {
  const known = cells.flatMap((cell) => (cell === undefined || cell.value === null ? [] : (countOf(cell) ?? [])));
  const [first] = [...Map.groupBy(known, (count) => count)].toSorted(
    ([a, as], [b, bs]) => bs.length - as.length || b - a,
  );
  return first?.[0];
}

/** A cell's text about its own answers: the share with a score if some have none, or their number if it differs from the column's. */
function ownCount(cell: Cell, common: number | undefined): string | undefined {
  const count = countOf(cell);
  if (count === common) return cell.instances > (count ?? 0) ? share(cell) : undefined;
  if (count === undefined) return "n …";
  return count < cell.instances ? share(cell) : shortCount(count);
}

/** Rounded down, so that less than all is never 100 %. */
const share = ({ scored = 0, instances }: Cell): string => `${Math.floor((100 * scored) / instances)} %`;

/** A number of answers in the width of a narrow cell: "40", "1273", "12k". */
const shortCount = (count: number): string => (count < 10_000 ? `${count}` : `${Math.floor(count / 1000)}k`);

const isUnjudged = ({ verdictsAsked = 0, verdictsScored }: Cell): boolean => verdictsAsked > 0 && verdictsScored === 0;

function toneOf(
  value: number,
  half: number | undefined,
  { middle, scale, lowerIsBetter }: Pick<CellContext, "middle" | "scale" | "lowerIsBetter">,
): Tone {
  if (middle?.half === undefined || half === undefined) return 0;
  const difference = lowerIsBetter ? middle.value - value : value - middle.value;
  if (Math.abs(difference) <= Math.hypot(half, middle.half)) return 0;
  const isFar = scale !== undefined && Math.abs(difference) > FAR * (scale.max - scale.min);
  return difference > 0 ? (isFar ? 2 : 1) : isFar ? -2 : -1;
}

/** A value in the width of a narrow cell: ".77", "1", "4.5", "18.2", "188". Zero is "0". */
export function shortNumber(value: number): string {
  if (value === 0) return "0";
  const size = Math.abs(value);
  const sign = value < 0 ? "−" : "";
  if (size < 0.005) return `${sign}.00`;
  if (size < 0.995) return `${sign}${size.toFixed(2).slice(1)}`;
  const text = size.toFixed(size < 99.95 ? 1 : 0);
  return `${sign}${size <= 1 ? "1" : text}`;
}

/** The benchmark whose values spread most, and the one with the lowest highest value, of those from 0 to 1. */
function heading(columns: readonly { name: string; values: readonly number[]; scale: Scale | undefined }[]): string {
  const comparable = columns
    .filter(({ values, scale }) => values.length > 1 && scale !== undefined && scale.max > scale.min)
    .map(({ name, values, scale }) => ({
      name,
      width: (Math.max(...values) - Math.min(...values)) / ((scale?.max ?? 1) - (scale?.min ?? 0)),
      highest: Math.max(...values),
      share: (Math.max(...values) - (scale?.min ?? 0)) / ((scale?.max ?? 1) - (scale?.min ?? 0)),
    }));
  const [first] = comparable;
  if (first === undefined || comparable.length < 2) return "Every model on every benchmark";
  const widest = comparable.reduce((a, b) => (b.width > a.width ? b : a));
  const hardest = comparable.reduce((a, b) => (b.share < a.share ? b : a));
  const low = `none scores above ${shortNumber(hardest.highest).replace(/^(−?)\./, "$10.")} on ${hardest.name}`;
  if (hardest.share > 0.8)
    return widest.width === 0 ? "Every model on every benchmark" : `Models differ most on ${widest.name}`;
  return widest.width === 0 ? `Models do not differ, and ${low}` : `Models differ most on ${widest.name}, and ${low}`;
}
