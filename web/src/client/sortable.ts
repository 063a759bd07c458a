import { type Direction, sortOrder } from "./sort-order.ts";

/**
 * Adds a sort button to every column header with data-column, the index of its column. Without scripts there are no buttons,
 * and the rows keep the order of the release. A cell sorts by its exact value in data-value, a row header by its text.
 */
export function makeSortable(table: HTMLTableElement): void {
  if (table.dataset["sortable"] === "done") return;
  table.dataset["sortable"] = "done";
  const status = document.createElement("p");
  status.className = "unseen";
  status.setAttribute("role", "status");
  table.closest(".scroll")?.after(status);
  const headers = [...table.querySelectorAll<HTMLTableCellElement>("th[data-column]")];
  for (const header of headers) {
    const name = header.querySelector(".label")?.textContent?.trim() ?? "";
    const button = document.createElement("button");
    button.type = "button";
    button.className = "sort";
    const metric = header.querySelector(".sub")?.textContent?.trim();
    button.setAttribute("aria-label", `Sort by ${metric === undefined ? name : `${name}, ${metric}`}`);
    button.addEventListener("click", () => {
      const direction = nextDirection(header);
      for (const other of headers) other.removeAttribute("aria-sort");
      header.setAttribute("aria-sort", direction);
      sortRows(table, Number(header.dataset["column"]), direction);
      status.textContent = `Sorted by ${name}, ${direction}.`;
    });
    (header.querySelector(".label") ?? header.lastElementChild)?.after(button);
  }
}

/** The direction after a click: the best values first, then the reverse, and so on. */
function nextDirection(header: HTMLElement): Direction {
  const sorted = header.getAttribute("aria-sort");
  if (sorted === "ascending") return "descending";
  if (sorted === "descending") return "ascending";
  return header.dataset["first"] === "ascending" ? "ascending" : "descending";
}

function sortRows(table: HTMLTableElement, column: number, direction: Direction): void {
  const [body] = table.tBodies;
  if (body === undefined) return;
  const rows = [...body.rows];
  const order = sortOrder(
    rows.map((row) => valueOf(row.cells[column])),
    direction,
  );
  body.append(...order.flatMap((index) => rows[index] ?? []));
}

function valueOf(cell: HTMLTableCellElement | undefined): number | string | undefined {
  if (cell === undefined) return undefined;
  if (cell.tagName === "TH") return cell.textContent?.trim() ?? "";
  const value = cell.dataset["value"];
  return value === undefined || value === "" ? undefined : Number(value);
}
