import { countWords } from "@medhelm/core/release/pages/instance-parts";
import type { PageInstance } from "@medhelm/core/release/pages/page";
import { taskEnd } from "@medhelm/core/release/pages/task-end";
import { visibleText } from "@medhelm/core/release/pages/visible-text";
import { plural } from "../../text/format.ts";
import { element } from "../element.ts";
import { textBlock } from "./text-block.ts";

type Transcript = NonNullable<PageInstance["transcript"]>;
type Turn = Transcript["turns"][number];
type Call = Turn["calls"][number];

/** Shows the steps of an agent: its words and calls, what the environment answered, how the task ended, and what code checked. */
export function transcriptView(transcript: Transcript): HTMLElement {
  return element(
    "div",
    { class: "transcript" },
    element("ol", {}, ...transcript.turns.map(turnView)),
    element("p", {}, visibleText(taskEnd(transcript))),
    transcript.checks.length === 0 ? undefined : checksView(transcript.checks),
  );
}

function turnView({ text, thinking, calls, says, invalid, cut }: Turn, i: number): HTMLElement {
  return element(
    "li",
    {},
    element("b", {}, `Step ${i + 1}`),
    cut === true ? element("p", { class: "note" }, "The limit of tokens cut this step.") : undefined,
    thinking === undefined
      ? undefined
      : element(
          "details",
          {},
          element("summary", {}, `Thinking (${plural(countWords(thinking), "word")})`),
          textBlock(thinking),
        ),
    ...(text === "" ? [] : said("Assistant", textBlock(text))),
    ...calls.flatMap(callView),
    ...(invalid === undefined ? [] : [refused(invalid)]),
    ...(says === undefined ? [] : said("User", textBlock(says))),
  );
}

const said = (who: string, ...what: readonly HTMLElement[]): HTMLElement[] => [element("h4", {}, who), ...what];

const callView = ({ name, arguments: given, result, invalid }: Call): HTMLElement[] => [
  ...said("Tool call", textBlock(`${name}(${given})`)),
  ...said(invalid === undefined ? "Tool result" : "Tool result: the call was not carried out", textBlock(result)),
];

const refused = (why: string): HTMLElement =>
  element("p", { class: "failure" }, `Not carried out: ${visibleText(why)}`);

const checksView = (checks: Transcript["checks"]): HTMLElement =>
  element(
    "ul",
    { class: "checks" },
    ...checks.map(({ name, passed, detail }) =>
      element(
        "li",
        {},
        `${passed ? "✓" : "✗"} ${visibleText(name)}${detail === undefined ? "" : `: ${visibleText(detail)}`}`,
      ),
    ),
  );
