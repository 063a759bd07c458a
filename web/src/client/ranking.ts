import { element } from "./element.ts";
import { isFiltered, passes, type RankingState, readState, writeState } from "./ranking-state.ts";
import { type Direction, sortOrder } from "./sort-order.ts";

/** A smaller number is better, or the alphabet is the natural order. */
const ASCENDING_FIRST = new Set(["name", "co", "rank"]);

/** Adds sorting, filters and the equals of a rank to a ranking, which is complete without them. Its state is in the address. */
export function startRanking(section: HTMLElement, suffix: string): void {
  const table = section.querySelector<HTMLTableElement>("table.rank");
  const form = section.querySelector<HTMLFormElement>("form");
  const said = section.querySelector<HTMLElement>("[data-said]");
  const all = section.querySelector<HTMLInputElement>("input.all");
  if (table === null || form === null || said === null) return;
  const hint = said.textContent ?? "";
  const bands = [...table.querySelectorAll<HTMLTableRowElement>("tr.band")];
  const rows = [...table.querySelectorAll<HTMLTableRowElement>("tbody tr:not(.band)")];
  const bodies = new Map(rows.map((row) => [row, row.parentElement]));
  const heads = [...table.querySelectorAll<HTMLElement>("thead [data-s]")];
  let shownOrder = " ";
  let state = readState(new URLSearchParams(location.search), suffix);

  for (const head of heads) {
    const button = element("button", { type: "button" });
    button.append(...head.childNodes);
    head.append(button);
    button.addEventListener("click", () => choose(nextOrder(state, head.dataset["s"] ?? "")));
  }
  for (const row of rows) {
    const cell = row.querySelector(".rk");
    if (cell === null || row.dataset["p"] === undefined) continue;
    const button = element("button", { type: "button" });
    button.append(...cell.childNodes);
    cell.append(button);
    button.addEventListener("click", () => choose({ like: state.like === nameOf(row) ? "" : nameOf(row) }));
  }
  form.addEventListener("input", (event) => {
    const { target } = event;
    if (!(target instanceof HTMLInputElement || target instanceof HTMLSelectElement)) return;
    const value =
      target instanceof HTMLInputElement && target.type === "checkbox" && !target.checked ? "" : target.value;
    if (target.name === "sort") return choose({ sort: value, dir: value === "" ? "" : firstDirection(value) });
    // A step back leaves the page after typing, and undoes any other choice.
    choose({ [target.name]: value }, target.name === "q");
  });
  form.addEventListener("submit", (event) => event.preventDefault());
  all?.addEventListener("change", () => choose({ all: all.checked ? "1" : "" }));
  addEventListener("keydown", (event) => {
    if (event.key === "Escape" && state.like !== "") choose({ like: "" });
  });
  addEventListener("popstate", () => {
    state = readState(new URLSearchParams(location.search), suffix);
    show();
  });
  show();

  function choose(change: Partial<RankingState>, replaces = false): void {
    state = { ...state, ...change };
    const query = writeState(new URLSearchParams(location.search), suffix, state);
    history[replaces ? "replaceState" : "pushState"](null, "", `${location.pathname}${query}${location.hash}`);
    show();
  }

  function show(): void {
    fillForm();
    sort();
    filter();
    mark();
  }

  function fillForm(): void {
    if (form === null) return;
    const texts: Readonly<Record<string, string>> = { ...state };
    for (const field of form.elements) {
      if (field instanceof HTMLInputElement && (field.type === "radio" || field.type === "checkbox"))
        field.checked = texts[field.name] === field.value;
      else if ((field instanceof HTMLInputElement || field instanceof HTMLSelectElement) && field.name in texts)
        field.value = texts[field.name] ?? "";
    }
    if (isFiltered(state)) form.closest("details")?.setAttribute("open", "");
    if (all !== null) all.checked = state.all !== "" || isFiltered(state);
  }

  function sort(): void {
    // To move rows costs a layout of the whole table.
    if (shownOrder === `${state.sort} ${state.dir}`) return;
    shownOrder = `${state.sort} ${state.dir}`;
    const isNatural = state.sort === "" || !heads.some((head) => head.dataset["s"] === state.sort);
    const direction: Direction = state.dir === "up" ? "ascending" : "descending";
    const order = isNatural
      ? [...rows.keys()]
      : sortOrder(
          rows.map((row) => valueOf(row, state.sort)),
          direction,
        );
    for (const index of order) {
      const row = rows[index];
      if (row !== undefined) (isNatural ? bodies.get(row) : table?.tBodies[0])?.append(row);
    }
    for (const band of bands) band.hidden = !isNatural;
    for (const head of heads) {
      if (!isNatural && head.dataset["s"] === state.sort) head.ariaSort = direction;
      else head.removeAttribute("aria-sort");
    }
    // The first ten of this order are those that a reader wants, not the first ten of another.
    order.forEach((index, place) => rows[index]?.classList.toggle("more", place >= FIRST_ROWS));
  }

  function filter(): void {
    const kept = rows.filter((row) => {
      const keep = passes(filtered(row), state);
      row.hidden = !keep;
      return keep;
    });
    if (said === null) return;
    said.textContent = isFiltered(state)
      ? `${kept.length} of ${rows.length} models. Ranks and levels are those among all models.`
      : hint;
  }

  function mark(): void {
    const chosen = rows.find((row) => nameOf(row) === state.like && row.dataset["p"] !== undefined);
    const letters = new Set(chosen?.dataset["p"]?.split(" "));
    const peers = rows.filter((row) => (row.dataset["p"] ?? "").split(" ").some((letter) => letters.has(letter)));
    for (const row of rows) {
      row.classList.toggle("chosen", row === chosen);
      row.classList.toggle("peer", peers.includes(row));
    }
    table?.classList.toggle("picked", chosen !== undefined);
    if (chosen === undefined || said === null) return;
    const others = peers.length - 1;
    said.textContent =
      others === 0
        ? `${nameOf(chosen)} differs from every other model. Press again to go back.`
        : `${nameOf(chosen)} cannot be told apart from ${others} other ${others === 1 ? "model" : "models"}: those with a bar. Press again to go back.`;
  }
}

const FIRST_ROWS = 10;

const nameOf = (row: HTMLTableRowElement): string => row.querySelector("th > :first-child")?.textContent ?? "";

function valueOf(row: HTMLTableRowElement, key: string): number | string | undefined {
  if (key === "name") return nameOf(row);
  if (key === "rank") return Number.parseInt(row.querySelector(".rk")?.textContent ?? "", 10) || undefined;
  const value = row.querySelector<HTMLDataElement>(`.${key} data`)?.value;
  return value === undefined ? undefined : Number(value);
}

const filtered = (row: HTMLTableRowElement) => ({
  name: nameOf(row),
  maker: row.dataset["m"] ?? "",
  isOpen: row.classList.contains("o"),
  parameters: row.dataset["b"] === undefined ? undefined : Number(row.dataset["b"]),
  isWithin: (limit: string) => row.classList.contains(`c${limit}`),
});

const firstDirection = (sort: string): string => (ASCENDING_FIRST.has(sort) ? "up" : "");

/** The best values first, then the reverse, then the order of the release. */
function nextOrder(state: RankingState, sort: string): Pick<RankingState, "sort" | "dir"> {
  const first = firstDirection(sort);
  if (state.sort !== sort) return { sort, dir: first };
  return state.dir === first ? { sort, dir: first === "" ? "up" : "" } : { sort: "", dir: "" };
}
