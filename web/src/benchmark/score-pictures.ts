import { dotInterval } from "../charts/dot-interval.ts";
import { type Axis, linearAxis } from "../charts/scale.ts";
import { strip } from "../charts/strip.ts";
import { type DiRow, type DiTable, knownColumns } from "../components/di-table.ts";
import type { Site } from "../release/site.ts";
import { formatCount } from "../text/format.ts";
import { columnDecimals, fixed, money, range } from "../text/numbers.ts";
import { promptsText } from "../text/words.ts";
import type { BenchmarkColumn, Entry } from "./column.ts";
import type { Floor } from "./floor.ts";
import { scaleWords } from "./metric-words.ts";

/** The axis of a benchmark's own scale. */
export function scoreAxis({ bounds, entries }: Pick<BenchmarkColumn, "bounds" | "entries">): Axis {
  const ends =
    bounds === undefined
      ? entries.flatMap(({ value, interval }) => [value, ...(interval ? [interval.low, interval.high] : [])])
      : [bounds.min, bounds.max];
  return linearAxis(ends, { ticks: bounds?.max === 5 ? 4 : 5 });
}

/** All models on one line; the best and the last have names. */
export function scoreStrip(site: Site, column: BenchmarkColumn, floor: Floor | undefined, title: string): string {
  const axis = scoreAxis(column);
  const { entries } = column;
  return strip(
    entries.map(({ row, value, interval }, index) => ({
      label: site.modelName(row.model),
      value,
      interval: interval && [interval.low, interval.high],
      strong: index === 0 || index === entries.length - 1,
    })),
    {
      id: "strip",
      title: `Scores of all models on ${column.column.groupDisplayName}`,
      desc: `${title}. The table below has all values.`,
      axis: { ...axis, label: (value) => (axis.ticks.includes(value) ? axis.label(value) : fixed(value, 2)) },
      axisName: `Score, ${scaleWords(column)}`,
      floor: floor && { value: floor.value, label: floor.label },
    },
  );
}

const COLUMNS = ["Score", "95 % interval", "Answers", "Cost"];

/** The models of a benchmark with dot, interval, n and cost. Each wording of the prompts is a group of its own. */
export function scoreTable(site: Site, column: BenchmarkColumn, floor: Floor | undefined): DiTable {
  const axis = scoreAxis(column);
  const digits = columnDecimals(column.entries.map(({ interval }) => interval));
  const isTested = column.entries.some(({ mayBeBest }) => mayBeBest !== undefined);
  const wordings = [
    ...new Set([...column.entries.map(({ row }) => row), ...column.unscored].map((row) => row.wording)),
  ];
  return knownColumns({
    caption: `Models by score.${
      column.entries.some(({ interval }) => interval !== undefined)
        ? " Line: the 95 % interval of new questions of the same benchmark."
        : ""
    }${
      isTested ? " A bar at the left: no other model is clearly better." : ""
    }${floor === undefined ? "" : ` Upright bar: ${floor.what}.`}`,
    rowName: "Model",
    plotName: "Score",
    axis,
    grid: "grid-models",
    columns: COLUMNS,
    groups: wordings.map((wording) => ({
      ...(wordings.length > 1 ? { name: promptsText(wording) } : {}),
      rows: [
        ...column.entries.flatMap((entry) =>
          entry.row.wording === wording ? [rowOf(site, axis, floor, digits, entry)] : [],
        ),
        ...column.unscored.flatMap((row): DiRow[] =>
          row.wording === wording
            ? [
                {
                  ...nameOf(site, row),
                  plot: { words: "unscored: it has a run, and no answer has a score" },
                  cells: [],
                },
              ]
            : [],
        ),
      ],
    })),
  });
}

/** The note of a baseline says the same as the end of a built-in model's name. */
const nameOf = (site: Site, { model, modelDeployment }: Entry["row"]) => ({
  name: site.modelName(model),
  href: site.link.model(model),
  note: [
    ...(modelDeployment === model ? [] : [modelDeployment]),
    ...(site.isBaseline(model) ? ["baseline, not a language model"] : []),
  ].join(", "),
});

function rowOf(site: Site, axis: Axis, floor: Floor | undefined, digits: number, entry: Entry): DiRow {
  const { row, cell, value, interval, mayBeBest } = entry;
  return {
    ...nameOf(site, row),
    ...(mayBeBest === undefined ? {} : { kind: mayBeBest ? "lv" : "bl" }),
    plot: {
      svg: dotInterval(
        { value, inner: interval && [interval.low, interval.high], reference: floor?.value },
        { axis, grid: "grid-models", hollow: isIncomplete(entry) },
      ),
    },
    cells: [
      fixed(value, digits),
      interval === undefined ? "unknown" : range(interval, digits),
      answersText(cell),
      costText(site, cell.runs),
    ],
  };
}

/** Fewer than 98 % of the instances have a score. */
const isIncomplete = ({ cell }: Entry): boolean => cell.state === "incomplete" || cell.state === "not-ranked";

export function answersText({ instances, scored }: Entry["cell"]): string {
  if (instances === 0) return "unknown";
  if (scored === undefined || scored === instances) return formatCount(instances);
  return `${formatCount(scored)} of ${formatCount(instances)}`;
}

/** The cost of the model's own answers; unknown if one of the runs has none. */
export function costText(site: Site, slugs: readonly string[]): string {
  const costs = slugs.map((slug) => site.run(slug)?.costUsd);
  const known = costs.flatMap((cost) => cost ?? []);
  return known.length < costs.length || known.length === 0 ? "unknown" : money(known.reduce((a, b) => a + b, 0));
}

/** The names of the release's models without a run on the benchmark. */
export function withoutRun(site: Site, { entries, unscored }: BenchmarkColumn): string[] {
  const present = new Set([...entries.map(({ row }) => row.model), ...unscored.map(({ model }) => model)]);
  return site.leaderboard.models.flatMap(({ name }) => (present.has(name) ? [] : [site.modelName(name)]));
}
