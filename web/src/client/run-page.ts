import { anchorOf } from "@medhelm/core/release/pages/instance-anchor";
import type { MarkedMetric } from "@medhelm/core/release/pages/mark";
import type { ListRow } from "@medhelm/core/release/runs/run-list";
import { type Chip, chipsOf } from "../run/chips.ts";
import { visibleText } from "@medhelm/core/release/pages/visible-text";
import { plural } from "../text/format.ts";
import { anchorIn, chunkIn } from "./anchor.ts";
import { type Chunks, type Found, openChunks } from "./chunks.ts";
import { element } from "./element.ts";
import { instanceView } from "./instance-view.ts";
import { hrefOf } from "./list-line.ts";
import { messageOf } from "./message-of.ts";
import { otherModel } from "./other-model.ts";
import { isForAnother, STEPS } from "./page-keys.ts";
import { chipButton, questionList } from "./question-list.ts";
import { metricOf, type Parts, partsOf } from "./run-page-parts.ts";

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

/** Connects the list, the question that is open, the address and the keys. */
async function browse(root: HTMLElement, part: Parts, chunks: Chunks, metric: MarkedMetric): Promise<void> {
  const chips = chipsOf(metric);
  const [all] = chips;
  if (all === undefined) return;
  const address = new URLSearchParams(location.search);
  const others = otherModel(root, metric, address.get("with"));
  const wide = matchMedia(WIDE);
  const list = questionList(part, { chunks, metric, chips, isBeside: () => wide.matches });
  let chip: Chip = chips.find(({ name }) => name === address.get("show")) ?? all;
  let detailRequest = 0;
  let current: string | undefined;
  /** the first instance of the run, which the page shows before the list has arrived */
  let firstFound: Found | undefined;
  part.search.value = address.get("q") ?? "";

  const text = () => part.search.value.trim().toLowerCase();
  const isFiltered = () => chip !== all || text() !== "";
  const restart = (): Promise<void> => {
    for (const button of part.chips.querySelectorAll("button"))
      button.setAttribute("aria-pressed", String(button.dataset["chip"] === chip.name));
    return list.restart(chip, text());
  };

  const keep = (name: string, value: string) => {
    if (value === "") address.delete(name);
    else address.set(name, value);
    address.delete("chunk");
    const query = address.toString();
    history.replaceState(null, "", `${location.pathname}${query === "" ? "" : `?${query}`}${location.hash}`);
  };

  const step = async (by: 1 | -1): Promise<void> => {
    const to = await list.neighbour(current, by);
    if (to !== undefined) location.hash = hrefOf(to);
  };

  const show = (found: Found, focus: boolean) => {
    const view = instanceView(found.instance, {
      modelName: root.dataset["model"] ?? "this model",
      scoring: { metric, metricName: root.dataset["metricName"] ?? metric.name, version: root.dataset["version"] },
      other: others.view(found.instance.id === "" ? undefined : found),
      navigation: navigation(chunks.instances, (by) => void step(by)),
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
    const first = list.first() ?? firstFound?.instance;
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
      list.mark(current);
      if (focus) list.reveal();
      return;
    }
    current = anchor;
    list.mark(current);
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
    const row = list.row(anchor);
    // The head of the page has requested the ids file, so that a linked instance need not wait for the list.
    const hasIds = root.dataset["ids"] !== undefined;
    const known = row === undefined && !hasIds ? await inFirstPart(chunks, anchor) : row;
    return chunks.find(anchor, known?.page);
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
  addEventListener("hashchange", () => void open(true));
  wide.addEventListener("change", () => {
    // A named instance is shown at each width, and what the reader has unfolded stays.
    if ([undefined, "list"].includes(anchorIn(location.hash))) void open(false);
  });
  listenToKeys(part, (by) => void step(by));
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

type Step = (by: 1 | -1) => void;

/** The links of an open question to the list, the question before and the one after. */
function navigation(instances: number, step: Step): HTMLElement {
  const [back, previous, next] = [
    element("a", { href: "#list", class: "back" }, `All ${plural(instances, "question")}`),
    element("button", { type: "button", class: "link", id: "previous" }, "Previous"),
    element("button", { type: "button", class: "link", id: "next" }, "Next"),
  ];
  previous.addEventListener("click", () => step(-1));
  next.addEventListener("click", () => step(1));
  return element("nav", { "aria-label": "Questions" }, back, previous, next);
}

function listenToKeys({ help, search }: Parts, step: Step): void {
  addEventListener("keydown", (event) => {
    if (help.open || isForAnother(event)) return;
    const by = STEPS.get(event.key);
    if (by !== undefined) step(by);
    else if (event.key === "?") help.showModal();
    else if (event.key === "/") {
      event.preventDefault();
      search.focus();
    }
  });
}

/** The page loads the first part of the list in any case, and it has all instances of most runs. */
async function inFirstPart(chunks: Chunks, anchor: string): Promise<ListRow | undefined> {
  const first = chunks.counts === undefined ? [] : await chunks.rows(0).catch(() => []);
  return first.find((one) => anchorOf(one) === anchor);
}
