import { anchorOf } from "@medhelm/core/release/pages/instance-anchor";
import type { MarkedMetric } from "@medhelm/core/release/pages/mark";
import type { ListRow } from "@medhelm/core/release/runs/run-list";
import { type Chip, chipsOf, countOf, passes } from "../run/chips.ts";
import { visibleText } from "@medhelm/core/release/pages/visible-text";
import { formatCount, plural } from "../text/format.ts";
import { anchorIn, chunkIn } from "./anchor.ts";
import { type Chunks, type Found, openChunks } from "./chunks.ts";
import { element } from "./element.ts";
import { instanceView } from "./instance-view.ts";
import { linesIn } from "./lines.ts";
import { listLine } from "./list-line.ts";
import { messageOf } from "./message-of.ts";
import { otherModel } from "./other-model.ts";
import { isForAnother, STEPS } from "./page-keys.ts";
import { metricOf, type Parts, partsOf } from "./run-page-parts.ts";

const ROWS_AT_ONCE = 100;

/** Shows a run's instances inside `root`, an element of components/RunInstances.astro: a list, and one instance. */
export async function startRunPage(root: HTMLElement): Promise<void> {
  const part = partsOf(root);
  if (part === undefined) return;
  const metric = metricOf(root);
  part.status.textContent = "Loading instances…";
  try {
    const chunks = await openChunks(root.dataset["folder"] ?? "", metric, {
      hint: chunkIn(location.search),
      ahead: aheadOf(root),
    });
    if (chunks.parts.length === 0) {
      part.status.textContent = "This run has no instances.";
      return;
    }
    root.classList.add("ready");
    await browse(root, part, chunks, metric);
  } catch (error) {
    part.status.textContent = `${messageOf(error)} `;
    const again = element("button", { type: "button" }, "Try again");
    again.addEventListener("click", () => void startRunPage(root));
    part.status.append(again);
  }
}

/** The first chunk has the first instance, so it need not wait for the list. */
function aheadOf(root: HTMLElement): string[] {
  const isFirst = anchorIn(location.hash) === undefined && location.search === "";
  return isFirst && root.dataset["listed"] === "1" ? ["1.json"] : [];
}

/** Paper is narrow, and a question that is open stays so on it. */
const WIDE = "print, (min-width: 60.01rem)";

async function browse(root: HTMLElement, part: Parts, chunks: Chunks, metric: MarkedMetric): Promise<void> {
  const chips = chipsOf(metric);
  const [all] = chips;
  if (all === undefined) return;
  const address = new URLSearchParams(location.search);
  const others = otherModel(root, metric, address.get("with"));
  const wide = matchMedia(WIDE);
  let chip: Chip = chips.find(({ name }) => name === address.get("show")) ?? all;
  let rows: ListRow[] = [];
  let nextPart = 0;
  let listRequest = 0;
  let detailRequest = 0;
  let current: string | undefined;
  /** the first instance of the run, which the page shows before the list has arrived */
  let firstFound: Found | undefined;
  /** the instance to whose line the list was scrolled; a reader who scrolls away is not brought back */
  let placed: string | undefined;
  part.search.value = address.get("q") ?? "";

  const text = () => part.search.value.trim().toLowerCase();
  const isFiltered = () => chip !== all || text() !== "";
  const isShown = (row: ListRow) =>
    passes(chip, row) && (text() === "" || `${row.id}\n${row.text}`.toLowerCase().includes(text()));

  /** Reads parts of the list until there are more lines. A part without the chip's instances is not read. */
  const grow = async (request: number): Promise<void> => {
    const wanted = rows.length + ROWS_AT_ONCE;
    while (nextPart < chunks.parts.length && rows.length < wanted) {
      const { counts } = chunks.parts[nextPart] ?? {};
      if (countOf(chip, counts, 1) !== 0) {
        part.status.textContent = `Searching ${nextPart + 1} of ${plural(chunks.parts.length, "part")}…`;
        const found = (await chunks.rows(nextPart)).filter(isShown);
        if (request !== listRequest) return;
        rows.push(...found);
        lines.add(found.map((row) => () => listLine(row, chips, metric, hrefOf(row))));
      }
      nextPart++;
    }
    sayFound();
    markCurrent();
  };

  const sayFound = () => {
    const isAll = nextPart === chunks.parts.length;
    part.more.hidden = isAll;
    part.more.textContent = "Show more questions";
    if (rows.length === 0) part.status.textContent = "None. Clear the search or choose “all”.";
    else
      part.status.textContent = `${formatCount(rows.length)}${isAll ? "" : " or more"} of ${plural(chunks.instances, "question")}`;
  };

  const restart = async (): Promise<void> => {
    const request = ++listRequest;
    rows = [];
    nextPart = 0;
    lines.clear();
    placed = undefined;
    for (const button of part.chips.querySelectorAll("button"))
      button.setAttribute("aria-pressed", String(button.dataset["chip"] === chip.name));
    try {
      await grow(request);
    } catch (error) {
      failedList(error);
    }
  };
  const failedList = (error: unknown) => {
    part.status.textContent = messageOf(error);
    part.more.hidden = false;
    part.more.textContent = "Try again";
  };

  const keep = (name: string, value: string) => {
    if (value === "") address.delete(name);
    else address.set(name, value);
    address.delete("chunk");
    const query = address.toString();
    history.replaceState(null, "", `${location.pathname}${query === "" ? "" : `?${query}`}${location.hash}`);
  };

  const markCurrent = () => {
    for (const link of part.list.querySelectorAll("a")) {
      if (link.dataset["anchor"] === current) {
        link.setAttribute("aria-current", "true");
        if (wide.matches && placed !== current) {
          placed = current;
          // Places are known at the paint. Earlier, the browser would lay out the page twice.
          requestAnimationFrame(() => scrollTo(link, part.list.closest<HTMLElement>(".list")));
        }
      } else link.removeAttribute("aria-current");
    }
  };

  const lineOf = (anchor: string | undefined) =>
    [...part.list.querySelectorAll("a")].find(({ dataset }) => dataset["anchor"] === anchor);

  const lines = linesIn(part.list, { whenDrawn: () => markCurrent() });

  const at = () => rows.findIndex((row) => anchorOf(row) === current);
  const step = async (by: 1 | -1): Promise<void> => {
    if (by === 1 && at() === rows.length - 1 && nextPart < chunks.parts.length)
      await grow(listRequest).catch(failedList);
    const to = rows[at() + by];
    if (to !== undefined) location.hash = hrefOf(to);
  };
  const navigation = () => {
    const [back, previous, next] = [
      element("a", { href: "#list", class: "back" }, `All ${plural(chunks.instances, "question")}`),
      element("button", { type: "button", class: "link", id: "previous" }, "Previous"),
      element("button", { type: "button", class: "link", id: "next" }, "Next"),
    ];
    previous.addEventListener("click", () => void step(-1));
    next.addEventListener("click", () => void step(1));
    return element("nav", { "aria-label": "Questions" }, back, previous, next);
  };

  const show = (found: Found, focus: boolean) => {
    const { instance } = found;
    const other = others.view(instance.id === "" ? undefined : found);
    const view = instanceView(instance, {
      modelName: root.dataset["model"] ?? "this model",
      scoring: { metric, metricName: root.dataset["metricName"] ?? metric.name, version: root.dataset["version"] },
      other,
      navigation: navigation(),
      folder: root.dataset["folder"] ?? "",
      details: () => chunks.details(found),
    });
    part.detail.replaceChildren(view);
    if (focus) view.focus({ preventScroll: wide.matches });
  };

  /** The instance to show, and whether the list takes its place. */
  const wanted = () => {
    const named = anchorIn(location.hash);
    const isFirst = named === undefined || named === "list";
    const first = rows[0] ?? firstFound?.instance;
    return {
      // A narrow screen has no room for both: it shows the answer, and the list to readers who ask for it or have filtered it.
      isList: !wide.matches && isFirst && (named === "list" || isFiltered()),
      anchor: isFirst ? first && anchorOf(first) : named,
    };
  };

  const open = async (focus: boolean): Promise<void> => {
    const { isList, anchor } = wanted();
    part.desk.classList.toggle("open", !isList);
    const request = ++detailRequest;
    if (anchor === undefined || isList) {
      part.detail.replaceChildren();
      markCurrent();
      if (focus) lineOf(current)?.scrollIntoView({ block: "center" });
      return;
    }
    current = anchor;
    markCurrent();
    try {
      const found = await lookUp(anchor);
      if (request !== detailRequest) return;
      if (found === undefined)
        part.detail.replaceChildren(
          element("p", { role: "alert" }, `This run has no instance ${visibleText(anchor)}.`),
        );
      else show(found, focus);
    } catch (error) {
      if (request !== detailRequest) return;
      const again = element("button", { type: "button" }, "Try again");
      again.addEventListener("click", () => void open(focus));
      part.detail.replaceChildren(element("p", { role: "alert", class: "failure" }, `${messageOf(error)} `, again));
    }
  };

  const lookUp = async (anchor: string): Promise<Found | undefined> => {
    if (firstFound !== undefined && anchorOf(firstFound.instance) === anchor) return firstFound;
    const row = rows.find((one) => anchorOf(one) === anchor);
    // The head of the page has requested the ids file, so that a linked instance need not wait for the list.
    const hasIds = root.dataset["ids"] !== undefined;
    const known = row === undefined && !hasIds ? await inFirstPart(anchor) : row;
    return chunks.find(anchor, known?.page);
  };

  /** The page loads the first part of the list in any case, and it has all instances of most runs. */
  const inFirstPart = async (anchor: string): Promise<ListRow | undefined> => {
    const first = chunks.counts === undefined ? [] : await chunks.rows(0).catch(() => []);
    return first.find((one) => anchorOf(one) === anchor);
  };

  others.onChoice = (name) => {
    keep("with", name);
    void open(false);
  };
  part.chips.replaceChildren(...chips.flatMap((one) => chipButton(one, chunks)));
  for (const button of part.chips.querySelectorAll("button"))
    button.addEventListener("click", () => {
      chip = chips.find(({ name }) => name === button.dataset["chip"]) ?? all;
      keep("show", chip.name);
      void restart();
    });
  let waiting: ReturnType<typeof setTimeout> | undefined;
  part.search.addEventListener("input", () => {
    clearTimeout(waiting);
    waiting = setTimeout(() => {
      keep("q", part.search.value);
      void restart();
    }, 150);
  });
  part.more.addEventListener("click", () => void grow(listRequest).catch(failedList));
  addEventListener("hashchange", () => void open(true));
  wide.addEventListener("change", () => {
    // A named instance is shown at each width, and what the reader has unfolded stays.
    if ([undefined, "list"].includes(anchorIn(location.hash))) void open(false);
  });
  addEventListener("keydown", (event) => {
    if (part.help.open || isForAnother(event)) return;
    const by = STEPS.get(event.key);
    if (by !== undefined) void step(by);
    else if (event.key === "?") part.help.showModal();
    else if (event.key === "/") {
      event.preventDefault();
      part.search.focus();
    }
  });
  const named = anchorIn(location.hash) !== undefined;
  if (!named && !isFiltered()) firstFound = await chunks.first().catch(() => undefined);
  if (named || firstFound !== undefined) {
    await Promise.all([open(false), restart()]);
    firstFound = undefined;
  } else {
    await restart();
    await open(false);
  }
}

const hrefOf = (row: Parameters<typeof anchorOf>[0]) => `#${encodeURIComponent(anchorOf(row))}`;

/** Scrolls the list alone, and not the page. */
function scrollTo(link: HTMLElement, list: HTMLElement | null): void {
  if (list === null) return;
  const [inner, outer] = [link.getBoundingClientRect(), list.getBoundingClientRect()];
  if (inner.top < outer.top) list.scrollTop -= outer.top - inner.top;
  else if (inner.bottom > outer.bottom) list.scrollTop += inner.bottom - outer.bottom;
}

function chipButton(chip: Chip, chunks: Chunks): HTMLElement[] {
  const count = countOf(chip, chunks.counts, chunks.instances);
  if (count === 0) return [];
  const number = count === undefined ? undefined : element("b", {}, formatCount(count));
  return [element("li", {}, element("button", { type: "button", "data-chip": chip.name }, `${chip.label} `, number))];
}
