import { inSteps } from "../in-steps.ts";
import { type Direction, sortOrder } from "../sort-order.ts";
import { isModel, isPeer, isSeen, type Line, valueOf } from "./line.ts";
import type { RankingState } from "./state.ts";

/** The first rows change at once and the rest after the paint, so that a press is answered within 100 ms on a slow phone. */
const STEPS = { first: 4, later: 12 };
/** The rows on a screen. */
const MARKED_FIRST = 10;

export interface Shown {
  readonly visible: ReadonlySet<Line>;
  /** The rows have another order than before. */
  readonly moves: boolean;
}

/** The rows of a ranking's table in their present order. */
export function rankingRows(section: HTMLElement, table: HTMLTableElement, lines: readonly Line[]) {
  const bodies = [...table.tBodies];
  const heads = [...table.querySelectorAll<HTMLElement>("thead [data-s]")];
  let order = lines;
  let isNatural = true;
  let dropRest: (() => void) | undefined;
  let dropMarks: (() => void) | undefined;

  return {
    heads,
    order: () => order,
    /** Puts the lines in the order of a column, or of the release. */
    sort({ sort, dir }: Pick<RankingState, "sort" | "dir">): void {
      const direction: Direction = dir === "up" ? "ascending" : "descending";
      const sorting = heads.filter((head) => sort !== "" && head.dataset["s"] === sort);
      for (const head of heads)
        if (sorting.includes(head)) head.ariaSort = direction;
        else head.removeAttribute("aria-sort");
      isNatural = sorting.length === 0;
      const values = lines.map((line) => valueOf(line, sort));
      order = isNatural ? lines : sortOrder(values, direction).flatMap((index) => lines[index] ?? []);
    },
    /** Shows the visible rows in their order. A hidden row costs nothing to move, so rows below the first screen are hidden before. */
    place({ visible, moves }: Shown): void {
      dropRest?.();
      if (moves) {
        const early = new Set([...visible].slice(0, STEPS.first));
        for (const line of order) line.row.hidden = !early.has(line);
        for (const [body, own] of Map.groupBy(order, ({ home }) => (isNatural ? home : bodies[0])))
          body?.append(...own.map(({ row }) => row));
      }
      for (const body of bodies) {
        const band = body.rows[0];
        if (band === undefined || isModel(band)) continue;
        band.hidden = !isNatural || !lines.some((line) => line.home === body && visible.has(line));
      }
      section.classList.toggle("unbanded", bodies[0]?.rows[0]?.hidden === true);
      const changed = order.filter((line) => line.row.hidden === visible.has(line));
      const steps = changed.map((line) => () => {
        line.row.hidden = !visible.has(line);
      });
      dropRest = inSteps(steps, STEPS);
    },
    /** Marks the chosen row and those that cannot be told apart from it. The rows on the screen come first. */
    mark(chosen: Line | undefined): void {
      const seen = order.filter(isSeen);
      const steps = [...new Set([...seen, ...order])].map((line) => () => {
        line.row.classList.toggle("chosen", line === chosen);
        line.row.classList.toggle("peer", isPeer(line, chosen));
      });
      dropMarks?.();
      dropMarks = inSteps(steps, { first: Math.min(seen.length, MARKED_FIRST), later: 2 * MARKED_FIRST });
      table.classList.toggle("picked", chosen !== undefined);
    },
  };
}
