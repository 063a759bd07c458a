import { escape } from "../text/html.ts";
import { type Axis, at } from "./scale.ts";

export type DotInterval = {
  value: number;
  /** The thin line: the 95 % interval with other benchmarks of the same kinds, too. Undefined if it is unknown. */
  outer?: readonly [low: number, high: number] | undefined;
  /** The thick line: the 95 % interval of new questions of the same benchmarks. */
  inner?: readonly [low: number, high: number] | undefined;
  /** e.g. always giving the most common answer: an upright bar */
  reference?: number | undefined;
  /** the middle one of all models: a small triangle */
  middle?: number | undefined;
};

/**
 * One row of a table: thin line, thick line, dot. The numbers are next to it in the row, so it is hidden from readers of
 * the page's text. The grid is one <symbol> a table, see `dotIntervalAxis`.
 */
export function dotInterval(data: DotInterval, options: { axis: Axis; grid: string; hollow?: boolean }): string {
  const { axis, grid, hollow } = options;
  const x = (value: number) => `${at(axis, value)}%`;
  const line = (name: string, [from, to]: readonly [number, number]) =>
    `<line class="${name}" x1="${x(from)}" x2="${x(to)}" y1="50%" y2="50%"/>`;
  return (
    `<svg class="di" aria-hidden="true"><use href="#${grid}"/>` +
    (data.reference === undefined
      ? ""
      : `<line class="ref" x1="${x(data.reference)}" x2="${x(data.reference)}" y1="18%" y2="82%"/>`) +
    (data.middle === undefined
      ? ""
      : `<svg x="${x(data.middle)}" y="50%" overflow="visible"><path class="mid" d="M0-5l5-9h-10z"/></svg>`) +
    (data.outer ? line("out", data.outer) : "") +
    (data.inner ? line("in", data.inner) : "") +
    `<circle class="${hollow ? "dot hollow" : "dot"}" cx="${x(data.value)}" cy="50%" r="5"/></svg>`
  );
}

/** Head of the column: the axis with its numbers, and the grid that every row uses. */
export function dotIntervalAxis(options: { axis: Axis; grid: string; line?: number }): string {
  const { axis, grid, line } = options;
  const ticks = axis.ticks
    .map((tick) => `<text x="${at(axis, tick)}%" y="12" text-anchor="middle">${escape(axis.label(tick))}</text>`)
    .join("");
  const lines = axis.ticks.map((tick) => `<line x1="${at(axis, tick)}%" x2="${at(axis, tick)}%" y2="100%"/>`).join("");
  const zero =
    line === undefined ? "" : `<line class="zero" x1="${at(axis, line)}%" x2="${at(axis, line)}%" y2="100%"/>`;
  return `<svg class="di-axis" aria-hidden="true"><symbol id="${grid}" overflow="visible"><g class="grid">${lines}${zero}</g></symbol>${ticks}</svg>`;
}
