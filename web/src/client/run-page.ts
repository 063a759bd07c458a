import type { MarkedMetric } from "@medhelm/core/release/mark";
import type { Page, PageInstance } from "@medhelm/core/release/page";
import { plural } from "../text/format.ts";
import { anchorIn, anchorOf, chunkIn, searchOrder } from "./anchor.ts";
import { type Chunks, openChunks } from "./chunks.ts";
import { instanceView } from "./instance-view.ts";
import { type Filter, isShown } from "./judge-instance.ts";

/** Shows a run's instances, one chunk at a time, inside `root`, an element of components/RunInstances.astro. */
export async function startRunPage(root: HTMLElement): Promise<void> {
  const part = parts(root);
  if (part === undefined) return;
  const say = (text: string) => {
    part.status.textContent = text;
  };
  say("Loading instances…");
  try {
    const chunks = await openChunks(root.dataset["folder"] ?? "");
    if (chunks.index.pages.length === 0) return say("This run has no instances.");
    await browse(part, chunks, metricOf(root));
  } catch (error) {
    say(error instanceof Error ? error.message : "The instances could not be loaded.");
  }
}

type Parts = NonNullable<ReturnType<typeof parts>>;

function parts(root: HTMLElement) {
  const controls = root.querySelector<HTMLElement>(".controls");
  const filter = root.querySelector<HTMLSelectElement>("#filter");
  const search = root.querySelector<HTMLInputElement>("#search");
  const previous = root.querySelector<HTMLButtonElement>("#previous");
  const next = root.querySelector<HTMLButtonElement>("#next");
  const position = root.querySelector<HTMLElement>("#position");
  const status = root.querySelector<HTMLElement>("#status");
  const list = root.querySelector<HTMLElement>("#list");
  if (!controls || !filter || !search || !previous || !next || !position || !status || !list) return undefined;
  return { controls, filter, search, previous, next, position, status, list };
}

function metricOf(root: HTMLElement): MarkedMetric {
  const { metric = "", mean, profile, lower, min, max, judged } = root.dataset;
  return {
    name: metric,
    profile: profile === "corrected" ? "corrected" : "helm",
    mean: mean === undefined ? undefined : Number(mean),
    range: min === undefined || max === undefined ? undefined : { min: Number(min), max: Number(max) },
    lowerIsBetter: lower === "1",
    isJudged: judged === "1",
  };
}

async function browse(part: Parts, chunks: Chunks, metric: MarkedMetric): Promise<void> {
  const numbers = chunks.index.pages.map(({ page }) => page);
  let shown: Page = { formatVersion: 1, page: numbers[0] ?? 0, instances: [] };
  let latestRequest = 0;
  const address = (page: number) => (page === numbers[0] ? location.pathname : `?chunk=${page}`);

  const draw = () => {
    const filter: Filter = part.filter.value === "wrong" || part.filter.value === "unknown" ? part.filter.value : "all";
    const visible = shown.instances.filter((instance) => isShown(instance, metric, filter, part.search.value));
    part.list.replaceChildren(
      ...visible.map((instance) =>
        instanceView(instance, metric, `${address(shown.page)}#${encodeURIComponent(anchorOf(instance))}`),
      ),
    );
    part.status.textContent = `Showing ${visible.length} of ${plural(shown.instances.length, "instance")} on this page.`;
  };
  /** Shows a chunk when it has arrived. An earlier request that arrives later is ignored. */
  const show = async (load: () => Promise<Page | undefined>) => {
    const request = ++latestRequest;
    try {
      const page = await load();
      if (page === undefined || request !== latestRequest) return false;
      shown = page;
      place(part, chunks, page.page);
      draw();
      return true;
    } catch (error) {
      part.status.textContent = error instanceof Error ? error.message : "The instances could not be loaded.";
      return false;
    }
  };
  const step = (by: number) => async () => {
    const to = numbers[numbers.indexOf(shown.page) + by];
    if (to === undefined || !(await show(() => chunks.load(to)))) return;
    history.pushState(null, "", address(to));
    part.list.querySelector<HTMLElement>("article")?.focus();
  };
  const showAddress = async () => {
    const hint = chunkIn(location.search, numbers);
    const anchor = anchorIn(location.hash);
    if (anchor === undefined) {
      await show(() => chunks.load(hint ?? numbers[0] ?? 0));
      return;
    }
    // A filter must not hide the instance in the address.
    part.filter.value = "all";
    part.search.value = "";
    const found = await show(() => find(chunks, searchOrder(numbers, hint), anchor));
    if (found) return focusOn(shown, anchor);
    await show(() => chunks.load(hint ?? numbers[0] ?? 0));
    part.status.textContent = `This run has no instance ${anchor}. ${part.status.textContent}`;
  };

  part.controls.hidden = false;
  part.filter.addEventListener("change", draw);
  part.search.addEventListener("input", draw);
  part.previous.addEventListener("click", () => void step(-1)());
  part.next.addEventListener("click", () => void step(1)());
  addEventListener("popstate", () => void showAddress());
  addEventListener("hashchange", () => void showAddress());
  await showAddress();
}

const matches = (instance: PageInstance, anchor: string) => anchorOf(instance) === anchor || instance.id === anchor;

/** Finds the chunk of an instance. It reads one chunk after another, because the index has no ids. */
async function find(chunks: Chunks, order: readonly number[], anchor: string): Promise<Page | undefined> {
  for (const number of order) {
    const page = await chunks.load(number);
    if (page.instances.some((instance) => matches(instance, anchor))) return page;
  }
  return undefined;
}

function focusOn(page: Page, anchor: string): void {
  const instance = page.instances.find((one) => matches(one, anchor));
  if (instance === undefined) return;
  const article = document.getElementById(`i-${anchorOf(instance)}`);
  article?.scrollIntoView();
  article?.focus({ preventScroll: true });
}

function place(part: Parts, { index }: Chunks, number: number): void {
  const at = index.pages.findIndex(({ page }) => page === number);
  const entry = index.pages[at];
  if (entry === undefined) return;
  part.previous.disabled = at === 0;
  part.next.disabled = at === index.pages.length - 1;
  part.position.textContent = `Page ${at + 1} of ${index.pages.length} (${plural(index.instances, "instance")} in total)`;
}
