import type { CellRecord } from "../home/cell-records.ts";
import { element } from "./element.ts";
import { inSteps } from "./in-steps.ts";

type Records = (CellRecord | null)[][];
const MOVES: Readonly<Record<string, readonly [down: number, right: number]>> = {
  ArrowRight: [0, 1],
  ArrowLeft: [0, -1],
  ArrowDown: [1, 0],
  ArrowUp: [-1, 0],
};

/** A task, and the places of the columns of a part of it, the first one 0. */
interface Part {
  readonly table: string;
  readonly columns?: readonly [first: number, last: number];
}

/** The heat table: on a phone one task at a time, and the interval and count of a number on a press or by arrow keys. */
export function startHeat(section: HTMLElement, suffix: string): void {
  const maps = section.querySelector<HTMLElement>(".maps");
  const note = section.querySelector<HTMLElement>(".cell");
  if (maps === null || note === null) return;
  const tables = [...maps.querySelectorAll("table")];
  const select = section.querySelector("select");
  const key = `task${suffix}`;
  const positions = (maps.dataset["rows"] ?? "").split(" ").map(Number);
  let records: Promise<Records> | undefined;
  let current: HTMLTableCellElement | undefined;
  let dropRest: (() => void) | undefined;

  const sheet = new CSSStyleSheet();
  document.adoptedStyleSheets.push(sheet);
  const chosenPart = (): Part => {
    const [table = "", first, last] = (select?.value ?? "").split("~");
    return { table, ...(first === undefined || last === undefined ? {} : { columns: [Number(first), Number(last)] }) };
  };
  /** One rule hides the other columns of a task on a phone. It costs the same for any number of rows. */
  const showPart = ({ table, columns }: Part) =>
    sheet.replaceSync(
      columns === undefined
        ? ""
        : `@media screen and (max-width: 52rem) { #${CSS.escape(table)} :is(td, th + th):not(:nth-child(n + ${columns[0] + 2}):nth-child(-n + ${columns[1] + 2})) { display: none; } }`,
    );

  const choose = () => {
    const wanted = new URLSearchParams(location.search).get(key);
    const options = [...(select?.options ?? [])];
    const option = options.find(({ value }) => value === wanted || value.startsWith(`${wanted}~`)) ?? options[0];
    if (option !== undefined) option.selected = true;
    const chosen = chosenPart();
    for (const table of tables) table.classList.toggle("on", select === null || table.id === chosen.table);
    showPart(chosen);
  };
  /** A task of many models would take long to lay out at once. */
  const chooseInSteps = () => {
    dropRest?.();
    const chosen = chosenPart();
    const [, ...later] = tables.find(({ id }) => id === chosen.table)?.tBodies ?? [];
    for (const part of later) part.hidden = true;
    choose();
    dropRest = inSteps(
      later.map((part) => () => {
        part.hidden = false;
      }),
      { first: 0, later: 1 },
    );
  };
  select?.addEventListener("change", () => {
    const address = new URLSearchParams(location.search);
    address.set(key, select.value);
    history.pushState(null, "", `${location.pathname}?${address.toString()}${location.hash}`);
    chooseInSteps();
  });
  addEventListener("popstate", choose);
  choose();

  const load = () => (records ??= fetchRecords(maps.dataset["cells"] ?? ""));

  async function show(cell: HTMLTableCellElement): Promise<void> {
    focusOn(cell);
    const link = columnLink(cell);
    const start = `${rowName(cell)} on ${link?.firstChild?.textContent ?? "this benchmark"}: `;
    const none = cell.querySelector("i");
    say(start + numberOf(cell), link);
    if (none !== null) return;
    try {
      const record = await recordOf(cell);
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

  async function recordOf(cell: HTMLTableCellElement): Promise<CellRecord | null | undefined> {
    const [row, column] = placeOf(cell, tables);
    return (await load())[positions[row] ?? row]?.[column];
  }

  function say(text: string, link: HTMLAnchorElement | undefined, more?: HTMLElement): void {
    note?.classList.add("live");
    note?.replaceChildren(`${text}. `);
    if (link !== undefined) note?.append(element("a", { href: link.href }, "Open the benchmark"));
    if (more !== undefined) note?.append(" ", more);
  }

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

/** @throws Error if the file cannot be fetched or is no table */
async function fetchRecords(url: string): Promise<Records> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url} returned status ${response.status}`);
  const records: unknown = await response.json();
  if (!isRecords(records)) throw new Error(`${url} is no table`);
  return records;
}

const isRecords = (value: unknown): value is Records =>
  Array.isArray(value) && value.every((row) => Array.isArray(row));

function recordText([value, low, high, scored, instances]: CellRecord): string {
  const interval = low === null || high === null ? "interval unknown" : `95 % interval ${low} to ${high}`;
  const answers =
    instances === 0
      ? "number of answers unknown"
      : scored === null || scored === instances
        ? `${instances} answers`
        : `${scored} of ${instances} answers scored`;
  return `${value ?? "no value"}, ${interval}, ${answers}`;
}

function cellOf({ target }: Event): HTMLTableCellElement | undefined {
  return (target instanceof Element ? target.closest<HTMLTableCellElement>("tbody td") : undefined) ?? undefined;
}

/** The words of a cell without a number, or its number without the number of its answers. */
const numberOf = (cell: HTMLTableCellElement): string =>
  (cell.querySelector("i") ?? cell.firstChild)?.textContent?.trim() ?? "";

const columnLink = (cell: HTMLTableCellElement): HTMLAnchorElement | undefined =>
  cell.closest("table")?.tHead?.rows[0]?.cells[cell.cellIndex]?.querySelector("a") ?? undefined;

const rowName = (cell: HTMLTableCellElement): string => cell.parentElement?.querySelector("th")?.textContent ?? "";

/** The row, and the column of the release's table. */
function placeOf(cell: HTMLTableCellElement, tables: readonly HTMLTableElement[]): [row: number, column: number] {
  const table = cell.closest("table") ?? tables[0];
  const columns = (table?.dataset["c"] ?? "").split(" ");
  const row = linesOf(table).findIndex((line) => line === cell.parentElement);
  return [row, Number(columns[cell.cellIndex - 1])];
}

/** The rows of a table without its head. */
const linesOf = (table: HTMLTableElement | undefined): HTMLTableRowElement[] =>
  [...(table?.tBodies ?? [])].flatMap((part) => [...part.rows]);

/** The visible numbers of a row. On a phone, those of the other parts of the task are hidden. */
const inRow = (row: HTMLTableRowElement | null | undefined): HTMLTableCellElement[] =>
  [...(row?.querySelectorAll("td") ?? [])].filter((cell) => cell.offsetParent !== null);

/** The next cell in a direction; over the edge of a table, that of the next visible table. */
function neighbour(
  cell: HTMLTableCellElement,
  [down, right]: readonly [number, number],
  tables: readonly HTMLTableElement[],
): HTMLTableCellElement | undefined {
  const shown = tables.filter((table) => table.offsetParent !== null);
  const at = shown.findIndex((table) => table.contains(cell));
  const line = linesOf(shown[at]).findIndex((row) => row === cell.parentElement) + down;
  const cellsOf = (table: number) => inRow(linesOf(shown[table])[line]);
  const next = inRow(cell.closest("tr")).indexOf(cell) + right;
  if (next < 0) return cellsOf(at - 1).at(-1);
  return cellsOf(at)[next] ?? (right === 1 ? cellsOf(at + 1)[0] : undefined);
}
