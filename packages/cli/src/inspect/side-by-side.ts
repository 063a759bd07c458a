import { counted } from "@medhelm/core/text/counted";
import type { PageInstance } from "@medhelm/core/release/pages/page";
import { visibleText } from "@medhelm/core/release/pages/visible-text";
import { instanceParts } from "@medhelm/core/release/pages/instance-parts";
import { type Inspected, shownMark, valueOf } from "./instance-filter.ts";

const GAP = " | ";
const SPACE = /(?<=\s)/;

/** Two answers to one question in two columns, for people. `width`: of the terminal, in characters. */
export function sideBySide(
  a: Inspected,
  b: Inspected | undefined,
  names: readonly [string, string],
  width: number,
): string {
  const column = Math.max(20, Math.floor((width - GAP.length) / 2));
  const correct = a.one.references.filter((reference) => reference.correct).map(({ text }) => text);
  const left = [...wrapped(names[0], column), scoreOf(a), "", ...wrapped(answerOf(a.one), column)];
  const right = [
    ...wrapped(names[1], column),
    b === undefined ? "not in this run" : scoreOf(b),
    "",
    ...wrapped(b === undefined ? "" : answerOf(b.one), column),
  ];
  const rows = Array.from({ length: Math.max(left.length, right.length) }, (_, i) =>
    `${cut(left[i] ?? "", column).padEnd(column)}${GAP}${cut(right[i] ?? "", column)}`.trimEnd(),
  );
  return [
    `== ${instanceKey(a.one)}`,
    "-- prompt",
    visibleText(a.one.prompt),
    ...(correct.length === 0 ? [] : ["-- correct", visibleText(correct.join(" | "))]),
    "-- answers",
    ...rows,
    "",
    "",
  ].join("\n");
}

/** Identifies an instance in several runs of one benchmark. */
export const instanceKey = ({ id, perturbation, trial }: PageInstance): string =>
  [id, ...(perturbation === undefined ? [] : [perturbation]), ...(trial > 0 ? [`trial ${trial}`] : [])].join(", ");

/** How two runs differ in the main metric, in one line. */
export function comparisonText(
  pairs: readonly (readonly [number, number])[],
  names: readonly [string, string],
): string {
  const a = pairs.filter(([ofA, ofB]) => ofA > ofB).length;
  const b = pairs.filter(([ofA, ofB]) => ofB > ofA).length;
  return `${counted(pairs.length, "instance")} with both scores: ${a} higher in ${names[0]}, ${b} higher in ${names[1]}, ${pairs.length - a - b} equal\n`;
}

function scoreOf({ one, main }: Inspected): string {
  if (one.failure !== undefined) return `failed: ${one.failure}`;
  if (main === undefined) return "";
  const mark = shownMark(one, main);
  const value = valueOf(mark);
  return value === undefined
    ? `${main.name} unknown`
    : `${main.name} ${value}${mark.kind === "graded" ? "" : ` (${mark.kind})`}`;
}

const answerOf = (one: PageInstance): string => instanceParts(one).answer || "(empty)";

const cut = (text: string, width: number): string =>
  text.length <= width ? text : `${text.slice(0, width - 1).toWellFormed()}…`;

/** Breaks lines at spaces, and words that are longer than a line. */
function wrapped(text: string, width: number): string[] {
  return visibleText(text)
    .replaceAll("\t", " ")
    .split("\n")
    .flatMap((line) => {
      const lines = [""];
      for (const word of line.split(SPACE)) {
        const last = lines.at(-1) ?? "";
        if ((last + word).trimEnd().length <= width) lines[lines.length - 1] = last + word;
        else lines.push(...(word.match(new RegExp(`.{1,${width}}`, "gsu")) ?? [""]));
      }
      return lines.map((one) => one.trimEnd()).filter((one, i) => one !== "" || i > 0 || lines.length === 1);
    });
}
