import { at } from "./scale.ts";
import { type Shape, shape } from "./shape.ts";

export type JudgeScore = { judge: string; letter: string; score: number | null };
export type JudgePanelOptions = { id: string; title: string; desc: string; criteria: readonly string[] };

const AXIS = { from: 1, to: 5, ticks: [1, 2, 3, 4, 5], label: String };
const STEP = 44;
const place = (value: number) => `${at(AXIS, value)}%`;

/**
 * One line per criterion, 1 to 5, each judge a lettered disc; equal scores stand side by side. The wider the span, the
 * heavier the line between the lowest and the highest: disagreement is seen before it is read.
 */
export function judgePanelShape(
  data: readonly (readonly JudgeScore[])[],
  { id, title, desc, criteria }: JudgePanelOptions,
): Shape {
  const numbers = AXIS.ticks.map((tick) =>
    shape("text", { x: place(tick), y: 10, "text-anchor": "middle" }, `${tick}`),
  );
  const rows = criteria.flatMap((criterion, i) => criterionRow(criterion, data[i] ?? [], 22 + i * STEP + STEP / 2 + 4));
  return shape(
    "svg",
    { class: "jury", height: 22 + criteria.length * STEP, role: "img", "aria-labelledby": `${id}-t ${id}-d` },
    shape("title", { id: `${id}-t` }, title),
    shape("desc", { id: `${id}-d` }, desc),
    ...numbers,
    ...rows,
  );
}

const line = (kind: string, x1: string, x2: string, y1: number, y2: number) =>
  shape("line", { class: kind, x1, x2, y1, y2 });

function criterionRow(criterion: string, scores: readonly JudgeScore[], y: number): Shape[] {
  const known = scores.flatMap(({ score }) => (score === null ? [] : [score]));
  const [low, high] = [Math.min(...known), Math.max(...known)];
  const missing = scores.filter(({ score }) => score === null).map(({ letter }) => letter);
  return [
    shape("text", { class: "crit", y: y - 16 }, criterion),
    ...(missing.length === 0
      ? []
      : [
          shape(
            "text",
            { class: "miss", x: "100%", y: y - 16, "text-anchor": "end" },
            `${missing.join(", ")} unscored`,
          ),
        ]),
    line("track", "0%", "100%", y, y),
    ...AXIS.ticks.map((tick) => line("tick", place(tick), place(tick), y - 3, y + 3)),
    ...(high > low ? [line(high - low >= 2 ? "span far" : "span", place(low), place(high), y, y)] : []),
    ...scores.flatMap((own) => disc(own, scores, y)),
  ];
}

function disc(own: JudgeScore, scores: readonly JudgeScore[], y: number): Shape[] {
  const { score, letter } = own;
  if (score === null) return [];
  const same = scores.filter((other) => other.score === score);
  const shift = (same.indexOf(own) - (same.length - 1) / 2) * 21;
  return [
    shape(
      "svg",
      { x: place(score), y, overflow: "visible" },
      shape("circle", { class: "disc", cx: shift, r: 10 }),
      shape("text", { class: "letter", x: shift, y: 4, "text-anchor": "middle" }, letter),
    ),
  ];
}
