import { baseOf, placeLabels, type Spot } from "./labels.ts";
import { escape } from "../text/html.ts";
import { type Axis, at } from "./scale.ts";

export type StripPoint = {
  label: string;
  value: number;
  interval?: readonly [low: number, high: number] | undefined;
  strong?: boolean;
};
export type StripOptions = {
  id: string;
  title: string;
  desc: string;
  axis: Axis;
  axisName: string;
  /** a score that needs no reading, e.g. always giving the most common answer */
  floor?: { value: number; label: string } | undefined;
};

/** All models of one benchmark on one line; dots that would touch are stacked. */
export function strip(data: readonly StripPoint[], options: StripOptions): string {
  const { id, title, desc, axis, floor } = options;
  const tall = 11;
  const stacked: (StripPoint & { x: number; row: number })[] = [];
  for (const point of data.toSorted((a, b) => b.value - a.value)) {
    const x = at(axis, point.value);
    // nearer than this, dots would hide each other on a phone
    const taken = new Set(stacked.filter((other) => Math.abs(other.x - x) < 1.8).map(({ row }) => row));
    let row = 0;
    while (taken.has(row)) row += 1;
    stacked.push({ ...point, x, row });
  }
  const rows = Math.max(0, ...stacked.map(({ row }) => row)) + 1;
  const height = Math.max(150, 90 + rows * tall);
  const base = height - 40;
  const marks = stacked.map((point) => {
    const y = ((base - 8 - point.row * tall) / height) * 100;
    return { ...point, y, top: y, bottom: y, must: point.strong === true };
  });
  const strong = marks.filter((mark) => mark.strong);
  const order = [...strong, ...marks.filter((mark) => !mark.strong)];
  const labelled = new Set(strong);
  const lines = floor ? [at(axis, floor.value)] : [];
  const narrow = only(placeLabels(order, [270, 340, 420, 520, 620, 720], height, { size: 12, floor: base, lines }));
  const wide = only(placeLabels(order, [700, 900, 1200], height, { size: 12, right: 40, floor: base, lines }));
  function only(spots: Map<(typeof marks)[number], Spot>) {
    return new Map([...spots].filter(([mark]) => labelled.has(mark)));
  }
  const label = (mark: (typeof marks)[number], spot: Spot | undefined, name: string) =>
    spot
      ? `<text class="lb${name}" x="${mark.x}%" y="${baseOf(mark, spot).toFixed(1)}%" dx="${spot.dx}" dy="${spot.dy}"${spot.anchor === "start" ? "" : ` text-anchor="${spot.anchor}"`}>${escape(mark.label)}</text>`
      : "";
  return (
    `<svg class="plot strip" height="${height}" role="img" aria-labelledby="${id}-t ${id}-d"><title id="${id}-t">${escape(title)}</title><desc id="${id}-d">${escape(desc)}</desc>` +
    `<g class="grid">${axis.ticks.map((tick) => `<line x1="${at(axis, tick)}%" x2="${at(axis, tick)}%" y1="20" y2="${base}"/>`).join("")}<line class="zero" x2="100%" y1="${base}" y2="${base}"/></g>` +
    `<g>${axis.ticks.map((tick) => `<text x="${at(axis, tick)}%" y="${base + 16}" text-anchor="middle">${escape(axis.label(tick))}</text>`).join("")}</g>` +
    (floor
      ? `<line class="ref floor" x1="${at(axis, floor.value)}%" x2="${at(axis, floor.value)}%" y1="20" y2="${base}"/><text class="lb" x="${at(axis, floor.value)}%" y="12" text-anchor="${at(axis, floor.value) > 60 ? "end" : at(axis, floor.value) < 25 ? "start" : "middle"}">${escape(floor.label)}</text>`
      : "") +
    marks
      .map((mark) => {
        const tip = `${mark.label}: ${axis.label(mark.value)}${mark.interval ? ` (${mark.interval.map(axis.label).join(" to ")})` : ""}`;
        return `<g class="pt${mark.strong ? " best lv" : ""}" data-tip="${escape(tip)}"><circle class="hit" cx="${mark.x}%" cy="${mark.y.toFixed(1)}%" r="12"/><circle cx="${mark.x}%" cy="${mark.y.toFixed(1)}%" r="5"/>${label(mark, narrow.get(mark), " n")}${label(mark, wide.get(mark), " w")}</g>`;
      })
      .join("") +
    `<text class="name" x="100%" y="${base + 34}" text-anchor="end">${escape(options.axisName)}</text></svg>`
  );
}

/** The same in a row of a table: dots only, and the floor. */
export function stripRow(
  values: readonly number[],
  options: { axis: Axis; grid: string; floor?: number | undefined },
): string {
  const { axis, grid, floor } = options;
  return (
    `<svg class="di sr" aria-hidden="true"><use href="#${grid}"/>` +
    (floor === undefined
      ? ""
      : `<line class="ref" x1="${at(axis, floor)}%" x2="${at(axis, floor)}%" y1="18%" y2="82%"/>`) +
    `${values.map((value) => `<circle cx="${at(axis, value)}%" cy="50%" r="4.5"/>`).join("")}</svg>`
  );
}
