import { answersText } from "../benchmark/score-pictures.ts";
import { type BenchmarkColumn, benchmarkColumn, type Entry, unitValue } from "../benchmark/column.ts";
import { floorOf } from "../benchmark/floor.ts";
import { dotInterval } from "../charts/dot-interval.ts";
import { linearAxis } from "../charts/scale.ts";
import { type DiRow, type DiTable, knownColumns } from "../components/di-table.ts";
import type { Group, Site } from "../release/site.ts";
import { columnDecimals, fixed, median, range } from "../text/numbers.ts";
import type { Row } from "./rows.ts";
import { mayHaveSeen } from "./seen.ts";

/** The model on every benchmark of the release, from 0 to 1, with the middle model and the floor. */
export function benchmarksTable(site: Site, row: Row, cutoff: string | undefined): DiTable {
  const axis = linearAxis([0, 1], { ticks: 5 });
  const entryOf = ({ name }: Group) => benchmarkColumn(site, name)?.entries.find((one) => isSame(one.row, row));
  const digits = columnDecimals(site.benchmarks.map((group) => entryOf(group)?.interval));
  const shown = new Set<string>();
  const groups = [...site.categories, undefined].flatMap((category) => {
    const members = site.benchmarks.filter(
      ({ name }) => !shown.has(name) && (category === undefined || category.subgroups.includes(name)),
    );
    for (const { name } of members) shown.add(name);
    return members.length === 0
      ? []
      : [{ ...(category === undefined ? {} : { name: category.displayName }), rows: members.map(rowOf) }];
  });
  return knownColumns({
    rowName: "Benchmark",
    plotName: "Score, from 0 to 1",
    axis,
    grid: "grid-benchmarks",
    columns: ["Score", "95 % interval", "Answers"],
    groups,
  });

  function rowOf(group: Group): DiRow {
    const head = {
      name: group.displayName,
      href: site.link.group(group.name),
      note: noteOf(group.benchmark, cutoff),
    };
    const column = benchmarkColumn(site, group.name);
    const entry = entryOf(group);
    if (column === undefined || entry === undefined)
      return { ...head, plot: { words: whyNone(column, row) }, cells: [] };
    const unit = (value: number | undefined) => (value === undefined ? undefined : unitValue(column, value));
    const value = unit(entry.value);
    const { interval } = entry;
    const cells = [fixed(entry.value, digits), interval ? range(interval, digits) : "unknown", answersText(entry.cell)];
    if (value === undefined) return { ...head, plot: { words: `${cells[0]}; the metric has no bounds` }, cells: [] };
    const [low, high] = [unit(interval?.low), unit(interval?.high)];
    return {
      ...head,
      plot: {
        svg: dotInterval(
          {
            value,
            inner: low === undefined || high === undefined ? undefined : [Math.min(low, high), Math.max(low, high)],
            reference: unit(floorOf(site, group.name)?.value),
            middle: unit(median(column.entries.map((one) => one.value))),
          },
          { axis, grid: "grid-benchmarks", hollow: isIncomplete(entry) },
        ),
      },
      cells,
    };
  }
}

const isSame = (a: Row, b: Row): boolean => a.model === b.model && a.modelDeployment === b.modelDeployment;

const isIncomplete = ({ cell: { state } }: Entry): boolean => state === "incomplete" || state === "not-ranked";

const noteOf = (benchmark: Group["benchmark"], cutoff: string | undefined): string =>
  [
    ...(benchmark === undefined || benchmark.access === "public" ? [] : [benchmark.access]),
    ...(mayHaveSeen(benchmark?.dates, cutoff) === true ? ["may have been seen"] : []),
  ].join(", ");

const whyNone = (column: BenchmarkColumn | undefined, row: Row): string =>
  column?.unscored.some((one) => isSame(one, row)) === true
    ? "unscored: it has a run, and no answer has a score"
    : "not run";
