import { type Mark, type MarkedMetric, markOf } from "@medhelm/core/release/pages/mark";
import type { PageInstance, PageReading } from "@medhelm/core/release/pages/page";
import { profileNames } from "@medhelm/core/release/profile-names";
import { readingTexts, stepSentence } from "@medhelm/core/release/pages/reading-text";
import { readerSentence, ruleWords } from "@medhelm/core/release/pages/scoring-words";
import type { InstanceDetails } from "@medhelm/core/release/runs/run-list";
import { compareCodes } from "../../run/codes.ts";
import { QUERY_ANNOTATIONS, queryOf, type QueryResult, queryResults } from "../../run/query-results.ts";
import { visibleText } from "@medhelm/core/release/pages/visible-text";
import { answerScore, plainValue } from "../../text/answer-score.ts";
import { MISSING } from "../../text/format.ts";
import { capital } from "../../text/numbers.ts";
import { element } from "../element.ts";
import { textBlock } from "./text-block.ts";

/** How a run was scored. */
export interface Scoring {
  readonly metric: MarkedMetric;
  /** the metric in words */
  readonly metricName: string;
  /** of the code that scored the run; undefined: unknown */
  readonly version: string | undefined;
}

/** "How this was scored". `load` gets the details when the reader opens it. */
export function scoreView(
  instance: PageInstance,
  scoring: Scoring,
  load: () => Promise<InstanceDetails | undefined>,
): HTMLElement {
  const { metric, metricName } = scoring;
  const marks = (["helm", "corrected"] as const).map((profile) => ({
    profile,
    mark: markOf(instance, { ...metric, profile }),
  }));
  const values = marks.map(({ mark }) => (mark.kind === "unknown" ? undefined : mark.value));
  const differs = values[0] !== values[1] && Object.keys(instance.corrected).length > 0;
  const hasReading = (instance.readings ?? []).length > 0;
  const shown = differs || values[0] !== values[1] ? marks : marks.slice(1);
  const profiles = shown.map(({ profile, mark }) =>
    element(
      "section",
      {},
      element("h4", {}, shown.length === 1 ? "HELM scoring and corrected scoring" : capital(profileNames[profile])),
      element("p", { class: "big" }, mark.kind === "unknown" ? "unknown" : answerScore(mark.value, metric)),
      element("p", {}, whyText(mark, hasReading ? BY_READING[shown.length === 1 ? "both" : profile] : undefined)),
    ),
  );
  const rest = element("div", {});
  const details = element(
    "details",
    { class: "how" },
    element(
      "summary",
      {},
      "How this was scored",
      element("small", {}, metricName),
      differs ? chip("profiles differ", "scoring") : undefined,
    ),
    element("p", { class: "rule" }, ruleText(instance, scoring)),
    element("p", { class: "note" }, namesInFiles(instance, scoring)),
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

const BY_READING = {
  helm: "HELM's own rule compares the reply as it is.",
  corrected: "The score of what was read from the reply, which is named below.",
  both: "Both rules give this score.",
} as const;

/** `byReading`: the words for a score that follows from a reading. */
function whyText(mark: Mark, byReading: string | undefined): string {
  if (mark.kind === "unknown") return sentence(mark.why);
  if (byReading !== undefined) return byReading;
  return mark.why === undefined ? "By the rule above." : sentence(mark.why);
}

const sentence = (text: string): string => capital(text.endsWith(".") ? text : `${text}.`);

/** The rule and what was read for it, in sentences. */
function ruleText({ readings: all = [], judgements }: PageInstance, { metric, metricName }: Scoring): string {
  return [
    ruleWords(metric.name, judgements.length > 0) ?? `The score is that of the metric “${metricName}”.`,
    ...(judgements.length === 0 ? [] : [`Judges: ${judgements.length}.`]),
    ...readersOf(all).flatMap((reader) => readerSentence(reader) ?? []),
  ].join(" ");
}

const readersOf = (all: readonly PageReading[]) => [...new Set(all.map(({ reader }) => reader))];

/** The names for a program that reads the files, and the version of the code. */
function namesInFiles({ readings: all = [] }: PageInstance, { metric, version }: Scoring): string {
  const readers = readersOf(all);
  return [
    `In the files: metric ${metric.name}${readers.length === 0 ? "" : `, readings ${readers.join(", ")}`}.`,
    version === undefined ? "The version of the code is not recorded." : `Code: MedHELM ${version}.`,
  ].join(" ");
}

export const chip = (text: string, kind: string) => element("i", { class: `chip f-${kind}` }, text);

function readings({ readings: all = [], response = "" }: PageInstance): (HTMLElement | undefined)[] {
  if (all.length === 0) return [];
  const places = all.flatMap(({ steps }) =>
    steps
      .filter(({ step }) => step !== "read" || steps.length === 1)
      .flatMap(({ step, at }) =>
        at.slice(0, 3).map(([start, end]) => ({ step, text: response.slice(start, Math.min(end, start + 120)) })),
      ),
  );
  return [
    element("h4", {}, "What was read from the reply"),
    ...readingTexts(all).map((text) => element("p", {}, text)),
    places.length === 0
      ? undefined
      : element(
          "details",
          {},
          element("summary", {}, `Places in the reply (${places.length})`),
          element(
            "ul",
            { class: "places" },
            ...places.map(({ step, text }) => element("li", {}, stepSentence(step), textBlock(text))),
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
      element("div", {}, element("dt", {}, `Codes ${name}`), element("dd", {}, found.join(", ") || "none")),
    ),
  );
}

const side = (name: string, text: string) => element("div", {}, element("h4", {}, name), textBlock(text));

/** Both queries, and what each gave. */
function queries(
  { readings: all = [], references, response = "" }: PageInstance,
  annotations: Readonly<Record<string, unknown>>,
): HTMLElement[] {
  const results = queryResults(annotations);
  if (results.length === 0) return [];
  const read = all.find(({ reader }) => reader === "sql");
  const gold = references.find(({ correct }) => correct)?.text ?? references[0]?.text ?? "";
  return [
    element(
      "div",
      { class: "both" },
      side("Query of the reference", gold),
      side(
        read === undefined ? "Reply" : "Query that was read",
        read === undefined ? response : (queryOf(read.value) ?? ""),
      ),
    ),
    ...results.flatMap(({ title, reference, reply }) => [
      element("h4", {}, title),
      element("div", { class: "both" }, resultOf("Reference", reference), resultOf("Reply", reply)),
    ]),
  ];
}

const resultOf = (name: string, { said, rows }: QueryResult): HTMLElement =>
  element(
    "div",
    {},
    element("p", {}, `${name}: ${visibleText(said)}`),
    rows.length === 0
      ? undefined
      : element(
          "div",
          { class: "sideways", tabindex: "0", role: "region", "aria-label": `Rows of the ${name.toLowerCase()}` },
          element(
            "table",
            { class: "rows" },
            element(
              "tbody",
              {},
              ...rows.map((row) => element("tr", {}, ...row.map((cell) => element("td", {}, visibleText(cell))))),
            ),
          ),
        ),
  );

const fold = (name: string, ...inside: (Node | undefined)[]) =>
  element("details", {}, element("summary", {}, name), ...inside);

function replies({ judgements }: PageInstance): HTMLElement[] {
  return judgements.flatMap(({ judge, replies: all = [] }) =>
    all.map(({ reply }, at) =>
      fold(`Reply of ${judge}, as received${all.length > 1 ? ` (${at + 1} of ${all.length})` : ""}`, textBlock(reply)),
    ),
  );
}

const cell = (value: number | undefined) => element("td", {}, value === undefined ? MISSING : plainValue(value));

function more(instance: PageInstance, details: InstanceDetails | undefined): HTMLElement[] {
  const { judgePrompts = {}, annotations = {}, leftOut = [] } = details ?? {};
  const { stats, corrected } = details ?? instance;
  const names = [...new Set([...Object.keys(stats), ...Object.keys(corrected)])];
  return [
    ...Object.entries(judgePrompts).map(([name, prompt], _, { length }) =>
      fold(`What the judges were asked${length === 1 ? "" : ` (${name})`}`, textBlock(prompt)),
    ),
    ...queries(instance, annotations),
    ...Object.entries(annotations)
      .filter(([name]) => !QUERY_ANNOTATIONS.has(name))
      .map(([name, value]) => fold(nameOf(name), textBlock(JSON.stringify(value, null, 1)))),
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
          element(
            "tr",
            {},
            ...["Statistic", capital(profileNames.helm), capital(profileNames.corrected)].map((name) =>
              element("th", { scope: "col" }, name),
            ),
          ),
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

const nameOf = (annotation: string): string => `Annotation ${annotation}`;
