import { inSteps } from "../in-steps.ts";

/** A task, and the places of the columns of a part of it, the first one 0. */
interface Part {
  readonly table: string;
  readonly columns?: readonly [first: number, last: number];
}

/** On a phone, the heat table shows one task at a time. The user chooses it, and the address keeps the choice. */
export function startTasks(section: HTMLElement, tables: readonly HTMLTableElement[], suffix: string): void {
  const select = section.querySelector("select");
  const key = `task${suffix}`;
  const sheet = new CSSStyleSheet();
  let dropRest: (() => void) | undefined;
  document.adoptedStyleSheets.push(sheet);

  const choose = () => {
    const wanted = new URLSearchParams(location.search).get(key);
    const options = [...(select?.options ?? [])];
    const option = options.find(({ value }) => value === wanted || value.startsWith(`${wanted}~`)) ?? options[0];
    if (option !== undefined) option.selected = true;
    const chosen = chosenPart(select);
    for (const table of tables) table.classList.toggle("on", select === null || table.id === chosen.table);
    sheet.replaceSync(hidingOthers(chosen));
  };
  /** A task of many models would take long to lay out at once. */
  const chooseInSteps = () => {
    dropRest?.();
    const { table } = chosenPart(select);
    const [, ...later] = tables.find(({ id }) => id === table)?.tBodies ?? [];
    for (const part of later) part.hidden = true;
    choose();
    const steps = later.map((part) => () => {
      part.hidden = false;
    });
    dropRest = inSteps(steps, { first: 0, later: 1 });
  };
  select?.addEventListener("change", () => {
    const address = new URLSearchParams(location.search);
    address.set(key, select.value);
    history.pushState(null, "", `${location.pathname}?${address.toString()}${location.hash}`);
    chooseInSteps();
  });
  addEventListener("popstate", choose);
  choose();
}

function chosenPart(select: HTMLSelectElement | null): Part {
  const [table = "", first, last] = (select?.value ?? "").split("~");
  return { table, ...(first === undefined || last === undefined ? {} : { columns: [Number(first), Number(last)] }) };
}

/** One rule hides the other columns of a task on a phone. It costs the same for any number of rows. */
const hidingOthers = ({ table, columns }: Part): string =>
  columns === undefined
    ? ""
    : `@media screen and (max-width: 52rem) { #${CSS.escape(table)} :is(td, th + th):not(:nth-child(n + ${columns[0] + 2}):nth-child(-n + ${columns[1] + 2})) { display: none; } }`;
