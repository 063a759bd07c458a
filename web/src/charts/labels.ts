import { textWidth } from "./scale.ts";

/** A mark that may get a label: its place in per cent of the drawing, and the span of its whisker. */
export type Marked = { label: string; x: number; y: number; top: number; bottom: number; must?: boolean };
/** From the dot, or from an end of its whisker. */
export type Spot = { from: "dot" | "top" | "bottom"; dx: number; dy: number; anchor: "start" | "middle" | "end" };
/** A level or upright line. */
export type Step = { x1: number; x2: number; y1: number; y2: number };
type Box = { left: number; right: number; top: number; bottom: number };

const SPOTS: Spot[] = [
  { from: "dot", dx: 9, dy: 4, anchor: "start" },
  { from: "dot", dx: -9, dy: 4, anchor: "end" },
  { from: "dot", dx: 7, dy: -8, anchor: "start" },
  { from: "dot", dx: -7, dy: -8, anchor: "end" },
  { from: "dot", dx: 7, dy: 17, anchor: "start" },
  { from: "dot", dx: -7, dy: 17, anchor: "end" },
  { from: "top", dx: 0, dy: -5, anchor: "middle" },
  { from: "top", dx: 4, dy: -5, anchor: "end" },
  { from: "top", dx: -4, dy: -5, anchor: "start" },
  { from: "bottom", dx: 0, dy: 14, anchor: "middle" },
  { from: "bottom", dx: 4, dy: 14, anchor: "end" },
  { from: "bottom", dx: -4, dy: 14, anchor: "start" },
];

/** Where the text of a spot hangs, in per cent of the height. */
export const baseOf = (mark: Marked, { from }: Spot) => (from === "dot" ? mark.y : mark[from]);

/**
 * Finds a spot for each mark, in the order given. Its label touches no other label, dot or whisker at any of the widths, and stays inside the drawing.
 * A mark without such a spot gets none, unless it must have one: its label may then cross whiskers and lines. Any label may cross steps.
 * @param widths those that one set of labels must serve
 * @param options `lines` are upright lines, and `steps` are upright or level ones between two points, in per cent
 */
export function placeLabels<M extends Marked>(
  marks: readonly M[],
  widths: readonly number[],
  height: number,
  options: {
    size?: number;
    left?: number;
    right?: number;
    floor?: number;
    lines?: readonly number[];
    steps?: readonly Step[];
  } = {},
): Map<M, Spot> {
  const { size = 13, left: spareLeft = 0, right: spareRight = 8, floor = height, lines = [], steps = [] } = options;
  const spots = new Map<M, Spot>();
  const py = (y: number) => (y * height) / 100;
  const label = (mark: M, spot: Spot, width: number): Box => {
    const { dx, dy, anchor } = spot;
    const long = textWidth(mark.label, size);
    const left = px(mark.x, width) + dx - (anchor === "end" ? long : anchor === "middle" ? long / 2 : 0);
    const base = py(baseOf(mark, spot)) + dy;
    return { left, right: left + long, top: base - size * 0.8, bottom: base + size * 0.25 };
  };
  const dot = (mark: M, width: number): Box => {
    const [x, y] = [px(mark.x, width), py(mark.y)];
    return { left: x - 5, right: x + 5, top: y - 5, bottom: y + 5 };
  };
  const whisker = (mark: M, width: number): Box => {
    const x = px(mark.x, width);
    return { left: x - 1, right: x + 1, top: py(mark.top), bottom: py(mark.bottom) };
  };
  const line = ({ x1, x2, y1, y2 }: Step, width: number): Box => ({
    left: px(x1, width),
    right: px(x2, width),
    top: py(Math.min(y1, y2)),
    bottom: py(Math.max(y1, y2)),
  });
  for (const mark of marks) {
    const fits = (spot: Spot, keepsOff: { whiskers: boolean; steps: boolean }) =>
      widths.every((width) => {
        const box = label(mark, spot, width);
        return (
          box.left >= -spareLeft &&
          box.right <= width + spareRight &&
          box.top >= 0 &&
          box.bottom <= floor &&
          (!keepsOff.whiskers || lines.every((x) => px(x, width) < box.left - 2 || px(x, width) > box.right + 2)) &&
          (!keepsOff.steps || steps.every((step) => !touch(box, line(step, width)))) &&
          marks.every(
            (other) =>
              !touch(box, dot(other, width)) &&
              (!keepsOff.whiskers || other === mark || !touch(box, whisker(other, width))),
          ) &&
          [...spots].every(([other, taken]) => !touch(box, label(other, taken, width)))
        );
      });
    const free =
      SPOTS.find((spot) => fits(spot, { whiskers: true, steps: true })) ??
      SPOTS.find((spot) => fits(spot, { whiskers: true, steps: false })) ??
      (mark.must ? SPOTS.find((spot) => fits(spot, { whiskers: false, steps: false })) : undefined);
    if (free) spots.set(mark, free);
  }
  return spots;
}

const px = (x: number, width: number) => (x * width) / 100;

const touch = (a: Box, b: Box) =>
  a.left < b.right + 2 && a.right > b.left - 2 && a.top < b.bottom + 1 && a.bottom > b.top - 1;
