import { escape } from "../text/html.ts";

/** Why a cell has no number. Zero is a number. */
export type NoValue = "not-run" | "private" | "unscored" | "unknown";
/** How far from the middle model, and 0 where the intervals do not separate the two. */
export type Tone = -2 | -1 | 0 | 1 | 2;
/** `count`: the number of its answers where it is not that of the column, or the share of them that has a score. */
export type HeatCell = { none: NoValue } | { text: string; tone: Tone; count?: string };
/** `count`: the number of answers of most of its cells; absent: unknown */
export type HeatColumn = { name: string; href: string | undefined; hasFault: boolean; count?: string };
export type HeatGroup = {
  id: string;
  name: string;
  columns: HeatColumn[];
  /** positions of the columns in the release's table, for the script */
  positions?: readonly number[];
  /** models x columns */
  cells: HeatCell[][];
};
export type HeatModel = { name: string; level: boolean };

/** The sign of a cell without a number, which is never blank and never 0. The legend and readers of the screen have the words. */
export const noValue: Readonly<Record<NoValue, { sign: string; words: string }>> = {
  "not-run": { sign: "–", words: "not run" },
  private: { sign: "P", words: "private" },
  unscored: { sign: "?", words: "unscored" },
  unknown: { sign: "…", words: "unknown" },
};

/**
 * Models x benchmarks, one table per category, side by side on a wide screen. A table rather than a drawing: every
 * number can be read, searched, copied and read aloud. Colour is a class: d0 far below the middle model to d4 far above.
 */
export function heatMap(
  data: { models: readonly HeatModel[]; groups: readonly HeatGroup[] },
  options: { caption: (group: HeatGroup) => string },
): string {
  return data.groups
    .map((group) => {
      const head = group.columns.map((column) => `<th scope="col">${columnName(column)}</th>`).join("");
      const rows = data.models.map(
        ({ name, level }, i) =>
          `<tr${level ? ` class="lv"` : ""}><th scope="row">${escape(name)}</th>${(group.cells[i] ?? []).map(cellHtml).join("")}</tr>`,
      );
      const counts = group.columns.map(({ count }) => `<td>${count ?? noValue.unknown.sign}</td>`).join("");
      const isCounted = data.groups.some(({ columns }) => columns.some(({ count }) => count !== undefined));
      const parts = partsOf(rows).map((part) => `<tbody>${part.join("")}</tbody>`);
      return (
        `<table class="heat${rows.length > MANY ? " many" : ""}" id="heat-${escape(group.id)}"${group.positions ? ` data-c="${group.positions.join(" ")}"` : ""}><caption><span>${escape(group.name)}</span><i> ${escape(options.caption(group))}</i></caption>` +
        `<thead><tr><th scope="col">Model</th>${head}</tr>${isCounted ? `<tr class="counts"><th scope="row">Answers, n</th>${counts}</tr>` : ""}</thead>${parts.join("")}</table>`
      );
    })
    .join("");
}

/** The browser lays out and draws the parts of a table one by one. */
const ROWS_OF_A_PART = 20;
/** With more rows, the browser draws only what is near the screen. */
export const MANY = 60;

const partsOf = <T>(rows: readonly T[]): T[][] =>
  Array.from({ length: Math.ceil(rows.length / ROWS_OF_A_PART) }, (_, part) =>
    rows.slice(part * ROWS_OF_A_PART, (part + 1) * ROWS_OF_A_PART),
  );

function columnName({ name, href, hasFault }: HeatColumn): string {
  const inside = `${escape(name)}${hasFault ? `<b>*<i> known fault</i></b>` : ""}`;
  return href === undefined ? `<span>${inside}</span>` : `<a href="${escape(href)}">${inside}</a>`;
}

function cellHtml(cell: HeatCell): string {
  if ("none" in cell) {
    const { sign, words } = noValue[cell.none];
    return `<td class="no ${cell.none}">${sign}<i> ${words}</i></td>`;
  }
  return `<td${cell.tone === 0 ? "" : ` class="d${cell.tone + 2}"`}>${escape(cell.text)}${cell.count === undefined ? "" : `<small>${escape(cell.count)}</small>`}</td>`;
}

/** The scale and the marks, in words. */
export function heatLegend(options: { far: number; hasColours: boolean }): string {
  const words = [
    "clearly and far below",
    "clearly below",
    "cannot be told apart",
    "clearly above",
    "clearly and far above",
  ];
  const scale = words.map((word, i) => `<li class="d${i}">${word}</li>`).join("");
  const marks = Object.entries(noValue).map(
    ([state, { sign, words: name }]) => `<li><b class="no ${state}">${sign}</b>${name}</li>`,
  );
  const colours = `<div><span>Against the middle model of the column; far is by more than ${options.far}</span><ol>${scale}</ol></div>`;
  return (
    `<div class="legend">${options.hasColours ? colours : ""}` +
    `<ul>${marks.join("")}<li><b>0</b>zero: nothing was right</li></ul></div>`
  );
}
