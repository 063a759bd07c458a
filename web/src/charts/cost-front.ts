import { baseOf, type Marked, placeLabels, type Spot, type Step } from "./labels.ts";
import { escape } from "../text/html.ts";
import { at, linearAxis, logAxis } from "./scale.ts";

export type CostPoint = {
  label: string;
  cost: number;
  value: number;
  interval?: readonly [low: number, high: number] | undefined;
  level: boolean;
};
export type CostFrontOptions = {
  id: string;
  title: string;
  desc: string;
  x: string;
  y: string;
  money: (usd: number) => string;
};

/** The models that no other beats at the same or a lower cost, cheapest first. */
export function front<P extends { cost: number; value: number }>(points: readonly P[]): P[] {
  let best = -Infinity;
  return points
    .toSorted((a, b) => a.cost - b.cost || b.value - a.value)
    .filter((point) => {
      const ahead = point.value > best;
      if (ahead) best = point.value;
      return ahead;
    });
}

/**
 * Cost (log) against quality with intervals; a dashed step line along the front. Labels are placed where they touch no other label and no mark, once
 * for narrow and once for wide drawings. A tap names a mark without a label.
 */
export function costFront(data: readonly CostPoint[], options: CostFrontOptions): string {
  const { id, title, desc, money } = options;
  const x = logAxis(
    data.map(({ cost }) => cost),
    money,
  );
  const y = linearAxis(
    data.flatMap(({ value, interval }) => interval ?? [value]),
    { ticks: 5, bounds: [0, 1] },
  );
  const up = (value: number) => Math.round(10 * (100 - at(y, value))) / 10;
  const best = front(data);
  const points = data
    .map((point) => ({
      ...point,
      isBest: best.includes(point),
      must: best.includes(point),
      x: at(x, point.cost),
      y: up(point.value),
      top: up(point.interval?.[1] ?? point.value),
      bottom: up(point.interval?.[0] ?? point.value),
    }))
    .toSorted((a, b) => Number(b.isBest) - Number(a.isBest) || Number(b.level) - Number(a.level) || b.value - a.value);
  const steps = staircase(best.map(({ cost, value }) => ({ x: at(x, cost), y: up(value) })));
  const narrow = placeLabels(points, [250, 290, 340, 420, 520, 620, 720], 300, { left: 0, steps });
  const wide = placeLabels(points, [640, 740, 860, 980, 1100], 400, { left: 0, right: 76, steps });

  const thin = (i: number) => (x.ticks.length > 6 && i % 3 !== 0 ? ` class="w"` : "");
  return (
    `<svg class="plot cost" role="img" aria-labelledby="${id}-t ${id}-d"><title id="${id}-t">${escape(title)}</title><desc id="${id}-d">${escape(desc)}</desc><g class="grid">` +
    y.ticks.map((tick) => `<line x2="100%" y1="${up(tick)}%" y2="${up(tick)}%"/>`).join("") +
    x.ticks.map((tick) => `<line x1="${at(x, tick)}%" x2="${at(x, tick)}%" y2="100%"/>`).join("") +
    `</g><g>` +
    y.ticks
      .map((tick) => `<text x="-8" y="${up(tick)}%" dy="4" text-anchor="end">${escape(y.label(tick))}</text>`)
      .join("") +
    x.ticks
      .map(
        (tick, i) =>
          `<text${thin(i)} x="${at(x, tick)}%" y="100%" dy="18" text-anchor="middle">${escape(x.label(tick))}</text>`,
      )
      .join("") +
    `</g><g class="steps">${steps.map(({ x1, x2, y1, y2 }) => `<line x1="${x1}%" x2="${x2}%" y1="${y1}%" y2="${y2}%"/>`).join("")}</g>` +
    points
      .toReversed()
      .map((point) => {
        const range = point.interval ? ` (${point.interval.map((end) => end.toFixed(2)).join(" to ")})` : "";
        const tip = `${point.label}: ${money(point.cost)}, ${point.value.toFixed(2)}${range}`;
        return (
          `<g class="pt${point.isBest ? " best" : ""}${point.level ? " lv" : ""}" data-tip="${escape(tip)}">` +
          `<line x1="${point.x}%" x2="${point.x}%" y1="${point.top}%" y2="${point.bottom}%"/>` +
          `<circle class="hit" cx="${point.x}%" cy="${point.y}%" r="16"/><circle cx="${point.x}%" cy="${point.y}%" r="5"/>` +
          `${labels(point, narrow.get(point), wide.get(point))}</g>`
        );
      })
      .join("") +
    `<text class="name" x="-40" y="-14">${escape(options.y)}</text><text class="name" x="100%" y="100%" dy="38" text-anchor="end">${escape(options.x)}</text></svg>`
  );
}

/** The line along the front: level to the cost of the next model, then up to its value. */
function staircase(best: readonly { x: number; y: number }[]): Step[] {
  return best.flatMap((point, i) => {
    const next = best[i + 1];
    const along = { x1: point.x, x2: next?.x ?? 100, y1: point.y, y2: point.y };
    return next ? [along, { x1: next.x, x2: next.x, y1: point.y, y2: next.y }] : [along];
  });
}

/** One label for all widths where the spot is the same, else one shown on narrow and one on wide screens. */
function labels(mark: Marked, narrow: Spot | undefined, wide: Spot | undefined): string {
  const text = (spot: Spot, name: string) =>
    `<text class="lb${name}" x="${mark.x}%" y="${baseOf(mark, spot)}%" dx="${spot.dx}" dy="${spot.dy}"${spot.anchor === "start" ? "" : ` text-anchor="${spot.anchor}"`}>${escape(mark.label)}</text>`;
  if (narrow && narrow === wide) return text(narrow, "");
  return (narrow ? text(narrow, " n") : "") + (wide ? text(wide, " w") : "");
}
