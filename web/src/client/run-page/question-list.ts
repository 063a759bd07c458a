import { anchorOf } from "@medhelm/core/release/pages/instance-anchor";
import type { MarkedMetric } from "@medhelm/core/release/pages/mark";
import type { ListRow } from "@medhelm/core/release/runs/run-list";
import { type Chip, countOf, passes } from "../../run/chips.ts";
import { formatCount, plural } from "../../text/format.ts";
import type { Chunks } from "./chunks.ts";
import { element } from "../element.ts";
import { linesIn } from "../lines.ts";
import { listLine } from "./list-line.ts";
import { messageOf } from "./message-of.ts";
import type { Parts } from "./parts.ts";

const ROWS_AT_ONCE = 100;

interface QuestionListOptions {
  readonly chunks: Chunks;
  readonly metric: MarkedMetric;
  readonly chips: readonly Chip[];
  /** Whether the list is next to the question, and so scrolls alone. */
  readonly isBeside: () => boolean;
}

/** The list of a run's questions. It reads the parts of the list as the reader needs them, and says in the status how many it has found. */
export function questionList(part: Parts, { chunks, metric, chips, isBeside }: QuestionListOptions) {
  let filter: { readonly chip: Chip; readonly text: string } | undefined;
  let rows: ListRow[] = [];
  let nextPart = 0;
  let latest = 0;
  let marked: string | undefined;
  /** the instance to whose line the list was scrolled; a reader who scrolls away is not brought back */
  let placed: string | undefined;
  const lines = linesIn(part.list, { whenDrawn: () => markLines() });

  const isShown = (row: ListRow) =>
    filter === undefined ||
    (passes(filter.chip, row) && (filter.text === "" || `${row.id}\n${row.text}`.toLowerCase().includes(filter.text)));

  /** Reads parts of the list until there are more lines. A part without the chip's instances is not read. */
  const grow = async (request: number): Promise<void> => {
    const wanted = rows.length + ROWS_AT_ONCE;
    while (nextPart < chunks.parts.length && rows.length < wanted) {
      const { counts } = chunks.parts[nextPart] ?? {};
      if (filter === undefined || countOf(filter.chip, counts, 1) !== 0) {
        part.status.textContent = `Searching ${nextPart + 1} of ${plural(chunks.parts.length, "part")}…`;
        const found = (await chunks.rows(nextPart)).filter(isShown);
        if (request !== latest) return;
        rows.push(...found);
        lines.add(found.map((row) => () => listLine(row, chips, metric)));
      }
      nextPart++;
    }
    sayFound();
    markLines();
  };
  const tryGrow = () => grow(latest).catch(sayFailed);

  const sayFound = () => {
    const isAll = nextPart === chunks.parts.length;
    part.more.hidden = isAll;
    part.more.textContent = "Show more questions";
    part.status.textContent =
      rows.length === 0
        ? "None. Clear the search or choose “all”."
        : `${formatCount(rows.length)}${isAll ? "" : " or more"} of ${plural(chunks.instances, "question")}`;
  };
  const sayFailed = (error: unknown) => {
    part.status.textContent = messageOf(error);
    part.more.hidden = false;
    part.more.textContent = "Try again";
  };

  const markLines = () => {
    for (const link of part.list.querySelectorAll("a")) {
      if (link.dataset["anchor"] !== marked) {
        link.removeAttribute("aria-current");
        continue;
      }
      link.setAttribute("aria-current", "true");
      if (!isBeside() || placed === marked) continue;
      placed = marked;
      // Places are known at the paint. Earlier, the browser would lay out the page twice.
      requestAnimationFrame(() => scrollTo(link, part.list.closest<HTMLElement>(".list")));
    }
  };

  part.more.addEventListener("click", () => void tryGrow());
  return {
    first: (): ListRow | undefined => rows[0],
    row: (anchor: string): ListRow | undefined => rows.find((row) => anchorOf(row) === anchor),
    /** Lists the instances of a chip with a text, from the first part on. */
    restart(chip: Chip, text: string): Promise<void> {
      filter = { chip, text };
      latest++;
      rows = [];
      nextPart = 0;
      lines.clear();
      placed = undefined;
      return tryGrow();
    },
    /** The instance after or before another one; it reads more of the list if necessary. */
    async neighbour(anchor: string | undefined, by: 1 | -1): Promise<ListRow | undefined> {
      const at = () => rows.findIndex((row) => anchorOf(row) === anchor);
      if (by === 1 && at() === rows.length - 1 && nextPart < chunks.parts.length) await tryGrow();
      return rows[at() + by];
    },
    /** Marks the line of the instance that is open. */
    mark(anchor: string | undefined): void {
      marked = anchor;
      markLines();
    },
    /** Brings the marked line into view. */
    reveal(): void {
      const link = [...part.list.querySelectorAll("a")].find(({ dataset }) => dataset["anchor"] === marked);
      link?.scrollIntoView({ block: "center" });
    },
  };
}

/** Scrolls the list alone, and not the page. */
function scrollTo(link: HTMLElement, list: HTMLElement | null): void {
  if (list === null) return;
  const [inner, outer] = [link.getBoundingClientRect(), list.getBoundingClientRect()];
  if (inner.top < outer.top) list.scrollTop -= outer.top - inner.top;
  else if (inner.bottom > outer.bottom) list.scrollTop += inner.bottom - outer.bottom;
}

/** The button of a filter; none if no instance passes it. */
export function chipButton(chip: Chip, chunks: Chunks): HTMLElement[] {
  const count = countOf(chip, chunks.counts, chunks.instances);
  if (count === 0) return [];
  const number = count === undefined ? undefined : element("b", {}, formatCount(count));
  return [element("li", {}, element("button", { type: "button", "data-chip": chip.name }, `${chip.label} `, number))];
}
