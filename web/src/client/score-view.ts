import { type MarkedMetric, markOf } from "@medhelm/core/release/mark";
import type { PageInstance } from "@medhelm/core/release/page";
import { readingText } from "@medhelm/core/release/reading-text";
import type { InstanceDetails } from "@medhelm/core/release/run-list";
import { compareCodes } from "../run/codes.ts";
import { formatValue, MISSING } from "../text/format.ts";
import { element } from "./element.ts";
import { textBlock } from "./text-block.ts";

/** "How this was scored". `load` gets the details when the reader opens it. */
export function scoreView(
  instance: PageInstance,
  metric: MarkedMetric,
  load: () => Promise<InstanceDetails | undefined>,
): HTMLElement {
  const marks = (["helm", "corrected"] as const).map((profile) => ({
    profile,
    mark: markOf(instance, { ...metric, profile }),
  }));
  const values = marks.map(({ mark }) => (mark.kind === "unknown" ? undefined : mark.value));
  const differs = values[0] !== values[1] && Object.keys(instance.corrected).length > 0;
  const profiles = marks.map(({ profile, mark }) =>
    element(
      "section",
      {},
      element("h4", {}, `Profile ${profile}`),
      element("p", { class: "big" }, mark.kind === "unknown" ? "unknown" : formatValue(mark.value)),
      element("p", {}, mark.why === undefined ? `${metric.name}, as the metric's rule gives it.` : `${mark.why}.`),
    ),
  );
  const rest = element("div", {});
  const details = element(
    "details",
    { class: "how" },
    element("summary", {}, "How this was scored", differs ? chip("profiles differ", "scoring") : undefined),
    element("div", { class: "profiles" }, ...profiles),
    ...readings(instance),
    codes(instance),
    ...replies(instance),
    rest,
  );
  const show = async () => {
    if (!details.open || rest.childElementCount > 0) return;
    rest.replaceChildren(element("p", { class: "note" }, "Loading the rest…"));
    try {
      rest.replaceChildren(...more(instance, await load()));
    } catch (error) {
      const again = element("button", { type: "button" }, "Try again");
      again.addEventListener("click", () => {
        rest.replaceChildren();
        void show();
      });
      rest.replaceChildren(element("p", { role: "alert" }, error instanceof Error ? error.message : "", " ", again));
    }
  };
  details.addEventListener("toggle", () => void show());
  details.open = differs;
  return details;
}

export const chip = (text: string, kind: string) => element("i", { class: `chip f-${kind}` }, text);

function readings({ readings: all = [], response = "" }: PageInstance): (HTMLElement | undefined)[] {
  if (all.length === 0) return [];
  const places = all.flatMap(({ steps }) =>
    steps.flatMap(({ step, at }) =>
      at.slice(0, 3).map(([start, end]) => ({ step, text: response.slice(start, Math.min(end, start + 120)) })),
    ),
  );
  return [
    element("h4", {}, "What was read from the reply"),
    ...all.map((one) => element("p", {}, readingText(one))),
    places.length === 0
      ? undefined
      : element(
          "details",
          {},
          element("summary", {}, `Where (${places.length})`),
          element(
            "ul",
            { class: "places" },
            ...places.map(({ step, text }) => element("li", {}, `${step}: `, textBlock(text))),
          ),
        ),
  ];
}

/** The reader of codes gives a list; the reference has codes with commas between them. */
function codes({ readings: all = [], references }: PageInstance): HTMLElement | undefined {
  const value = all.find(({ reader }) => reader === "icd")?.value;
  if (!Array.isArray(value)) return undefined;
  const gold = references.find(({ correct }) => correct)?.text.split(/[\s,;]+/) ?? [];
  const compared = compareCodes(
    value.filter((code) => typeof code === "string"),
    gold.filter((code) => code !== ""),
  );
  return element(
    "dl",
    { class: "facts" },
    ...Object.entries(compared).map(([name, found]) =>
      element("div", {}, element("dt", {}, `codes ${name}`), element("dd", {}, found.join(", ") || "none")),
    ),
  );
}

const fold = (name: string, ...inside: (Node | undefined)[]) =>
  element("details", {}, element("summary", {}, name), ...inside);

function replies({ judgements }: PageInstance): HTMLElement[] {
  return judgements.flatMap(({ judge, replies: all = [] }) =>
    all.map(({ reply }, at) =>
      fold(`Reply of ${judge}, as received${all.length > 1 ? ` (${at + 1} of ${all.length})` : ""}`, textBlock(reply)),
    ),
  );
}

const cell = (value: number | undefined) => element("td", {}, value === undefined ? MISSING : formatValue(value));

function more(instance: PageInstance, details: InstanceDetails | undefined): HTMLElement[] {
  const { judgePrompts = {}, annotations = {}, leftOut = [] } = details ?? {};
  const { stats, corrected } = details ?? instance;
  const names = [...new Set([...Object.keys(stats), ...Object.keys(corrected)])];
  return [
    ...Object.entries(judgePrompts).map(([name, prompt]) =>
      fold(`What the judges were asked (${name})`, textBlock(prompt)),
    ),
    ...Object.entries(annotations).map(([name, value]) =>
      fold(nameOf(name), textBlock(JSON.stringify(value, null, 1))),
    ),
    ...leftOut.map((name) => element("p", { class: "note" }, `${nameOf(name)}: too large to show.`)),
    fold(
      `All statistics of this answer (${names.length})`,
      element(
        "table",
        { class: "plain" },
        element("caption", { class: "unseen" }, "Statistics of this answer under both profiles"),
        element(
          "thead",
          {},
          element("tr", {}, ...["Statistic", "helm", "corrected"].map((name) => element("th", { scope: "col" }, name))),
        ),
        element(
          "tbody",
          {},
          ...names.map((name) =>
            element("tr", {}, element("th", { scope: "row" }, name), cell(stats[name]), cell(corrected[name])),
          ),
        ),
      ),
    ),
  ];
}

const NAMES: Readonly<Record<string, string>> = {
  ehr_sql: "Both queries' results, as HELM runs them",
  medhelm_ehr_sql: "Both queries' results, by the rules of the data set's authors",
};
const nameOf = (annotation: string): string => NAMES[annotation] ?? `Annotation ${annotation}`;
