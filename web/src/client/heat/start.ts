import { cellOf, neighbour } from "./cells.ts";
import { cellNote } from "./note.ts";
import { startTasks } from "./tasks.ts";

const MOVES: Readonly<Record<string, readonly [down: number, right: number]>> = {
  ArrowRight: [0, 1],
  ArrowLeft: [0, -1],
  ArrowDown: [1, 0],
  ArrowUp: [-1, 0],
};

/** The heat table: on a phone one task at a time, and the interval and count of a number on a press or by arrow keys. */
export function startHeat(section: HTMLElement, suffix: string): void {
  const maps = section.querySelector<HTMLElement>(".maps");
  const note = section.querySelector<HTMLElement>(".cell");
  if (maps === null || note === null) return;
  const tables = [...maps.querySelectorAll("table")];
  startTasks(section, tables, suffix);
  const show = cellNote(note, maps, tables);
  maps.addEventListener("click", (event) => {
    const cell = cellOf(event);
    if (cell === undefined) return;
    void show(cell);
    cell.focus({ preventScroll: true }); // so that the arrow keys go on from here
  });
  maps.addEventListener("keydown", (event) => {
    const cell = cellOf(event);
    const move = MOVES[event.key];
    if (cell === undefined || (move === undefined && event.key !== "Enter")) return;
    event.preventDefault();
    const next = move === undefined ? cell : (neighbour(cell, move, tables) ?? cell);
    void show(next);
    next.focus();
  });
  const first = tables[0]?.querySelector<HTMLElement>("tbody td");
  if (first) first.tabIndex = 0;
}
