import type { MarkedMetric } from "@medhelm/core/release/pages/mark";
import { type Chip, chipsOf } from "../../run/chips.ts";
import { element } from "../element.ts";
import { pageAddress } from "./address.ts";
import { anchorIn, chunkIn } from "./anchor.ts";
import { type Chunks, openChunks } from "./chunks.ts";
import { messageOf } from "./message-of.ts";
import { openQuestion } from "./open-question.ts";
import { otherModel } from "./other-model.ts";
import { listenToKeys } from "./page-keys.ts";
import { metricOf, type Parts, partsOf } from "./parts.ts";
import { chipButton, questionList } from "./question-list.ts";

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
  const address = pageAddress();
  const others = otherModel(root, metric, address.get("with"));
  const wide = matchMedia(WIDE);
  const isWide = () => wide.matches;
  const list = questionList(part, { chunks, metric, chips, isBeside: isWide });
  let chip: Chip = chips.find(({ name }) => name === address.get("show")) ?? all;
  part.search.value = address.get("q") ?? "";
  const text = () => part.search.value.trim().toLowerCase();
  const isFiltered = () => chip !== all || text() !== "";
  const restart = (): Promise<void> => {
    for (const button of part.chips.querySelectorAll("button"))
      button.setAttribute("aria-pressed", String(button.dataset["chip"] === chip.name));
    return list.restart(chip, text());
  };
  const { open, openFirst, step } = openQuestion({ root, part, chunks, metric, list, others, isWide, isFiltered });

  others.onChoice = (name) => {
    address.keep("with", name);
    void open(false);
  };
  part.chips.replaceChildren(...chips.flatMap((one) => chipButton(one, chunks)));
  for (const button of part.chips.querySelectorAll("button"))
    button.addEventListener("click", () => {
      chip = chips.find(({ name }) => name === button.dataset["chip"]) ?? all;
      address.keep("show", chip.name);
      void restart();
    });
  let waiting: ReturnType<typeof setTimeout> | undefined;
  part.search.addEventListener("input", () => {
    clearTimeout(waiting);
    waiting = setTimeout(() => {
      address.keep("q", part.search.value);
      void restart();
    }, 150);
  });
  addEventListener("hashchange", () => void open(true));
  wide.addEventListener("change", () => {
    // A named instance is shown at each width, and what the reader has unfolded stays.
    if ([undefined, "list"].includes(anchorIn(location.hash))) void open(false);
  });
  listenToKeys(part, step);
  await openFirst(restart);
}
