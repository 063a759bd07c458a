import { dotInterval } from "../charts/dot-interval.ts";
import { linearAxis } from "../charts/scale.ts";
import type { DiRow, DiTable } from "../components/di-table.ts";
import { type Part, kindsOfWork } from "../model/kinds-of-work.ts";
import { costText, headlineAnswer, isUnranked, measured } from "../model/model-facts.ts";
import { mainRow, type Row } from "../model/rows.ts";
import type { Site } from "../release/site.ts";
import { UNKNOWN } from "../text/format.ts";
import { columnDecimals, fixed, range, ranks } from "../text/numbers.ts";

/** The number of kinds of work that fit on the first page; summary.json has all. */
const MOST_ROWS = 24;

export interface Sheet {
  readonly table: DiTable;
  /** the groups of the table's rows, in their order */
  readonly groups: readonly string[];
  /** number of kinds of work that the page has no room for */
  readonly more: number;
}

/** The kinds of work of a model with the scores of two others. */
export function sheetOf(site: Site, row: Row | undefined, others: readonly Row[]): Sheet {
  const all = row === undefined ? [] : kindsOfWork(site, row);
  const parts = all.slice(0, MOST_ROWS);
  const compared = others.map((other) => {
    const own = kindsOfWork(site, other);
    const scores = new Map(own.map((part) => [part.group.name, part]));
    const decimals = decimalsOf(own);
    return (part: Part) => {
      const found = scores.get(part.group.name);
      return found === undefined ? UNKNOWN : fixed(found.value, decimals);
    };
  });
  const axis = linearAxis([0, 1], { ticks: 4 });
  const digits = decimalsOf(all);
  const rowOf = (part: Part): DiRow => ({
    name: part.group.displayName,
    plot: {
      svg: dotInterval(
        { value: part.value, middle: part.middle, [part.isOfQuestions ? "inner" : "outer"]: spanOf(part) },
        { axis, grid: "grid-sheet" },
      ),
    },
    cells: [fixed(part.value, digits), ...compared.map((scoreOf) => scoreOf(part))],
  });
  const groups = [...site.categories, undefined].flatMap((category) => {
    const members = parts.filter(({ group }) => categoryOf(site, group.name) === category?.name);
    const isItself = members.length === 1 && members[0]?.group.name === category?.name;
    return members.length === 0
      ? []
      : [{ ...(category === undefined || isItself ? {} : { name: category.displayName }), members }];
  });
  return {
    table: {
      rowName: "Kind of work",
      plotName: "Score, from 0 to 1",
      axis,
      grid: "grid-sheet",
      columns: ["This model", ...others.map(({ model }) => site.modelName(model))],
      groups: groups.map(({ members, ...group }) => ({ ...group, rows: members.map(rowOf) })),
    },
    groups: groups.flatMap(({ members }) => members.map(({ group }) => group.name)),
    more: all.length - parts.length,
  };
}

const decimalsOf = (parts: readonly Part[]): number => columnDecimals(parts.map(({ interval }) => interval));

const spanOf = ({ interval }: Part): readonly [number, number] | undefined => interval && [interval.low, interval.high];

/** The category of a group of benchmarks; a category is its own. */
function categoryOf({ categories, group }: Site, name: string): string | undefined {
  const members = group(name)?.subgroups ?? [];
  return categories.find(
    (category) => category.name === name || members.every((member) => category.subgroups.includes(member)),
  )?.name;
}

export interface ComparedLine {
  readonly name: string;
  readonly score: string;
  readonly rank: string;
  readonly cost: string;
}

/** The lines of models in the comparison. All have the decimals of the first one, so that a reader can compare them. */
export const comparedLines = (site: Site, models: readonly string[]): ComparedLine[] => {
  const row = mainRow(site, models[0] ?? "");
  const digits = columnDecimals([row && headlineAnswer(site, row)?.answer?.interval]);
  return models.map((model) => comparedLine(site, model, digits));
};

function comparedLine(site: Site, model: string, digits: number): ComparedLine {
  const row = mainRow(site, model);
  const found = row && headlineAnswer(site, row);
  const interval = found?.answer?.interval;
  const value = isUnranked(row) ? "not averaged" : found === undefined ? UNKNOWN : fixed(found.value, digits);
  return {
    name: site.modelName(model),
    score: interval === undefined ? value : `${value} (${range(interval, digits)})`,
    rank: isUnranked(row) ? "not ranked" : found?.answer === undefined ? UNKNOWN : ranks(found.answer.rankSet),
    cost: costText(measured(site, row)),
  };
}

/** The benchmarks on which the model is not clearly better than answers that need no reading. */
export const notAboveFloor = (
  lines: readonly { readonly displayName: string; readonly isAboveFloor?: boolean }[],
): string[] => lines.flatMap(({ displayName, isAboveFloor }) => (isAboveFloor === false ? [displayName] : []));
