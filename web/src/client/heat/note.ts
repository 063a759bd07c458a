import { element } from "../element.ts";
import { columnLink, numberOf, placeOf, rowName } from "./cells.ts";
import { fetchRecords, recordText, type Records } from "./records.ts";

/** Makes the function that shows the interval and the count of a number in the note below the table. */
export function cellNote(note: HTMLElement, maps: HTMLElement, tables: readonly HTMLTableElement[]) {
  const positions = (maps.dataset["rows"] ?? "").split(" ").map(Number);
  let records: Promise<Records> | undefined;
  let current: HTMLTableCellElement | undefined;

  const load = () => (records ??= fetchRecords(maps.dataset["cells"] ?? ""));

  async function show(cell: HTMLTableCellElement): Promise<void> {
    focusOn(cell);
    const link = columnLink(cell);
    const start = `${rowName(cell)} on ${link?.firstChild?.textContent ?? "this benchmark"}: `;
    say(start + numberOf(cell), link);
    if (cell.querySelector("i") !== null) return;
    try {
      const [row, column] = placeOf(cell, tables);
      const record = (await load())[positions[row] ?? row]?.[column];
      if (cell === current && record) say(start + recordText(record), link);
    } catch {
      records = undefined;
      if (cell !== current) return;
      const again = element("button", { type: "button" }, "Try again");
      again.addEventListener("click", () => void show(cell));
      say(`${start}${numberOf(cell)}; the interval could not be fetched`, link, again);
    }
  }

  function focusOn(cell: HTMLTableCellElement): void {
    current?.classList.remove("on");
    if (current !== undefined) current.tabIndex = -1;
    current = cell;
    cell.classList.add("on");
    cell.tabIndex = 0;
  }

  function say(text: string, link: HTMLAnchorElement | undefined, more?: HTMLElement): void {
    note.classList.add("live");
    note.replaceChildren(`${text}. `);
    if (link !== undefined) note.append(element("a", { href: link.href }, "Open the benchmark"));
    if (more !== undefined) note.append(" ", more);
  }

  return show;
}
