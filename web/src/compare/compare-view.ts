import {
  byItem,
  type PairedItem,
  type PairedItems,
  type PairedPart,
} from "@medhelm/core/release/statistics/paired-items";
import { formatCount } from "../text/format.ts";
import { capital, columnDecimals, fixed, listed, type Span, signed } from "../text/numbers.ts";
import type { ComparedCell, ComparedColumn, ComparedPair, CompareData, Finding } from "./compare-data.ts";

/** A benchmark's line: the first model less another one, of which more is better for the first. The drawing is from −1 to 1. */
export interface CompareRow {
  readonly column: number;
  readonly name: string;
  readonly href?: string | undefined;
  readonly note: string;
  /** from −1 to 1; present if the differences of single questions are known */
  readonly interval?: { readonly value: number; readonly low: number; readonly high: number };
  /** the difference alone, if no interval is known */
  readonly point?: number;
  /** the words in the place of a drawing */
  readonly words: string;
  /** in the benchmark's own scale, as the values are */
  readonly difference: string;
  readonly values: readonly [string, string];
  readonly questions: string;
  readonly finding: string;
}

export interface PairState {
  readonly pair: ComparedPair | undefined;
  /** column -> what the lists of questions gave */
  readonly computed: ReadonlyMap<number, PairedItems | undefined>;
}

const FINDINGS: Readonly<Record<Finding, string>> = {
  "+": "better",
  "-": "worse",
  "=": "cannot tell",
  " ": "not tested",
};

export const findingAt = (pair: ComparedPair | undefined, column: number): Finding => {
  const found = pair?.columns.charAt(column) ?? "";
  return found === "+" || found === "-" || found === "=" ? found : " ";
};

/** The factor that puts a difference on 0 to 1, of which more is better; a metric without bounds keeps its unit. */
export const scaleOf = ({ range, lowerIsBetter }: ComparedColumn): number =>
  (lowerIsBetter ? -1 : 1) / (range === undefined || range.max === range.min ? 1 : range.max - range.min);

export function compareRows(data: CompareData, [a, b]: readonly [number, number], state: PairState): CompareRow[] {
  const digits = columnDecimals(data.cells.flatMap((cells) => cells.map(spanOf)));
  return data.columns.map((column, place) => {
    const [one, other] = [cellAt(data, a, place), cellAt(data, b, place)];
    const found = state.computed.get(place);
    const stored = state.pair?.stored.find(([at]) => at === place);
    const difference = found?.difference ?? stored?.[2] ?? differenceOf(column, one, other);
    const n = found?.n ?? stored?.[1];
    const isRun = one !== null && other !== null;
    return {
      column: place,
      name: column.name,
      href: column.href,
      note: noteOf(column),
      ...drawingOf(column, found, difference, digits),
      words: wordsOf(column, isRun, state, place),
      values: [valueText(one, digits), valueText(other, digits)],
      questions: n === undefined ? whyNoQuestions(column, one, other) : formatCount(n),
      finding: isRun ? FINDINGS[findingAt(state.pair, place)] : "",
    };
  });
}

const cellAt = ({ cells }: CompareData, model: number, place: number): ComparedCell | null =>
  cells[model]?.[place] ?? null;

const differenceOf = (
  column: ComparedColumn,
  one: ComparedCell | null,
  other: ComparedCell | null,
): number | undefined => (one === null || other === null ? undefined : (one.value - other.value) * scaleOf(column));

function drawingOf(
  column: ComparedColumn,
  found: PairedItems | undefined,
  difference: number | undefined,
  digits: number,
): Pick<CompareRow, "interval" | "point" | "difference"> {
  if (difference === undefined) return { difference: "" };
  const unit = 1 / Math.abs(scaleOf(column));
  const shown = difference * unit;
  const text = signed(shown, digits);
  if (column.range === undefined) return { difference: text };
  if (found?.interval === undefined) return { point: difference, difference: text };
  const { low, high } = found.interval;
  return { interval: { value: difference, low, high }, difference: text };
}

/** The scale of the numbers where it is not the usual one, and a warning of faults. */
function noteOf({ range, lowerIsBetter, hasFaults }: ComparedColumn): string {
  const isUsual = range === undefined || (range.min === 0 && range.max === 1);
  return [
    ...(isUsual ? [] : [`from ${range.min} to ${range.max}`]),
    ...(lowerIsBetter ? ["lower is better"] : []),
    ...(hasFaults === true ? ["known faults"] : []),
  ].join(", ");
}

const spanOf = (cell: ComparedCell | null): Span | undefined =>
  cell?.low === undefined || cell.high === undefined ? undefined : { low: cell.low, high: cell.high };

const valueText = (cell: ComparedCell | null, digits: number): string =>
  cell === null ? "not run" : fixed(cell.value, digits);

/** The reason why no question is counted, in a word or two. */
function whyNoQuestions(column: ComparedColumn, one: ComparedCell | null, other: ComparedCell | null): string {
  if (one === null || other === null) return "";
  if (one.n === undefined || other.n === undefined) return "unknown";
  return column.access === undefined || column.access === "public" ? "not here" : column.access;
}

function wordsOf({ range }: ComparedColumn, isRun: boolean, { computed }: PairState, place: number): string {
  if (!isRun) return "not run by both";
  if (computed.has(place) && computed.get(place) === undefined) return "the models answered other questions";
  return range === undefined ? "no common scale with other benchmarks" : "";
}

/** A benchmark with more questions is not read on the page. */
export const MOST_QUESTIONS = 10_000;

export const questionsOf = ({ runs }: ComparedCell): number => runs.reduce((sum, run) => sum + run.instances, 0);

/** The folders of the runs to compare, part by part; undefined if a run of either model has no public instances, or no counterpart. */
export function partsOf(
  a: ComparedCell,
  b: ComparedCell,
): readonly { readonly a: string; readonly b: string; readonly hrefs: readonly [string, string] }[] | undefined {
  const others = new Map(b.runs.map((run) => [run.part, run]));
  const parts = a.runs.flatMap((run) => {
    const other = a.runs.length === 1 && b.runs.length === 1 ? b.runs[0] : others.get(run.part);
    if (run.folder === undefined || other?.folder === undefined) return [];
    return [{ a: run.folder, b: other.folder, hrefs: [run.href, other.href] as const }];
  });
  return parts.length === 0 || parts.length < Math.max(a.runs.length, b.runs.length) ? undefined : parts;
}

/** The first sentence of the page: the tests over all benchmarks, then the count of single benchmarks. */
export function headline(names: readonly string[], pairs: readonly (ComparedPair | undefined)[]): string {
  const [first = ""] = names;
  const of = (finding: Finding) => names.slice(1).filter((_, i) => (pairs[i]?.whole ?? " ") === finding);
  const parts = [
    ...(of("+").length > 0 ? [`is better than ${listed(of("+"))}`] : []),
    ...(of("-").length > 0 ? [`is worse than ${listed(of("-"))}`] : []),
    ...(of("=").length > 0 ? [`cannot be told apart from ${listed(of("="))}`] : []),
  ];
  if (parts.length === 0) return `${first} and ${listed(names.slice(1))}`;
  const untested = of(" ");
  return `Over all benchmarks ${first} ${listed(parts)}${untested.length > 0 ? `; no test with ${listed(untested)}` : ""}`;
}

/** "better on 3 benchmarks, worse on 1, cannot tell on 4" */
export function tally(rows: readonly CompareRow[]): string {
  const count = (finding: string) => rows.filter((row) => row.finding === finding).length;
  const parts = (["better", "worse", "cannot tell", "not tested"] as const).flatMap((finding) => {
    const number = count(finding);
    return number === 0 ? [] : [`${finding} on ${number}`];
  });
  return parts.length === 0
    ? "No benchmark was run by both models."
    : `${capital(listed(parts))} of ${rows.length} benchmarks.`;
}

/** A question on which the models differ. */
export interface PartedItem {
  readonly id: string;
  readonly text: string;
  /** one for each model, in the metric's own unit; undefined: no score, or not asked */
  readonly values: readonly (number | undefined)[];
  /** the largest difference of two values */
  readonly spread: number;
}

/** The questions on which the scores of the models differ, the largest difference first, then in the order of the run. */
export function partedItems(lists: readonly (readonly PairedItem[])[]): PartedItem[] {
  const [first = [], ...others] = lists.map((list) => [...byItem(list).values()]);
  const maps = others.map((list) => new Map(list.map((item) => [item.id, item])));
  return first
    .flatMap((item): PartedItem[] => {
      const values = [
        item.value,
        ...maps.map((map) => {
          const other = map.get(item.id);
          return other?.text === item.text ? other.value : undefined;
        }),
      ];
      const scored = values.filter((value) => value !== undefined);
      const spread = Math.max(...scored) - Math.min(...scored);
      return spread > 0 ? [{ id: item.id, text: item.text, values, spread }] : [];
    })
    .toSorted((a, b) => b.spread - a.spread);
}

/** The items of a part with their values on the common scale. */
export const scaled = (parts: readonly PairedPart[], factor: number): PairedPart[] => {
  const by = (items: readonly PairedItem[]) =>
    items.map((item) => ({ ...item, value: item.value === undefined ? undefined : item.value * factor }));
  return parts.map(({ a, b }) => ({ a: by(a), b: by(b) }));
};
