import { linearAxis } from "../charts/scale.ts";
import { stripRow } from "../charts/strip.ts";
import type { DiRow, DiTable } from "../components/di-table.ts";
import type { Group, Site } from "../release/site.ts";
import { inWords, capital } from "../text/numbers.ts";
import { benchmarkColumn, unitValue } from "./column.ts";
import { floorOf } from "./floor.ts";

/** All benchmarks of the release by category, each with the scores of all models from 0 to 1. */
export function benchmarkIndex(site: Site): DiTable {
  const axis = linearAxis([0, 1], { ticks: 5 });
  const taken = new Set<string>();
  const groups = site.categories.flatMap((category) => {
    const members = site.benchmarks.filter(({ name }) => category.subgroups.includes(name) && !taken.has(name));
    for (const { name } of members) taken.add(name);
    return members.length === 0
      ? []
      : [{ id: site.groupSlug(category.name), name: category.displayName, rows: members.map(rowOf) }];
  });
  const others = site.benchmarks.filter(({ name }) => !taken.has(name));
  return {
    rowName: "Benchmark",
    plotName: "Scores of all models, from 0 to 1",
    axis,
    grid: "grid-benchmarks",
    kind: "index",
    columns: ["Access", "What it asks"],
    groups:
      others.length === 0
        ? groups
        : [...groups, { ...(groups.length === 0 ? {} : { name: "Other benchmarks" }), rows: others.map(rowOf) }],
  };

  function rowOf({ name, displayName, description, benchmark }: Group): DiRow {
    const column = benchmarkColumn(site, name);
    const values = (column?.entries ?? []).flatMap(({ value }) => (column && unitValue(column, value)) ?? []);
    const floor = floorOf(site, name);
    const head = {
      name: displayName,
      href: site.link.group(name),
    };
    const cells = [benchmark?.access ?? "unknown", benchmark?.asks ?? description];
    if (values.length === 0)
      return { ...head, plot: { words: `${cells[0]}; no score from 0 to 1. ${cells[1] ?? ""}` }, cells: [] };
    return {
      ...head,
      plot: {
        svg: stripRow(values, {
          axis,
          grid: "grid-benchmarks",
          floor: floor && column && unitValue(column, floor.value),
        }),
      },
      cells,
    };
  }
}

/** "37 benchmarks in five categories; 23 of them use data that are not public" */
export function indexTitle({ benchmarks, categories }: Site): string {
  const closed = benchmarks.filter(({ benchmark }) => benchmark !== undefined && benchmark.access !== "public").length;
  const count = `${capital(inWords(benchmarks.length))} ${benchmarks.length === 1 ? "benchmark" : "benchmarks"}`;
  const where = categories.length > 1 ? ` in ${inWords(categories.length)} categories` : "";
  return closed === 0 ? count + where : `${count}${where}; ${inWords(closed)} with data that are not public`;
}
