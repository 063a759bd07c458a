import { dotInterval } from "../charts/dot-interval.ts";
import { type Difference, differenceAxis, forest, verdict } from "../charts/forest.ts";
import type { DiRow, DiTable } from "../components/di-table.ts";
import type { Group, Site } from "../release/site.ts";
import { plural } from "../text/format.ts";
import { columnDecimals, fixed, inWords, listed, median, signed } from "../text/numbers.ts";
import { comparable, type Row, sameRow } from "./rows.ts";

/** A model's average over the benchmarks of one kind of work, from 0 to 1. */
export interface Part {
  readonly group: Group;
  readonly benchmarks: number;
  readonly value: number;
  /** the average of the middle one of all models */
  readonly middle: number;
  /** Less the middle. Absent if no interval of the average is known. */
  readonly difference?: Difference;
  readonly interval?: { readonly low: number; readonly high: number };
  /** Whether the interval is that of new questions; otherwise it is that of other benchmarks of the same kinds, too. */
  readonly isOfQuestions: boolean;
}

/** The groups that a release compares models by: subcategories, or else categories. */
const kindsOf = ({ subcategories, categories }: Site): readonly Group[] =>
  subcategories.length > 0 ? subcategories : categories;

/** Without the groups in which the release has no average of the model. */
export function kindsOfWork(site: Site, row: Row): Part[] {
  return kindsOf(site).flatMap((group): Part[] => {
    const table = site.table(group.name);
    const own = sameRow(table, row);
    const found = own && averageOf(own);
    if (table === undefined || own === undefined || found === undefined) return [];
    const all = comparable(site, table, own).flatMap((other) => averageOf(other)?.value ?? []);
    const middle = median(all) ?? found.value;
    const { value, interval } = found;
    return [
      {
        group,
        benchmarks: table.columns.length,
        middle,
        ...found,
        ...(interval === undefined
          ? {}
          : { difference: { value: value - middle, low: interval.low - middle, high: interval.high - middle } }),
      },
    ];
  });
}

function averageOf({ ranking }: Row): Pick<Part, "value" | "interval" | "isOfQuestions"> | undefined {
  if (ranking === undefined || !("value" in ranking)) return undefined;
  const { value, sameBenchmarks, otherBenchmarks } = ranking;
  const interval = sameBenchmarks?.interval ?? otherBenchmarks?.interval;
  return {
    value,
    isOfQuestions: sameBenchmarks?.interval !== undefined,
    ...(interval === undefined ? {} : { interval }),
  };
}

const strongest = (parts: readonly Part[], kind: "up" | "down"): Part[] =>
  parts
    .filter(({ difference }) => difference !== undefined && verdict(difference) === kind)
    .toSorted((a, b) => Math.abs(b.value - b.middle) - Math.abs(a.value - a.middle));

export interface Sides {
  readonly strengths: readonly string[];
  readonly weaknesses: readonly string[];
}

/** The kinds of work in which the interval of the model's average is above, and below, the middle model. The largest differences come first. */
export const sidesOf = (parts: readonly Part[]): Sides => ({
  strengths: strongest(parts, "up").map(({ group }) => group.displayName),
  weaknesses: strongest(parts, "down").map(({ group }) => group.displayName),
});

const MOST_NAMED = 2;
/** "Patient Communication" -> "patient communication"; abbreviations stay. */
const lower = (name: string): string =>
  name.replaceAll(/(?<!\p{L})\p{Lu}(?=\p{Ll})/gu, (letter) => letter.toLowerCase());
const named = (names: readonly string[]): string => `at ${listed(names.slice(0, MOST_NAMED).map(lower))}`;
const at = (names: readonly string[]): string =>
  names.length > MOST_NAMED ? `in ${inWords(names.length)} kinds of work, most ${named(names)}` : named(names);

/** "Clearly above the middle model in seven kinds of work, most at planning treatments and recording procedures; nowhere clearly below." */
export function sidesText({ strengths, weaknesses }: Sides): string {
  if (strengths.length === 0 && weaknesses.length === 0)
    return "No kind of work shows a clear difference from the middle model.";
  const above =
    strengths.length > 0 ? `Clearly above the middle model ${at(strengths)}` : "Nowhere clearly above the middle model";
  return `${above}; ${weaknesses.length > 0 ? `clearly below ${at(weaknesses)}` : "nowhere clearly below"}.`;
}

/** "Clearly above the middle model in 13 of 22 kinds of work, below in 4" */
export function partsTitle(parts: readonly Part[]): string {
  const { strengths, weaknesses } = sidesOf(parts);
  const tested = parts.filter(({ difference }) => difference !== undefined).length;
  if (tested === 0) return "Difference from the middle model, without a test";
  const kinds = `${plural(tested, tested === parts.length ? "kind" : "tested kind")} of work`;
  if (strengths.length === 0 && weaknesses.length === 0) return `No clear difference from the middle model in ${kinds}`;
  return `Clearly above the middle model in ${strengths.length} of ${kinds}, below in ${weaknesses.length === 0 ? "none" : weaknesses.length}`;
}

const MAX_REACH = 0.5;

export function partsTable(site: Site, parts: readonly Part[]): DiTable {
  const differences = parts.map(
    ({ difference, value, middle }) =>
      difference ?? { value: value - middle, low: value - middle, high: value - middle },
  );
  const axis = differenceAxis(differences, MAX_REACH);
  const digits = columnDecimals(parts.map(({ interval }) => interval));
  const rowOf = ({ group, benchmarks, value, middle, difference }: Part): DiRow => ({
    name: group.displayName,
    href: site.link.group(group.name),
    note: plural(benchmarks, "benchmark").replace(" ", "\u00A0"),
    plot: {
      svg:
        difference === undefined
          ? dotInterval({ value: value - middle }, { axis, grid: "grid-parts", hollow: true })
          : forest(difference, { axis, grid: "grid-parts" }),
    },
    cells: [signed(value - middle, digits), fixed(value, digits), fixed(middle, digits)],
  });
  const categories = site.categories.filter((category) => parts.some(({ group }) => isPartOf(group, category)));
  const taken = new Set(categories.flatMap((category) => parts.filter(({ group }) => isPartOf(group, category))));
  const rest = parts.filter((part) => !taken.has(part));
  return {
    rowName: "Kind of work",
    plotName: "Difference from the middle model",
    axis,
    grid: "grid-parts",
    line: 0,
    ends: ["below", "above"],
    columns: ["Difference", "Score", "Middle model"],
    groups: [
      ...categories.map((category) => ({
        name: category.displayName,
        rows: parts.filter(({ group }) => isPartOf(group, category)).map(rowOf),
      })),
      ...(rest.length === 0 ? [] : [{ rows: rest.map(rowOf) }]),
    ],
  };
}

const isPartOf = (group: Group, category: Group): boolean =>
  group !== category && group.subgroups.every((name) => category.subgroups.includes(name));
