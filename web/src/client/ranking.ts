import { element } from "./element.ts";
import { inSteps } from "./in-steps.ts";
import { isFiltered, passes, type RankingState, readState, writeState } from "./ranking-state.ts";
import { type Direction, sortOrder } from "./sort-order.ts";

/** A smaller number is better, or the alphabet is the natural order. */
const ASCENDING_FIRST = new Set(["name", "co", "rank"]);

/** Without a wish to see all, a table shows this number of rows. */
const FIRST_ROWS = 10;

/** The first rows change at once and the rest after the paint, so that a press is answered within 100 ms on a slow phone. */
const STEPS = { first: 4, later: 12 };

/** Adds sorting, filters and the equals of a rank to a ranking, which is complete without them. Its state is in the address. */
export function startRanking(section: HTMLElement, suffix: string): void {
  const table = section.querySelector<HTMLTableElement>("table.rank");
  const form = section.querySelector<HTMLFormElement>("form");
  const said = section.querySelector<HTMLElement>("[data-said]");
  const all = section.querySelector<HTMLInputElement>("input.all");
  if (table === null || form === null || said === null) return;
  const hint = said.textContent ?? "";
  const bodies = [...table.tBodies];
  const lines = bodies.flatMap((body) => [...body.rows].filter(isModel).map((row) => lineOf(row, body)));
  const heads = [...table.querySelectorAll<HTMLElement>("thead [data-s]")];
  let state = readState(new URLSearchParams(location.search), suffix);
  let shown: RankingState | undefined;
  let order: readonly Line[] = lines;
  let dropRest: (() => void) | undefined;
  let dropMarks: (() => void) | undefined;

  for (const head of heads) {
    const button = element("button", { type: "button" });
    button.append(...head.childNodes);
    head.append(button);
    button.addEventListener("click", () => choose(nextOrder(state, head.dataset["s"] ?? "")));
  }
  for (const { row, name, letters } of lines) {
    const [cell] = row.cells;
    if (cell === undefined || letters.length === 0) continue;
    const button = element("button", { type: "button" });
    button.append(...cell.childNodes);
    cell.append(button);
    button.addEventListener("click", () => choose({ like: state.like === name ? "" : name }));
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
  // From now on the script alone says which rows are hidden.
  section.classList.add("live");

  function choose(change: Partial<RankingState>, replaces = false): void {
    state = { ...state, ...change };
    const query = writeState(new URLSearchParams(location.search), suffix, state);
    history[replaces ? "replaceState" : "pushState"](null, "", `${location.pathname}${query}${location.hash}`);
    show();
  }

  function show(): void {
    fillForm();
    const moves = state.sort !== (shown?.sort ?? "") || state.dir !== (shown?.dir ?? "");
    if (moves) order = sorted();
    const kept = order.filter((line) => passes(line, state));
    const visible = new Set(state.all === "" && !isFiltered(state) ? kept.slice(0, FIRST_ROWS) : kept);
    place(visible, moves);
    if (state.like !== shown?.like) mark();
    say(kept.length);
    shown = state;
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

  function isNatural(): boolean {
    return state.sort === "" || !heads.some((head) => head.dataset["s"] === state.sort);
  }

  function sorted(): readonly Line[] {
    const direction: Direction = state.dir === "up" ? "ascending" : "descending";
    for (const head of heads) {
      if (!isNatural() && head.dataset["s"] === state.sort) head.ariaSort = direction;
      else head.removeAttribute("aria-sort");
    }
    if (isNatural()) return lines;
    const values = lines.map((line) => valueOf(line, state.sort));
    return sortOrder(values, direction).flatMap((index) => lines[index] ?? []);
  }

  /** Shows the visible rows in their order. A hidden row costs nothing to move, so rows below the first screen are hidden before. */
  function place(visible: ReadonlySet<Line>, moves: boolean): void {
    dropRest?.();
    const natural = isNatural();
    if (moves) {
      const early = new Set([...visible].slice(0, STEPS.first));
      for (const line of order) line.row.hidden = !early.has(line);
      for (const [body, own] of Map.groupBy(order, ({ home }) => (natural ? home : bodies[0])))
        body?.append(...own.map(({ row }) => row));
    }
    for (const body of bodies) {
      const band = body.rows[0];
      if (band === undefined || isModel(band)) continue;
      band.hidden = !natural || !lines.some((line) => line.home === body && visible.has(line));
    }
    section.classList.toggle("unbanded", bodies[0]?.rows[0]?.hidden === true);
    const changed = order.filter((line) => line.row.hidden === visible.has(line));
    dropRest = inSteps(
      changed.map((line) => () => {
        line.row.hidden = !visible.has(line);
      }),
      STEPS,
    );
  }

  function say(count: number): void {
    if (said === null) return;
    const chosen = lines.find(isChosen);
    const others = lines.filter((line) => isPeer(line, chosen)).length - 1;
    said.textContent =
      chosen === undefined
        ? isFiltered(state)
          ? `${count} of ${lines.length} models. Ranks and levels are those among all models.`
          : hint
        : others === 0
          ? `${chosen.name} differs from every other model. Press again to go back.`
          : `${chosen.name} cannot be told apart from ${others} other ${others === 1 ? "model" : "models"}: those with a bar. Press again to go back.`;
  }

  /** The rows on the screen first. */
  function mark(): void {
    const chosen = lines.find(isChosen);
    const seen = order.filter(isSeen);
    const steps = [...new Set([...seen, ...order])].map((line) => () => {
      line.row.classList.toggle("chosen", line === chosen);
      line.row.classList.toggle("peer", isPeer(line, chosen));
    });
    dropMarks?.();
    dropMarks = inSteps(steps, { first: Math.min(seen.length, FIRST_ROWS), later: 2 * FIRST_ROWS });
    table?.classList.toggle("picked", chosen !== undefined);
  }

  function isChosen({ name, letters }: Line): boolean {
    return letters.length > 0 && name === state.like;
  }
}

interface Line {
  readonly row: HTMLTableRowElement;
  /** the band that has the row in the release's order */
  readonly home: HTMLTableSectionElement;
  readonly name: string;
  readonly maker: string;
  readonly isOpen: boolean;
  /** in billions */
  readonly parameters: number | undefined;
  readonly isWithin: (limit: string) => boolean;
  /** of the groups of models that cannot be told apart */
  readonly letters: readonly string[];
}

const isSeen = ({ row }: Line): boolean => !row.hidden;

const isModel = (row: HTMLTableRowElement): boolean => !row.classList.contains("band");

function lineOf(row: HTMLTableRowElement, home: HTMLTableSectionElement): Line {
  const { m = "", b, p = "" } = row.dataset;
  return {
    row,
    home,
    name: row.querySelector("th")?.firstElementChild?.textContent ?? "",
    maker: m,
    isOpen: row.classList.contains("o"),
    parameters: b === undefined ? undefined : Number(b),
    isWithin: (limit) => row.classList.contains(`c${limit}`),
    letters: p === "" ? [] : p.split(" "),
  };
}

const isPeer = ({ letters }: Line, chosen: Line | undefined): boolean =>
  letters.some((letter) => chosen?.letters.includes(letter));

function valueOf({ row, name }: Line, key: string): number | string | undefined {
  if (key === "name") return name;
  if (key === "rank") return Number.parseInt(row.cells[0]?.textContent ?? "", 10) || undefined;
  const value = row.querySelector<HTMLDataElement>(`.${key} data`)?.value;
  return value === undefined ? undefined : Number(value);
}

const firstDirection = (sort: string): string => (ASCENDING_FIRST.has(sort) ? "up" : "");

/** The best values first, then the reverse, then the order of the release. */
function nextOrder(state: RankingState, sort: string): Pick<RankingState, "sort" | "dir"> {
  const first = firstDirection(sort);
  if (state.sort !== sort) return { sort, dir: first };
  return state.dir === first ? { sort, dir: first === "" ? "up" : "" } : { sort: "", dir: "" };
}
