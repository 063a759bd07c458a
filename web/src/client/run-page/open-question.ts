import { anchorOf } from "@medhelm/core/release/pages/instance-anchor";
import type { MarkedMetric } from "@medhelm/core/release/pages/mark";
import { visibleText } from "@medhelm/core/release/pages/visible-text";
import type { ListRow } from "@medhelm/core/release/runs/run-list";
import { element } from "../element.ts";
import { anchorIn } from "./anchor.ts";
import type { Chunks, Found } from "./chunks.ts";
import { instanceView } from "./instance-view.ts";
import { hrefOf } from "./list-line.ts";
import { messageOf } from "./message-of.ts";
import type { otherModel } from "./other-model.ts";
import type { Step } from "./page-keys.ts";
import type { Parts } from "./parts.ts";
import { questionLinks } from "./question-links.ts";
import type { questionList } from "./question-list.ts";

interface Page {
  readonly root: HTMLElement;
  readonly part: Parts;
  readonly chunks: Chunks;
  readonly metric: MarkedMetric;
  readonly list: ReturnType<typeof questionList>;
  readonly others: ReturnType<typeof otherModel>;
  /** whether the list and the question are both on the screen */
  isWide(): boolean;
  /** whether the reader has filtered the list */
  isFiltered(): boolean;
}

/** The question of the page that is open: the one in the address, or the first one of the list. */
export function openQuestion({ root, part, chunks, metric, list, others, isWide, isFiltered }: Page) {
  let requests = 0;
  let current: string | undefined;
  /** the first instance of the run, which the page shows before the list has arrived */
  let firstFound: Found | undefined;

  const step: Step = async (by) => {
    const to = await list.neighbour(current, by);
    if (to !== undefined) location.hash = hrefOf(to);
  };

  const show = (found: Found, focus: boolean): void => {
    const view = instanceView(found.instance, {
      modelName: root.dataset["model"] ?? "this model",
      scoring: { metric, metricName: root.dataset["metricName"] ?? metric.name, version: root.dataset["version"] },
      other: others.view(found.instance.id === "" ? undefined : found),
      navigation: questionLinks(chunks.instances, step),
      folder: root.dataset["folder"] ?? "",
      details: () => chunks.details(found),
    });
    part.detail.replaceChildren(view);
    if (focus) view.focus({ preventScroll: isWide() });
  };

  /** The instance to show, and whether the list takes its place. */
  const wanted = () => {
    const named = anchorIn(location.hash);
    const isFirst = named === undefined || named === "list";
    const first = list.first() ?? firstFound?.instance;
    return {
      // A narrow screen has no room for both: it shows the answer, and the list to readers who ask for it or have filtered it.
      isList: !isWide() && isFirst && (named === "list" || isFiltered()),
      anchor: isFirst ? first && anchorOf(first) : named,
    };
  };

  const lookUp = async (anchor: string): Promise<Found | undefined> => {
    if (firstFound !== undefined && anchorOf(firstFound.instance) === anchor) return firstFound;
    const row = list.row(anchor);
    // The head of the page has requested the ids file, so that a linked instance need not wait for the list.
    const hasIds = root.dataset["ids"] !== undefined;
    const known = row === undefined && !hasIds ? await inFirstPart(chunks, anchor) : row;
    return chunks.find(anchor, known?.page);
  };

  const open = async (focus: boolean): Promise<void> => {
    const { isList, anchor } = wanted();
    part.desk.classList.toggle("open", !isList);
    const request = ++requests;
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
      if (request !== requests) return;
      if (found === undefined)
        part.detail.replaceChildren(
          element("p", { role: "alert" }, `This run has no instance ${visibleText(anchor)}.`),
        );
      else show(found, focus);
    } catch (error) {
      if (request !== requests) return;
      const again = element("button", { type: "button" }, "Try again");
      again.addEventListener("click", () => void open(focus));
      part.detail.replaceChildren(element("p", { role: "alert", class: "failure" }, `${messageOf(error)} `, again));
    }
  };

  return {
    /** Opens the question of the address. `focus`: moves the keyboard's focus to it. */
    open,
    step,
    /** Opens the first question while `listed` loads the list. */
    async openFirst(listed: () => Promise<void>): Promise<void> {
      const named = anchorIn(location.hash) !== undefined;
      if (!named && !isFiltered()) firstFound = await chunks.first().catch(() => undefined);
      if (named || firstFound !== undefined) {
        await Promise.all([open(false), listed()]);
        firstFound = undefined;
      } else {
        await listed();
        await open(false);
      }
    },
  };
}

/** The page loads the first part of the list in any case, and it has all instances of most runs. */
async function inFirstPart(chunks: Chunks, anchor: string): Promise<ListRow | undefined> {
  const first = chunks.counts === undefined ? [] : await chunks.rows(0).catch(() => []);
  return first.find((one) => anchorOf(one) === anchor);
}
