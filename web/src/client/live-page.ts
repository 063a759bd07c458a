import type { LiveRun, LiveSubmission, LiveView } from "@medhelm/core/release/live-view";
import { plural } from "../text/format.ts";
import { element } from "./element.ts";
import { nextPauseMs } from "./live-pause.ts";

/** Hand-written, as in chunks.ts: text from the stack only reaches text nodes. */
const isView = (value: unknown): value is LiveView =>
  typeof value === "object" && value !== null && "submissions" in value && Array.isArray(value.submissions);

/** Follows the submissions of the stack. It changes only the text that differs, so that nothing flickers and the focus stays. */
export function startLivePage(): void {
  const summary = document.querySelector<HTMLElement>("#summary");
  const updated = document.querySelector<HTMLElement>("#updated");
  const news = document.querySelector<HTMLElement>("#news");
  const list = document.querySelector<HTMLElement>("#submissions");
  if (summary === null || updated === null || news === null || list === null) return;
  const shown = new Map<string, ReturnType<typeof submissionPart>>();
  let pauseMs = 0;
  let last = "";
  let timer: ReturnType<typeof setTimeout> | undefined;

  const show = (view: LiveView): void => {
    write(summary, summaryOf(view));
    write(updated, `State at ${view.at.slice(11, 19)} UTC.`);
    for (const submission of view.submissions) {
      const part = shown.get(submission.id) ?? submissionPart(submission, (latest) => void ask(latest));
      shown.set(submission.id, part);
      const before = part.state();
      part.update(submission);
      if (before !== "" && before !== submission.state) write(news, `${submission.suite}: ${submission.state}`);
    }
    place(
      list,
      view.submissions.flatMap(({ id }) => shown.get(id)?.root ?? []),
    );
    showReleases(view);
  };
  const poll = async (): Promise<void> => {
    clearTimeout(timer);
    try {
      const response = await fetch("state.json", { cache: "no-store" });
      if (response.status === 401) {
        write(summary, "This page needs its key: open the address that medhelm up prints.");
        return;
      }
      const text = await response.text();
      const view: unknown = JSON.parse(text);
      if (!response.ok || !isView(view)) throw new Error("no state");
      show(view);
      const { at: _, ...state } = view;
      const now = JSON.stringify(state);
      pauseMs = nextPauseMs(pauseMs, now === last ? "same" : "changed");
      last = now;
    } catch {
      pauseMs = nextPauseMs(pauseMs, "failed");
      write(updated, `The stack does not answer. The next try is in ${Math.round(pauseMs / 1000)} s.`);
    }
    timer = setTimeout(() => void poll(), pauseMs);
  };
  const again = (): void => {
    pauseMs = 0;
    void poll();
  };
  const ask = async ({ id, suite, ended, runCount }: LiveSubmission): Promise<void> => {
    const dialog = document.querySelector<HTMLDialogElement>("#ask");
    const words = dialog?.querySelector("p");
    if (dialog === null || words === null || words === undefined) return;
    words.textContent = `The ${plural(runCount - ended, "run")} of ${suite} that ${runCount - ended === 1 ? "is" : "are"} not finished stop. Finished runs and paid answers are kept.`;
    dialog.returnValue = "keep";
    dialog.showModal();
    await new Promise((done) => dialog.addEventListener("close", done, { once: true }));
    if (dialog.returnValue !== "cancel") return;
    const response = await fetch(`cancel/${id}`, { method: "POST" }).catch(() => undefined);
    write(news, response?.ok === true ? `${suite} is cancelled` : `${suite} could not be cancelled`);
    again();
  };
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "visible") again();
    else clearTimeout(timer);
  });
  void poll();
}

/** Changes the text only if it differs. */
function write(node: Element, text: string): void {
  if (node.textContent !== text) node.textContent = text;
}

/** Puts children in this order, and moves only those that are elsewhere. */
function place(parent: Element, children: readonly Element[]): void {
  for (const old of parent.querySelectorAll(":scope > *")) if (!children.includes(old)) old.remove();
  children.forEach((child, i) => {
    if (parent.children[i] !== child) parent.insertBefore(child, parent.children[i] ?? null);
  });
}

function summaryOf({ submissions }: LiveView): string {
  const open = submissions.filter(({ isOpen }) => isOpen).length;
  if (submissions.length === 0) return "Nothing was submitted yet.";
  return open === 0 ? "No submission is open." : `${plural(open, "submission is", "submissions are")} open.`;
}

function fact(name: string) {
  const value = element("dd", {});
  return { value, row: element("div", {}, element("dt", {}, name), value) };
}

function submissionPart(first: LiveSubmission, onCancel: (latest: LiveSubmission) => void) {
  const { id, suite, createdAt } = first;
  let latest = first;
  const [state, runs, cost, errors] = [fact("State"), fact("Runs"), fact("Cost"), fact("Errors")];
  const cancel = element("button", { type: "button" }, "Cancel…");
  cancel.setAttribute("aria-label", `Cancel ${suite}`);
  cancel.addEventListener("click", () => onCancel(latest));
  const pools = element("p", { class: "note" });
  const body = element("tbody", {});
  const heads = ["Benchmark", "Model", "State", "Requests", "Errors"].map((name) =>
    element("th", { scope: "col" }, name),
  );
  const table = element("table", {}, element("thead", {}, element("tr", {}, ...heads)), body);
  const head = element("h2", { id: `s-${id}` }, suite);
  const root = element(
    "section",
    { "aria-labelledby": `s-${id}` },
    head,
    element("p", { class: "note" }, `Submitted ${createdAt.slice(0, 16).replace("T", " ")} UTC, id ${id}`),
    element("dl", { class: "facts" }, state.row, runs.row, cost.row, errors.row),
    pools,
    cancel,
    table,
  );
  const rows = new Map<string, ReturnType<typeof runRow>>();
  return {
    root,
    state: () => state.value.textContent,
    update(submission: LiveSubmission): void {
      latest = submission;
      write(state.value, submission.state);
      write(runs.value, `${submission.ended} of ${submission.runCount} ended`);
      write(cost.value, submission.cost);
      write(errors.value, submission.errors || "none");
      write(pools, submission.pools.map(asSentence).join(" "));
      pools.hidden = submission.pools.length === 0;
      cancel.hidden = !submission.isOpen;
      const shown = submission.runs.map((run) => {
        const row = rows.get(run.run) ?? runRow(run);
        rows.set(run.run, row);
        row.update(run);
        return row.root;
      });
      place(body, shown);
    },
  };
}

/** "pool of m: ..." as "Pool of m: ... ." */
const asSentence = (text: string): string => `${text.slice(0, 1).toUpperCase()}${text.slice(1)}.`;

function runRow({ benchmark, model }: LiveRun) {
  const [state, count, errors] = [element("td", {}), element("span", {}), element("td", {})];
  const bar = element("progress", { "aria-hidden": "true" });
  const root = element(
    "tr",
    {},
    element("th", { scope: "row" }, benchmark),
    element("td", {}, model),
    state,
    element("td", {}, bar, count),
    errors,
  );
  return {
    root,
    update({ state: now, done, total, errors: found }: LiveRun): void {
      write(state, now);
      write(errors, found);
      bar.hidden = total === undefined;
      if (total !== undefined && bar.max !== Math.max(1, total)) bar.max = Math.max(1, total);
      if (done !== undefined && bar.value !== done) bar.value = done;
      write(count, total === undefined ? "" : `${done} of ${total}`);
    },
  };
}

function showReleases({ releases }: LiveView): void {
  const section = document.querySelector<HTMLElement>("#releases");
  const list = section?.querySelector("ul");
  if (section === null || list === null || list === undefined) return;
  section.hidden = releases.length === 0;
  if (list.children.length === releases.length) return;
  list.replaceChildren(...releases.map(({ name, path }) => element("li", {}, element("a", { href: path }, name))));
}
