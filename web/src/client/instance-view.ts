import { countWords, instanceParts } from "@medhelm/core/release/instance-parts";
import { type Mark, type MarkedMetric, markOf } from "@medhelm/core/release/mark";
import type { PageInstance } from "@medhelm/core/release/page";
import { readingText } from "@medhelm/core/release/reading-text";
import { formatValue, MISSING } from "../text/format.ts";
import { anchorOf } from "./anchor.ts";
import { element } from "./element.ts";

const words: Readonly<Record<Mark["kind"], string>> = {
  unknown: "? unknown",
  right: "✓ correct",
  wrong: "✗ wrong",
  graded: "scored",
};

/** A longer prompt is folded. */
const MAX_OPEN_PROMPT_CHARS = 1_500;

/** Shows one instance; `href` is its permanent address. */
export function instanceView(instance: PageInstance, metric: MarkedMetric, href: string): HTMLElement {
  const anchor = anchorOf(instance);
  const mark = markOf(instance, metric);
  const { thinking, answer } = instanceParts(instance);
  const title = element("h3", {}, element("a", { href }, instance.id));
  const tags = [
    element("span", { class: `standing ${mark.kind}` }, words[mark.kind]),
    mark.kind === "unknown"
      ? undefined
      : element("span", { class: "tag" }, `${metric.name} ${formatValue(mark.value)}`),
    instance.trial === 0 ? undefined : element("span", { class: "tag" }, `trial ${instance.trial}`),
    instance.split === undefined ? undefined : element("span", { class: "tag" }, `${instance.split} split`),
    instance.perturbation === undefined ? undefined : element("span", { class: "tag" }, instance.perturbation),
  ];
  return element(
    "article",
    { class: "instance", id: `i-${anchor}`, tabindex: "-1" },
    element("header", {}, title, ...tags),
    mark.why === undefined ? undefined : element("p", { class: "why" }, `Why: ${mark.why}`),
    fold("Prompt", instance.prompt, instance.prompt.length <= MAX_OPEN_PROMPT_CHARS),
    thinking === undefined ? undefined : fold(`Thinking (${formatWords(thinking)})`, thinking, false),
    answer === undefined ? undefined : fold("Response", answer, true),
    instance.readings === undefined
      ? undefined
      : fold("How corrected scoring read it", instance.readings.map(readingText).join("\n"), false),
    instance.failure === undefined ? undefined : element("p", { class: "failure" }, `No answer: ${instance.failure}`),
    instance.mapped === undefined
      ? undefined
      : element("p", {}, element("strong", {}, "Chosen option: "), instance.mapped),
    references(instance),
    ...instance.judgements.map(judgement),
    scores(instance),
  );
}

function formatWords(text: string): string {
  const count = countWords(text);
  return `${count.toLocaleString("en-US")} ${count === 1 ? "word" : "words"}`;
}

function fold(name: string, text: string, open: boolean): HTMLElement {
  const details = element(
    "details",
    { class: "text" },
    element("summary", {}, name),
    element("pre", {}, text === "" ? "(empty)" : text),
  );
  details.open = open;
  return details;
}

function references({ references: all, mapped }: PageInstance): HTMLElement | undefined {
  if (all.length === 0) return undefined;
  const items = all.map(({ text, correct }) =>
    element(
      "li",
      correct ? { class: "correct" } : {},
      element("span", { class: "pre" }, text),
      correct ? element("span", { class: "standing right" }, "✓ correct") : undefined,
      mapped !== undefined && mapped === text ? element("span", { class: "tag" }, "chosen") : undefined,
    ),
  );
  return element("section", {}, element("h4", {}, "References"), element("ul", { class: "references" }, ...items));
}

function judgement({ judge, standIn, criteria, unscored }: PageInstance["judgements"][number]): HTMLElement {
  const rows = criteria.map(({ name, score, explanation }) =>
    element(
      "tr",
      {},
      element("th", { scope: "row" }, name),
      element("td", {}, formatValue(score)),
      element("td", { class: "pre" }, explanation),
    ),
  );
  return element(
    "section",
    {},
    element(
      "h4",
      {},
      `Judge ${judge}`,
      standIn ? element("span", { class: "tag" }, "stand-in, not a language model") : undefined,
    ),
    unscored === undefined ? undefined : element("p", { class: "failure" }, `No score: ${unscored}`),
    rows.length === 0 ? undefined : table(`Scores of judge ${judge}`, ["Criterion", "Score", "Explanation"], rows),
  );
}

const cell = (value: number | undefined) => element("td", {}, value === undefined ? MISSING : formatValue(value));

function scores({ stats, corrected }: PageInstance): HTMLElement | undefined {
  const names = [...new Set([...Object.keys(stats), ...Object.keys(corrected)])];
  if (names.length === 0) return undefined;
  const rows = names.map((name) =>
    element("tr", {}, element("th", { scope: "row" }, name), cell(stats[name]), cell(corrected[name])),
  );
  return element(
    "details",
    {},
    element("summary", {}, `All scores (${names.length})`),
    table("Scores of this instance", ["Metric", "helm", "corrected"], rows),
  );
}

function table(caption: string, heads: readonly string[], rows: readonly HTMLElement[]): HTMLElement {
  const head = element("tr", {}, ...heads.map((name) => element("th", { scope: "col" }, name)));
  return element(
    "table",
    { class: "plain" },
    element("caption", { class: "unseen" }, caption),
    element("thead", {}, head),
    element("tbody", {}, ...rows),
  );
}
