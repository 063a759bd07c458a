import { pairItems, type PairedItems } from "@medhelm/core/release/statistics/paired-items";
import type { CompareData, ComparePairs } from "../../compare/compare-data.ts";
import { type CompareState, readState, stateQuery } from "../../compare/compare-state.ts";
import { MOST_QUESTIONS, partsOf, questionsOf, scaled, scaleOf } from "../../compare/compare-view.ts";
import { element } from "../element.ts";
import { json, loadItems, type RunItems } from "./load-items.ts";
import { showForest } from "./show-forest.ts";
import { showQuestions } from "./show-questions.ts";

const isData = (value: unknown): value is CompareData =>
  typeof value === "object" && value !== null && "columns" in value && "cells" in value;
const isPairs = (value: unknown): value is ComparePairs =>
  typeof value === "object" && value !== null && "pairs" in value;

const AT_ONCE = 4;

/** The page that compares models. Its state is in the address, and everything else follows from it. */
export async function startCompare(root: HTMLElement): Promise<void> {
  const folder = root.dataset["folder"] ?? "";
  const status = root.querySelector<HTMLElement>("[data-status]");
  const say = (text: string) => {
    if (status !== null) status.textContent = text;
  };
  const data = await json(`${folder}data.json`).catch(() => undefined);
  if (!isData(data) || data.models.length < 2) {
    const words = isData(data)
      ? "This release has one model, so there is nothing to compare."
      : "The data of this page could not be loaded.";
    const again = element("button", { type: "button", class: "button" }, "Try again");
    again.addEventListener("click", () => location.reload());
    root.replaceChildren(element("p", { class: "stand" }, words), ...(isData(data) ? [] : [again]));
    return;
  }
  const ids = data.models.map(({ id }) => id);
  const lists = new Map<string, Promise<RunItems>>();
  const listOf = (at: string, metric: string) => {
    const key = `${at}\n${metric}`;
    const known = lists.get(key) ?? loadItems(at, metric, data.profile);
    lists.set(key, known);
    known.catch(() => lists.delete(key));
    return known;
  };
  let turn = 0;

  const show = async (state: CompareState) => {
    turn += 1;
    const mine = turn;
    const isOld = () => mine !== turn;
    const models = state.models.map((id) => ids.indexOf(id));
    const [first = 0, ...others] = models;
    fillSelects(root, data, state);
    const file = await json(`${folder}pairs/${encodeURIComponent(ids[first] ?? "")}.json`).catch(() => undefined);
    if (isOld()) return;
    const pairs = others.map((other) => (isPairs(file) ? file.pairs[ids[other] ?? ""] : undefined));
    const computed = others.map(() => new Map<number, PairedItems | undefined>());
    const forest = () =>
      showForest(
        root,
        data,
        models,
        others.map((_, i) => ({ pair: pairs[i], computed: computed[i] ?? new Map() })),
      );
    forest();
    const jobs = data.columns.flatMap((column, place) =>
      others.flatMap((other, i) => {
        const [one, two] = [data.cells[first]?.[place], data.cells[other]?.[place]];
        const parts = one && two ? partsOf(one, two) : undefined;
        const questions = one ? questionsOf(one) : 0;
        return parts === undefined || questions > MOST_QUESTIONS ? [] : [{ place, i, parts, column }];
      }),
    );
    let done = 0;
    const next = async (): Promise<void> => {
      const job = jobs.shift();
      if (job === undefined || isOld()) return;
      const read = await Promise.all(
        job.parts.map(async ({ a, b }) => {
          const [one, two] = await Promise.all([listOf(a, job.column.metric), listOf(b, job.column.metric)]);
          const plain = one.isListed !== two.isListed;
          const by = ({ items }: RunItems) => (plain ? items.map((item) => ({ ...item, text: "" })) : items);
          return { a: by(one), b: by(two) };
        }),
      ).catch(() => undefined);
      if (read !== undefined) computed[job.i]?.set(job.place, pairItems(scaled(read, scaleOf(job.column))));
      done += 1;
      if (!isOld()) say(`Reading single questions: ${done} of ${total} comparisons.`);
      return next();
    };
    const total = jobs.length;
    await Promise.all(Array.from({ length: AT_ONCE }, next));
    if (isOld()) return;
    say("");
    forest();
    await showQuestions({ root, data, state, models, listOf, go: (questions) => go({ ...state, questions }, true) });
  };

  const go = (state: CompareState, isSmall = false) => {
    history.pushState(null, "", stateQuery(state));
    void (isSmall ? showOnlyQuestions(state) : show(state));
  };
  const showOnlyQuestions = (state: CompareState) =>
    showQuestions({
      root,
      data,
      state,
      models: state.models.map((id) => ids.indexOf(id)),
      listOf,
      go: (questions) => go({ ...state, questions }, true),
    });
  addEventListener("popstate", () => void show(readState(location.search, ids)));
  root.querySelector("form")?.addEventListener("change", (event) => {
    if (!(event.currentTarget instanceof HTMLFormElement)) return;
    const chosen = [...event.currentTarget.querySelectorAll("select")]
      .map(({ value }) => value)
      .filter((id) => id !== "");
    go(readState(`?models=${chosen.map(encodeURIComponent).join(",")}`, ids));
  });
  await show(readState(location.search, ids));
}

/** One select for each model: two that are always chosen, and two that may be empty. */
function fillSelects(root: HTMLElement, data: CompareData, { models }: CompareState): void {
  for (const [i, select] of [...root.querySelectorAll<HTMLSelectElement>("form select")].entries()) {
    const none = i < 2 ? [] : [element("option", { value: "" }, "no other model")];
    const options = data.models.map(({ id, name }) => element("option", { value: id }, name));
    select.replaceChildren(...none, ...options);
    select.value = models[i] ?? "";
    select.disabled = i > models.length;
    const label = select.closest("label");
    if (label !== null) label.hidden = i > models.length;
  }
}
