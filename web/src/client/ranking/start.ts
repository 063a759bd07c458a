import { element } from "../element.ts";
import { changeBy, fillForm } from "./form.ts";
import { isModel, type Line, lineOf } from "./line.ts";
import { nextOrder } from "./order.ts";
import { rankingRows } from "./rows.ts";
import { saidText } from "./said.ts";
import { isFiltered, passes, type RankingState, readState, writeState } from "./state.ts";

/** Without a wish to see all, a table shows this number of rows. */
const FIRST_ROWS = 10;

/** Adds sorting, filters and the equals of a rank to a ranking, which is complete without them. Its state is in the address. */
export function startRanking(section: HTMLElement, suffix: string): void {
  const table = section.querySelector<HTMLTableElement>("table.rank");
  const form = section.querySelector<HTMLFormElement>("form");
  const said = section.querySelector<HTMLElement>("[data-said]");
  const all = section.querySelector<HTMLInputElement>("input.all");
  if (table === null || form === null || said === null) return;
  const hint = said.textContent ?? "";
  const lines = [...table.tBodies].flatMap((body) => [...body.rows].filter(isModel).map((row) => lineOf(row, body)));
  const rows = rankingRows(section, table, lines);
  let state = readState(new URLSearchParams(location.search), suffix);
  let shown: RankingState | undefined;

  const choose = (change: Partial<RankingState>, replaces = false): void => {
    state = { ...state, ...change };
    const query = writeState(new URLSearchParams(location.search), suffix, state);
    history[replaces ? "replaceState" : "pushState"](null, "", `${location.pathname}${query}${location.hash}`);
    show();
  };
  const show = (): void => {
    fillForm(form, state);
    if (all !== null) all.checked = state.all !== "" || isFiltered(state);
    const moves = state.sort !== (shown?.sort ?? "") || state.dir !== (shown?.dir ?? "");
    if (moves) rows.sort(state);
    const kept = rows.order().filter((line) => passes(line, state));
    const visible = new Set(state.all === "" && !isFiltered(state) ? kept.slice(0, FIRST_ROWS) : kept);
    rows.place({ visible, moves });
    const chosen = lines.find((line) => canBeChosen(line) && line.name === state.like);
    if (state.like !== shown?.like) rows.mark(chosen);
    said.textContent = saidText(lines, { chosen, state, count: kept.length, hint });
    shown = state;
  };

  for (const head of rows.heads) asButton(head, () => choose(nextOrder(state, head.dataset["s"] ?? "")));
  for (const { row, name } of lines.filter(canBeChosen)) {
    const [rank] = row.cells;
    if (rank !== undefined) asButton(rank, () => choose({ like: state.like === name ? "" : name }));
  }
  form.addEventListener("input", ({ target }) => {
    const change = changeBy(target);
    // A step back leaves the page after typing, and undoes any other choice.
    if (change !== undefined) choose(change, "q" in change);
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
}

const canBeChosen = ({ letters }: Line): boolean => letters.length > 0;

/** Puts the content of a cell into a button. */
function asButton(cell: HTMLElement, onPress: () => void): void {
  const button = element("button", { type: "button" });
  button.append(...cell.childNodes);
  cell.append(button);
  button.addEventListener("click", onPress);
}
