import { differenceAxis } from "../../charts/forest.ts";
import type { Axis } from "../../charts/scale.ts";
import type { CompareData } from "../../compare/compare-data.ts";
import { type CompareRow, compareRows, headline, type PairState, tally } from "../../compare/compare-view.ts";
import { element } from "../element.ts";
import { axisNode, forestNode, pointNode } from "./draw.ts";

const GRID = "gc";

/** Fills the headline and the table of paired differences. `models`: positions, the first is compared with each of the others. */
export function showForest(
  root: HTMLElement,
  data: CompareData,
  models: readonly number[],
  states: readonly PairState[],
): void {
  const [first = 0, ...others] = models;
  const names = models.map((model) => data.models[model]?.name ?? "");
  const [name = ""] = names;
  const rows = others.map((other, i) =>
    compareRows(data, [first, other], states[i] ?? { pair: undefined, computed: new Map() }),
  );
  const put = (selector: string, ...children: readonly (Node | string)[]) =>
    root.querySelector(selector)?.replaceChildren(...children);
  put(
    "[data-headline]",
    headline(
      names,
      states.map(({ pair }) => pair),
    ),
  );
  put(
    "[data-tally]",
    ...rows.map((one, i) =>
      element("span", {}, `${others.length > 1 ? `Against ${names[i + 1]}: ` : ""}${tally(one)} `),
    ),
  );
  const axis = differenceAxis(
    rows
      .flat()
      .flatMap(
        ({ interval, point }) => interval ?? (point === undefined ? [] : { value: point, low: point, high: point }),
      ),
    0.5,
  );
  const columns = [
    "Difference",
    name,
    others.length === 1 ? (names[1] ?? "") : "The other",
    "Questions in common",
    "Test",
  ];
  const head = element("thead", { role: "rowgroup" }, headRow(axis, columns, name));
  const bodies =
    others.length === 1
      ? byCategory(data, rows[0] ?? [], axis, columns)
      : byBenchmark(data, rows, names.slice(1), axis, columns);
  put("[data-forest]", element("table", { role: "table", class: "di-table" }, head, ...bodies));
}

function headRow(axis: Axis, columns: readonly string[], name: string): HTMLElement {
  const sides = element(
    "span",
    { class: "sides" },
    element("span", {}, `${name} worse`),
    element("span", {}, `${name} better`),
  );
  return element(
    "tr",
    { role: "row" },
    element("th", { role: "columnheader", scope: "col" }, "Benchmark"),
    element(
      "th",
      { role: "columnheader", scope: "col", class: "pl" },
      element("i", {}, "Difference with its interval"),
      sides,
      axisNode(axis, GRID),
    ),
    ...columns.map((column, i) =>
      element("th", { role: "columnheader", scope: "col", class: i > 0 ? "num w" : "num" }, column),
    ),
  );
}

function byCategory(
  data: CompareData,
  rows: readonly CompareRow[],
  axis: Axis,
  columns: readonly string[],
): HTMLElement[] {
  const groups = Map.groupBy(rows, ({ column }) => data.columns[column]?.category ?? "");
  return [...groups].map(([category, of]) =>
    element(
      "tbody",
      { role: "rowgroup" },
      band(category, columns),
      ...of.map((row) => line(row, benchmarkName(row), axis, columns)),
    ),
  );
}

function byBenchmark(
  data: CompareData,
  rows: readonly (readonly CompareRow[])[],
  others: readonly string[],
  axis: Axis,
  columns: readonly string[],
): HTMLElement[] {
  return data.columns.map((_, place) => {
    const of = rows.flatMap((one) => one[place] ?? []);
    const [first] = of;
    const heading = first === undefined ? "" : benchmarkName(first);
    return element(
      "tbody",
      { role: "rowgroup" },
      band(heading, columns),
      ...of.map((row, i) => line(row, `against ${others[i] ?? ""}`, axis, columns)),
    );
  });
}

const band = (content: Node | string, columns: readonly string[]): HTMLElement =>
  element(
    "tr",
    { role: "row", class: "band" },
    element("th", { role: "rowheader", scope: "rowgroup", colspan: String(columns.length + 2) }, content),
  );

function benchmarkName({ name, href, note }: CompareRow): Node {
  const span = element("span", {}, href === undefined ? name : element("a", { href }, name));
  if (note !== "") span.append(" ", element("small", {}, note));
  return span;
}

function line(row: CompareRow, head: Node | string, axis: Axis, columns: readonly string[]): HTMLElement {
  const drawing =
    row.interval !== undefined
      ? forestNode(row.interval, axis, GRID)
      : row.point !== undefined
        ? pointNode(row.point, axis, GRID)
        : undefined;
  const plot = element("td", { role: "cell", class: drawing === undefined ? "pl words" : "pl" }, drawing ?? row.words);
  const cells = [row.difference, ...row.values, row.questions, row.finding].map((text, i) =>
    element(
      "td",
      { role: "cell", class: i > 0 ? "num w" : "num", ...(i > 0 ? { "data-l": columns[i] ?? "" } : {}) },
      text,
    ),
  );
  return element("tr", { role: "row" }, element("th", { role: "rowheader", scope: "row" }, head), plot, ...cells);
}
