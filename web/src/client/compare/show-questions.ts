import type { CompareData } from "../../compare/compare-data.ts";
import type { CompareState } from "../../compare/compare-state.ts";
import { partedItems } from "../../compare/compare-view.ts";
import { answerScore } from "../../text/answer-score.ts";
import { formatCount, plural } from "../../text/format.ts";
import { element } from "../element.ts";
import type { RunItems } from "./load-items.ts";

export interface QuestionsInput {
  readonly root: HTMLElement;
  readonly data: CompareData;
  readonly state: CompareState;
  /** positions of the compared models */
  readonly models: readonly number[];
  readonly listOf: (folder: string, metric: string) => Promise<RunItems>;
  /** changes the address to another benchmark */
  readonly go: (questions: string) => void;
}

const AT_FIRST = 10;

/** Fills the list of the questions on which the models differ, for one benchmark with a single public run of each model. */
export async function showQuestions({ root, data, state, models, listOf, go }: QuestionsInput): Promise<void> {
  const place = root.querySelector<HTMLElement>("[data-questions]");
  if (place === null) return;
  const open = data.columns.flatMap((column, at) => {
    const runs = models.map((model) => data.cells[model]?.[at]?.runs ?? []);
    const folders = runs.flatMap(([run, ...more]) =>
      run?.folder !== undefined && more.length === 0 ? [{ ...run, folder: run.folder }] : [],
    );
    return folders.length === models.length ? [{ column, folders }] : [];
  });
  const shown = open.find(({ column }) => column.group === state.questions) ?? (await firstParted(open, listOf));
  if (shown === undefined) {
    place.replaceChildren(
      element("p", { class: "sub" }, "This release has no questions that all of these models answered in public."),
    );
    return;
  }
  const { column, folders } = shown;
  const select = element(
    "select",
    {},
    ...open.map((one) => element("option", { value: one.column.group }, one.column.name)),
  );
  select.value = column.group;
  select.addEventListener("change", () => go(select.value));
  const label = element("label", {}, element("span", {}, "Benchmark"), " ", select);
  const body = element("div", {}, element("p", { class: "sub" }, "Reading the questions …"));
  place.replaceChildren(element("div", { class: "pairform" }, label), body);
  const lists = await Promise.all(folders.map(({ folder }) => listOf(folder, column.metric))).catch((error: unknown) =>
    String(error),
  );
  if (typeof lists === "string") {
    const again = element("button", { type: "button", class: "button" }, "Try again");
    again.addEventListener("click", () => void showQuestions({ root, data, state, models, listOf, go }));
    body.replaceChildren(element("p", { class: "sub" }, `The questions could not be read. ${lists}`), again);
    return;
  }
  const isMixed = new Set(lists.map(({ isListed }) => isListed)).size > 1;
  const items = partedItems(
    lists.map((list) => (isMixed ? list.items.map((item) => ({ ...item, text: "" })) : list.items)),
  );
  // Without a range, the lists cannot show whether the metric has only right and wrong.
  const scale = { mean: undefined, range: column.range, lowerIsBetter: column.lowerIsBetter, isJudged: true };
  const names = models.map((model) => data.models[model]?.name ?? "");
  const lines = items.map((item) =>
    element(
      "li",
      {},
      element("p", { dir: "auto", class: "question" }, item.text === "" ? item.id : item.text),
      element(
        "p",
        { class: "answers" },
        ...item.values.map((value, i) =>
          element(
            "a",
            { href: `${folders[i]?.href ?? ""}#${encodeURIComponent(item.id)}` },
            `${names[i]}: ${value === undefined ? "no score" : answerScore(value, scale)}`,
          ),
        ),
      ),
    ),
  );
  const list = element("ol", { class: "parted" }, ...lines.slice(0, AT_FIRST));
  const words =
    items.length === 0
      ? "The models have the same score on every question."
      : `The scores differ on ${plural(items.length, "question")} of ${formatCount(lists[0]?.items.length ?? 0)}, the largest differences first. A score opens the answer.`;
  body.replaceChildren(element("p", { class: "sub" }, words), list);
  if (lines.length <= AT_FIRST) return;
  const more = element(
    "button",
    { type: "button", class: "button" },
    `Show all ${formatCount(Math.min(lines.length, MOST))}`,
  );
  more.addEventListener("click", () => {
    list.append(...lines.slice(AT_FIRST, MOST));
    more.remove();
    list.querySelectorAll<HTMLElement>("a")[AT_FIRST * names.length]?.focus();
  });
  body.append(more);
}

interface OpenBenchmark {
  readonly column: CompareData["columns"][number];
  readonly folders: readonly { readonly folder: string; readonly href: string }[];
}

/** The first benchmark with a question on which the models differ, or else the first. Its lists are read already. */
async function firstParted(
  open: readonly OpenBenchmark[],
  listOf: QuestionsInput["listOf"],
): Promise<OpenBenchmark | undefined> {
  for (const one of open) {
    const lists = await Promise.all(one.folders.map(({ folder }) => listOf(folder, one.column.metric))).catch(() => []);
    if (partedItems(lists.map(({ items }) => items)).length > 0) return one;
  }
  return open[0];
}

/** More lines would make the page slow. */
const MOST = 500;
