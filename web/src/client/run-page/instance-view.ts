import { anchorOf } from "@medhelm/core/release/pages/instance-anchor";
import { countWords, instanceParts } from "@medhelm/core/release/pages/instance-parts";
import { type Mark, type MarkedMetric, markOf } from "@medhelm/core/release/pages/mark";
import type { PageInstance } from "@medhelm/core/release/pages/page";
import type { InstanceDetails } from "@medhelm/core/release/runs/run-list";
import { judgePanelShape } from "../../charts/judge-panel.ts";
import { judgeMatrix } from "../../run/matrix.ts";
import { overlaps } from "../../run/overlaps.ts";
import { visibleText } from "@medhelm/core/release/pages/visible-text";
import { answerScore, plainValue } from "../../text/answer-score.ts";
import { MISSING, plural } from "../../text/format.ts";
import { listed } from "../../text/numbers.ts";
import { draw } from "../draw.ts";
import { element } from "../element.ts";
import { chip, type Scoring, scoreView } from "./score-view.ts";
import { promptBlock, textBlock } from "./text-block.ts";
import { transcriptView } from "./transcript-view.ts";

const words: Readonly<Record<Mark["kind"], string>> = {
  unknown: "? unknown",
  right: "✓ correct",
  wrong: "✗ wrong",
  graded: "scored",
};

export interface InstanceFrame {
  readonly modelName: string;
  readonly scoring: Scoring;
  /** the place for the answer of another model */
  readonly other: HTMLElement | undefined;
  readonly navigation: HTMLElement;
  /** the folder of the run's pages, with a final "/" */
  readonly folder: string;
  readonly details: () => Promise<InstanceDetails | undefined>;
}

/** Shows one instance: question, reference, answers, judges, and how it was scored. */
export function instanceView(instance: PageInstance, frame: InstanceFrame): HTMLElement {
  const { metric } = frame.scoring;
  const mark = markOf(instance, metric);
  const { thinking, answer } = instanceParts(instance);
  const reference = instance.references.filter(({ correct }) => correct).map(({ text }) => text);
  const anchor = anchorOf(instance);
  const tags = [
    chip(words[mark.kind], mark.kind),
    ...(instance.trial === 0 ? [] : [chip(`trial ${instance.trial}`, "trial")]),
    ...(instance.split === undefined ? [] : [chip(`${instance.split} split`, "split")]),
    ...(instance.perturbation === undefined ? [] : [chip(instance.perturbation, "perturbation")]),
  ];
  return element(
    "article",
    { class: "instance", id: `i-${anchor}`, tabindex: "-1", "aria-labelledby": "instance-name" },
    element(
      "header",
      {},
      element("h2", { id: "instance-name" }, element("bdi", {}, visibleText(instance.id))),
      ...tags,
      frame.navigation,
    ),
    mark.why === undefined ? undefined : element("p", { class: "why" }, whyLine(mark.why)),
    element(
      "div",
      { class: "texts" },
      section("Question", ...images(instance, frame.folder), promptBlock(instance.prompt)),
      references(instance, answer ?? ""),
      answerSection(frame.modelName, scoreText(mark, metric), [
        ...answerBody(
          instance,
          answer ?? "",
          reference.flatMap((text) => [...overlaps(answer ?? "", text)]),
        ),
        thinking === undefined || instance.transcript !== undefined
          ? undefined
          : element(
              "details",
              {},
              element("summary", {}, `Thinking (${plural(countWords(thinking), "word")})`),
              textBlock(thinking),
            ),
      ]),
      frame.other,
    ),
    jury(instance),
    scoreView(instance, frame.scoring, frame.details),
  );
}

/** The images of the prompt. A reader of the page finds what is in them in the question only, so the alternative text names their place. */
const images = ({ images: names = [] }: PageInstance, folder: string): HTMLElement[] =>
  names
    .filter((name) => /^[0-9a-f]{64}\.(?:png|jpg|gif|webp)$/.test(name))
    .map((name, i) =>
      element("img", {
        class: "prompt-image",
        src: `${folder}${name}`,
        alt: names.length === 1 ? "Image of the question" : `Image ${i + 1} of the question`,
        loading: "lazy",
      }),
    );

/** The answer of another model to the same question, and its score. */
export function otherAnswer(
  instance: PageInstance,
  metric: MarkedMetric,
  isSamePrompt: boolean,
): { readonly score: string; readonly answer: HTMLElement[] } {
  const mark = markOf(instance, metric);
  const { answer: text } = instanceParts(instance);
  const answer = [
    ...(isSamePrompt ? [] : [element("p", { class: "note" }, "Its prompt differs from this run's.")]),
    ...answerBody(instance, text ?? ""),
  ];
  return { score: scoreText(mark, metric), answer };
}

/** The answer of a model, the steps of an agent, or the reason for no answer. */
const answerBody = (
  { failure, transcript }: PageInstance,
  answer: string,
  marked: readonly (readonly [number, number])[] = [],
): HTMLElement[] => [
  ...(transcript === undefined ? [] : [transcriptView(transcript)]),
  ...(failure === undefined ? [] : [element("p", { class: "failure" }, `No answer: ${visibleText(failure)}`)]),
  ...(failure === undefined && transcript === undefined ? [textBlock(answer, marked)] : []),
];

const scoreText = (mark: Mark, metric: MarkedMetric): string =>
  mark.kind === "unknown" ? "unknown" : answerScore(mark.value, metric);

const section = (name: string, ...inside: (Node | undefined)[]) =>
  element("section", {}, element("h3", {}, name), ...inside);

const answerSection = (name: string, score: string, inside: readonly (Node | undefined)[]) =>
  element(
    "section",
    { class: "own" },
    element("h3", {}, name, element("small", {}, "this run"), element("b", { class: "score" }, score)),
    ...inside,
  );

/** References are in the weight of other text, so that they say no more than the answers. */
function references({ references: all, mapped }: PageInstance, answer: string): HTMLElement | undefined {
  if (all.length === 0 && mapped === undefined) return undefined;
  const isChoice = all.some(({ correct }) => !correct);
  const items = all.map(({ text, correct }) =>
    element(
      "li",
      correct ? { class: "correct" } : {},
      textBlock(text, correct ? overlaps(text, answer) : []),
      correct && isChoice ? element("span", { class: "standing right" }, "✓ correct") : undefined,
      mapped !== undefined && mapped === text ? element("span", { class: "tag" }, "chosen") : undefined,
    ),
  );
  return element(
    "section",
    { class: "refer" },
    element("h3", {}, items.length === 1 ? "Reference" : "References"),
    element("ul", { class: "references" }, ...items),
  );
}

const row = (name: Node | string, cells: readonly (number | undefined)[]) =>
  element(
    "tr",
    {},
    element("th", { scope: "row" }, name),
    ...cells.map((value) => element("td", {}, value === undefined ? MISSING : plainValue(value))),
  );

const FAR = 2;

function jury({ judgements }: PageInstance): HTMLElement | undefined {
  if (judgements.length === 0) return undefined;
  const { criteria, judges, spread } = judgeMatrix(judgements);
  const letters = judges.map((_, at) => String.fromCodePoint(65 + (at % 26)));
  const apart = criteria.filter((_, at) => (spread[at] ?? 0) >= FAR);
  const matrix = element(
    "table",
    { class: "judge-matrix" },
    element("caption", { class: "unseen" }, "Scores of each judge on each criterion, and their spread"),
    element(
      "thead",
      {},
      element(
        "tr",
        {},
        element("th", { scope: "col" }, "Judge"),
        ...criteria.map((name) => element("th", { scope: "col" }, visibleText(name))),
      ),
    ),
    element("tbody", {}, ...judges.map(({ name, scores }, at) => row(`${letters[at]} ${name}`, scores))),
    element("tfoot", {}, row("spread", spread)),
  );
  const said = judgements.map(({ judge, standIn, criteria: all, unscored }, at) =>
    element(
      "li",
      unscored === undefined ? {} : { class: "un" },
      element(
        "h4",
        {},
        element("b", { class: "disc" }, letters[at] ?? ""),
        judge,
        standIn ? element("small", {}, "stand-in, not a language model") : undefined,
        element(
          "span",
          {},
          unscored === undefined ? all.map(({ score }) => plainValue(score)).join(" · ") : "unscored",
        ),
      ),
      unscored === undefined ? undefined : element("p", {}, `No score: ${visibleText(unscored)}`),
      ...all
        .filter(({ explanation }) => explanation !== "")
        .map(({ name, explanation }) =>
          element("div", { class: "said" }, element("h5", {}, visibleText(name)), textBlock(explanation)),
        ),
    ),
  );
  return element(
    "section",
    { class: "judges" },
    element(
      "div",
      { class: "scored" },
      element(
        "h3",
        {},
        "Judges",
        apart.length === 0
          ? undefined
          : element("small", { class: "apart" }, `two or more apart on ${listed(apart.map(visibleText))}`),
      ),
      panel(judges, criteria, letters),
      criteria.length === 0
        ? undefined
        : element(
            "div",
            { class: "sideways", tabindex: "0", role: "region", "aria-label": "Scores of the judges" },
            matrix,
          ),
    ),
    element("ul", {}, ...said),
  );
}

/** The picture has a scale from 1 to 5. */
function panel(
  judges: ReturnType<typeof judgeMatrix>["judges"],
  criteria: readonly string[],
  letters: readonly string[],
): SVGElement | undefined {
  const known = judges.flatMap(({ scores }) => scores.flatMap((score) => score ?? []));
  if (known.length === 0 || known.some((score) => score < 1 || score > 5)) return undefined;
  const data = criteria.map((_, at) =>
    judges.map(({ name, scores }, i) => ({ judge: name, letter: letters[i] ?? "", score: scores[at] ?? null })),
  );
  const names = criteria.map(visibleText);
  const said = (at: number) => data[at]?.map(({ judge, score }) => `${judge} ${score ?? "unscored"}`).join(", ");
  return draw(
    judgePanelShape(data, {
      id: "jury",
      title: "Scores of the judges",
      desc: names.map((name, at) => `${name}: ${said(at)}`).join("; "),
      criteria: names,
    }),
  );
}

/** A reading is a sentence of its own. */
const whyLine = (why: string): string => (/^\p{Lu}/u.test(why) ? why : `Why: ${why}`);
